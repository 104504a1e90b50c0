package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A failed transaction of PostgreSQL keeps its savepoints on all data sources, as it does in one database. */
class SavepointOfFailedTransactionTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}
              shardingAlgorithms:
                mod_2: {type: MOD, props: {sharding-count: 2}}
            """;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReleaseThatIsRefusedReleasesNothing(boolean text) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(DatabaseKind.POSTGRESQL, "savepoint_failed")
                        .rules(RULES)
                        .open(ShardingDataSourceFactory::create);
                PlainAndSharded both = shards.both()) {
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY, a INT)", "INSERT INTO t VALUES (1, 1), (2, 2)");
            both.begin();
            both.update("UPDATE t SET a = 10 WHERE id IN (1, 2)").agree();
            both.setUp("SAVEPOINT here");
            both.update("UPDATE t SET a = 20 WHERE id IN (1, 2)").agree();
            for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
                Savepoint later = text ? null : connection.setSavepoint();
                try (Statement statement = connection.createStatement()) {
                    assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t VALUES (1, 3)"))
                            .isInstanceOf(SQLException.class);
                    assertThatThrownBy(() -> {
                                if (text) {
                                    statement.execute("RELEASE SAVEPOINT here");
                                } else {
                                    connection.releaseSavepoint(later);
                                }
                            })
                            .isInstanceOf(SQLException.class)
                            .extracting(e -> ((SQLException) e).getSQLState())
                            .isEqualTo("25P02");
                    statement.execute("ROLLBACK TO SAVEPOINT here");
                }
            }
            both.query("SELECT * FROM t").agree();
            both.commit();
            both.query("SELECT * FROM t").agree();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ROLLBACK TO SAVEPOINT nowhere", "RELEASE SAVEPOINT nowhere"})
    void anUnknownNameFailsTheTransaction(String sql) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(DatabaseKind.POSTGRESQL, "savepoint_unknown")
                        .rules(RULES)
                        .open(ShardingDataSourceFactory::create);
                PlainAndSharded both = shards.both()) {
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY, a INT)");
            for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("INSERT INTO t VALUES (1, 1), (2, 2)");
                    statement.execute("SAVEPOINT here");
                    assertState(() -> statement.execute(sql), "3B001");
                    assertState(() -> statement.executeUpdate("INSERT INTO t VALUES (3, 3)"), "25P02");
                    statement.execute("ROLLBACK TO SAVEPOINT here");
                    statement.executeUpdate("INSERT INTO t VALUES (4, 4)");
                    assertState(() -> statement.execute(sql), "3B001");
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
            both.query("SELECT * FROM t").agree();
        }
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call)
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo(state);
    }
}
