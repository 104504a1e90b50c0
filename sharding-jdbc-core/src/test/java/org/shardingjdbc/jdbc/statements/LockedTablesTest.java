package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A lock of a table of PostgreSQL is taken wherever the table is, and lasts until the transaction ends. */
class LockedTablesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
              shardingAlgorithms:
                mod_4: {type: MOD, props: {sharding-count: 4}}
            - !BROADCAST
              tables: [c]
            """;

    @ParameterizedTest
    @CsvSource({
        "LOCK TABLE t IN EXCLUSIVE MODE, t_0 t_2, t_1 t_3",
        "LOCK t, t_0 t_2, t_1 t_3",
        "LOCK TABLE ONLY t IN SHARE MODE, t_0 t_2, t_1 t_3",
        "LOCK TABLE logic_db.t NOWAIT, t_0 t_2, t_1 t_3",
        "LOCK TABLE c IN EXCLUSIVE MODE, c, c",
        "LOCK ONLY c, c, c"
    })
    void everyPlaceOfATableIsLockedUntilTheTransactionEnds(String lock, String first, String second) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(DatabaseKind.POSTGRESQL, "locked_tables")
                        .rules(RULES)
                        .open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE c (id INT PRIMARY KEY, a INT)");
            assertThatThrownBy(() -> statement.execute(lock))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("25P01");
            connection.setAutoCommit(false);
            statement.execute(lock);
            assertThat(statement.getUpdateCount()).isZero();
            assertLocked(shards, 0, first, true);
            assertLocked(shards, 1, second, true);
            statement.executeUpdate("INSERT INTO t VALUES (1, 1), (2, 2)");
            connection.commit();
            assertLocked(shards, 0, first, false);
            assertLocked(shards, 1, second, false);
        }
    }

    private static void assertLocked(Fixture<?> shards, int dataSource, String tables, boolean locked)
            throws SQLException {
        for (String table : tables.split(" ")) {
            try (Connection other = shards.raw(dataSource).getConnection();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                String sql = "LOCK TABLE " + table + " IN ROW EXCLUSIVE MODE NOWAIT";
                if (locked) {
                    assertThatThrownBy(() -> statement.execute(sql))
                            .isInstanceOf(SQLException.class)
                            .extracting(e -> ((SQLException) e).getSQLState())
                            .isEqualTo("55P03");
                } else {
                    statement.execute(sql);
                }
                other.rollback();
            }
        }
    }
}
