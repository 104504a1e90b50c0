package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** What a session holds while its data sources get other pools. */
final class ReplacedPoolsTest {
    private static final String LONE = "replaced_lone";

    private static Map<String, String> pool(TestServer server, String database, int size) {
        return Map.of(
                "jdbcUrl",
                server.jdbcUrl(database),
                "username",
                server.user(),
                "password",
                server.password(),
                "maximumPoolSize",
                Integer.toString(size));
    }

    private static ShardingConfiguration sharded(TestServer server, int size) {
        return ShardingConfiguration.builder()
                .dataSource("a", pool(server, "replaced_a", size))
                .dataSource("b", pool(server, "replaced_b", size))
                .rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_order", "a,b", StrategyConfiguration.standard("order_id", "mod")))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                        .build())
                .build();
    }

    private static ShardingConfiguration lone(TestServer server, int size) {
        return ShardingConfiguration.builder()
                .dataSource("lone", pool(server, LONE, size))
                .build();
    }

    private static List<String> texts(Statement statement, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL"})
    void aTransactionGoesOnWhereItBegan(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase("replaced_a");
        server.createDatabase("replaced_b");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(sharded(server, 4));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
            statement.execute("INSERT INTO t_order VALUES (1, 'n'), (2, 'n'), (3, 'n'), (4, 'n')");
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t_order SET note = 'mine' WHERE order_id IN (1, 2)");
            dataSource.reconfigure(sharded(server, 3));
            assertThat(texts(statement, "SELECT note FROM t_order ORDER BY order_id"))
                    .containsExactly("mine", "mine", "n", "n");
            assertThat(texts(statement, "SELECT note FROM t_order WHERE order_id = 1"))
                    .containsExactly("mine");
            assertThat(statement.executeUpdate("UPDATE t_order SET note = 'all' WHERE order_id < 5"))
                    .isEqualTo(4);
            connection.rollback();
            assertThat(texts(statement, "SELECT note FROM t_order")).containsOnly("n");
            assertThat(dataSource.dataSources().keySet()).containsExactly("a", "b");
        }
    }

    @Test
    void aLockOfTheSessionIsGivenUpWhereItWasTaken() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        server.createDatabase(LONE);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(lone(server, 4));
                Connection holder = dataSource.getConnection();
                Statement locking = holder.createStatement();
                Connection other = dataSource.getConnection();
                Statement trying = other.createStatement()) {
            locking.execute("SELECT pg_advisory_lock(7)");
            dataSource.reconfigure(lone(server, 3));
            assertThat(texts(trying, "SELECT pg_try_advisory_lock(7)")).containsExactly("f");
            assertThat(texts(locking, "SELECT pg_advisory_unlock(7)")).containsExactly("t");
            assertThat(texts(trying, "SELECT pg_try_advisory_lock(7)")).containsExactly("t");
        }
    }
}
