package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * PostgreSQL's driver undoes a failed statement with autosave=always, so that the transaction goes on: what it did on
 * all data sources is undone.
 */
class UndoneStatementsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
                u:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
              shardingAlgorithms:
                mod_4: {type: MOD, props: {sharding-count: 4}}
            - !BROADCAST
              tables: [c]
            """;

    private static Fixture<ShardingDataSource> open(String autosave) throws Exception {
        return Fixture.on(TestServer.of(DatabaseKind.POSTGRESQL).with("autosave=" + autosave), "undone_" + autosave)
                .rules(RULES)
                .open(ShardingDataSourceFactory::create);
    }

    private static void fill(PlainAndSharded both) {
        both.setUp(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT CHECK (a < 100))",
                "CREATE TABLE u (id INT PRIMARY KEY, a INT CHECK (a < 100))",
                "CREATE TABLE c (id INT PRIMARY KEY, a INT CHECK (a < 100))",
                "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 50), (6, 6)",
                "INSERT INTO u VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)",
                "INSERT INTO c VALUES (1, 1), (2, 2)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET a = a * 2",
                "UPDATE t SET a = 1000 WHERE id = 3",
                "INSERT INTO t VALUES (10, 1), (11, 2), (5, 1)",
                "INSERT INTO t VALUES (5, 1)",
                "INSERT INTO t SELECT id + 4, a FROM u",
                "INSERT INTO t SELECT id + 10, CASE id WHEN 4 THEN 400 ELSE 1 END FROM u",
                "UPDATE t SET id = id + 100, a = a * 2",
                "UPDATE t SET a = a + (SELECT MAX(a) FROM u) * 10",
                "UPDATE t SET a = u.a * 30 FROM u WHERE u.a = t.id",
                "DELETE FROM t WHERE 10 / (a - 50) > 0",
                "UPDATE c SET a = a * 99",
                "WITH w AS (DELETE FROM t WHERE id = 1 RETURNING a) UPDATE t SET a = a * 2",
                "SELECT 1 / (a - 50) FROM t",
                "SELECT 1 / (a - 50) FROM t WHERE id = 5",
                "SELECT t.a / (u.id - 1) FROM t JOIN u ON u.a = t.id",
                "SELECT id FROM t WHERE 1 / (a - 50) < 5 FOR UPDATE",
                "TRUNCATE nothing",
                "ALTER TABLE t ADD CONSTRAINT small CHECK (a < 50)",
                "SELECT nothing FROM t",
                "no statement"
            })
    void aFailedStatementIsUndoneEverywhereAndTheTransactionGoesOn(String failing) throws Exception {
        try (Fixture<ShardingDataSource> shards = open("always");
                PlainAndSharded both = shards.both()) {
            fill(both);
            both.begin();
            both.update("UPDATE t SET a = a + 1 WHERE id IN (1, 2)").agree();
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (Statement statement = connection.createStatement()) {
                    assertThatThrownBy(() -> statement.execute(failing)).isInstanceOf(SQLException.class);
                }
            }
            agree(both);
            both.update("UPDATE t SET a = a + 1").agree();
            both.update("UPDATE u SET a = 7 WHERE id = 5").agree();
            both.commit();
            agree(both);
        }
    }

    private static void agree(PlainAndSharded both) {
        both.query("SELECT * FROM t").agree();
        both.query("SELECT * FROM u").agree();
        both.query("SELECT * FROM c").agree();
    }

    @Test
    void settingsAndSavepointsOfTheApplicationStay() throws Exception {
        try (Fixture<ShardingDataSource> shards = open("always");
                PlainAndSharded both = shards.both()) {
            fill(both);
            both.begin();
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET LOCAL statement_timeout = 12345");
                    statement.executeUpdate("UPDATE t SET a = 20 WHERE id IN (1, 2)");
                    Savepoint here = connection.setSavepoint("here");
                    statement.executeUpdate("UPDATE t SET a = a + 1");
                    assertThatThrownBy(() -> statement.executeUpdate("UPDATE t SET a = a * 90"))
                            .isInstanceOf(SQLException.class);
                    statement.executeUpdate("UPDATE u SET a = 9");
                    assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO u SELECT id, a FROM t"))
                            .isInstanceOf(SQLException.class);
                    connection.rollback(here);
                    assertThatThrownBy(() -> statement.executeUpdate("UPDATE c SET a = 1000"))
                            .isInstanceOf(SQLException.class);
                    connection.releaseSavepoint(here);
                }
            }
            both.query("SHOW statement_timeout").agree();
            agree(both);
            both.commit();
            agree(both);
        }
    }

    @Test
    void aFailedBatchIsUndone() throws Exception {
        try (Fixture<ShardingDataSource> shards = open("always");
                PlainAndSharded both = shards.both()) {
            fill(both);
            both.begin();
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                    for (int id : new int[] {21, 22, 23, 24, 5, 25}) {
                        statement.setInt(1, id);
                        statement.setInt(2, 1);
                        statement.addBatch();
                    }
                    assertThatThrownBy(statement::executeBatch).isInstanceOf(SQLException.class);
                }
            }
            agree(both);
            both.update("UPDATE t SET a = a + 1").agree();
            both.commit();
            agree(both);
        }
    }

    /** The driver does not undo what fails while rows are fetched: then the transaction is over, here as there. */
    @Test
    void whatFailsWhileRowsAreFetchedEndsTheTransaction() throws Exception {
        try (Fixture<ShardingDataSource> shards = open("always");
                PlainAndSharded both = shards.both()) {
            fill(both);
            both.begin();
            both.update("UPDATE t SET a = a + 1 WHERE id IN (1, 2)").agree();
            List<String> states = new ArrayList<>();
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (Statement statement = connection.createStatement()) {
                    statement.setFetchSize(1);
                    assertThatThrownBy(() -> {
                                try (var rows = statement.executeQuery("SELECT 1 / (a - 50) FROM t ORDER BY id")) {
                                    while (rows.next()) {
                                        rows.getInt(1);
                                    }
                                }
                            })
                            .isInstanceOf(SQLException.class);
                }
                try (Statement statement = connection.createStatement()) {
                    states.add(String.valueOf(statement.executeUpdate("UPDATE t SET a = a + 1 WHERE id IN (1, 2)")));
                } catch (SQLException e) {
                    states.add(e.getSQLState());
                }
                try {
                    connection.commit();
                    states.add("committed");
                } catch (SQLException e) {
                    states.add("not committed");
                }
            }
            assertThat(states.subList(2, 4)).isEqualTo(states.subList(0, 2));
            agree(both);
        }
    }

    /** It undoes only what it executes again. */
    @ParameterizedTest
    @ValueSource(strings = {"conservative", "never"})
    void otherwiseATransactionIsOverWithItsFirstFailure(String autosave) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(autosave);
                PlainAndSharded both = shards.both()) {
            fill(both);
            both.begin();
            both.update("UPDATE t SET a = a + 1 WHERE id IN (1, 2)").agree();
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (Statement statement = connection.createStatement()) {
                    assertThatThrownBy(() -> statement.execute("UPDATE t SET a = a * 90"))
                            .isInstanceOf(SQLException.class);
                    assertThatThrownBy(() -> statement.execute("UPDATE t SET a = 1"))
                            .isInstanceOf(SQLException.class)
                            .extracting(e -> ((SQLException) e).getSQLState())
                            .isEqualTo("25P02");
                }
            }
            both.rollback();
            agree(both);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"conservative", "always"})
    void preparedStatementsOutliveADefinition(String autosave) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(autosave);
                PlainAndSharded both = shards.both()) {
            fill(both);
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (PreparedStatement query = connection.prepareStatement("SELECT * FROM t ORDER BY id")) {
                    for (int i = 0; i < 10; i++) {
                        query.executeQuery().close();
                    }
                    connection.setAutoCommit(false);
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("ALTER TABLE t ADD COLUMN b INT");
                        statement.executeUpdate("UPDATE t SET b = 1");
                    }
                    try (var rows = query.executeQuery()) {
                        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(3);
                    }
                    connection.commit();
                    connection.setAutoCommit(true);
                }
            }
            agree(both);
        }
    }
}
