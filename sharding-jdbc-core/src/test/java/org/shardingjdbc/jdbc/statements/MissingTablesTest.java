package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** An actual table that is missing is named with its logic table, its data source and what to do. */
class MissingTablesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_12}}
              shardingAlgorithms:
                mod_12: {type: MOD, props: {sharding-count: 12}}
            """;

    @ParameterizedTest
    @EnumSource
    void namesTheMissingActualTable(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(kind, "missing_tables").rules(RULES).open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            SQLException none = failure(statement, "INSERT INTO t (id, a) VALUES (5, 1)");
            assertThat((Throwable) none)
                    .hasMessageStartingWith("SHD-4136: Actual table t_0 of logic table t is not in data source ds_0");
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT)");
            try (Connection raw = shards.raw(1).getConnection();
                    Statement drop = raw.createStatement()) {
                drop.execute("DROP TABLE t_1");
                drop.execute("DROP TABLE t_11");
            }
            for (String sql : new String[] {
                "INSERT INTO t (id, a) VALUES (11, 1)",
                "SELECT * FROM t WHERE id = 11",
                "UPDATE t SET a = 2 WHERE id = 11",
                "DELETE FROM t WHERE id = 11"
            }) {
                SQLException one = failure(statement, sql);
                assertThat((Throwable) one)
                        .as(sql)
                        .hasMessageStartingWith(
                                "SHD-4136: Actual table t_11 of logic table t is not in data source ds_1")
                        .hasMessageContaining("the command check");
                assertThat(one.getSQLState()).as("as the driver tells it").startsWith("42");
                assertThat(one.getErrorCode()).isNotEqualTo(4136);
            }
            assertThat((Throwable) failure(statement, "SELECT COUNT(*) FROM t"))
                    .hasMessageStartingWith("SHD-4136")
                    .hasMessageContaining("in data source ds_1");
            statement.execute("INSERT INTO t (id, a) VALUES (3, 1)");
        }
    }

    private static SQLException failure(Statement statement, String sql) {
        return catchThrowableOfType(SQLException.class, () -> statement.execute(sql));
    }
}
