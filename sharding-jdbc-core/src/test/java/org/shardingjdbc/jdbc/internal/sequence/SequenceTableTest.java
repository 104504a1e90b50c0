package org.shardingjdbc.jdbc.internal.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Keys that two data sources of the library make from one table. */
final class SequenceTableTest {
    private static final int ROWS = 60;

    private static ShardingConfiguration configuration(TestServer server, String dataSource, String table) {
        Map<String, String> pool = Map.of(
                "jdbcUrl", server.jdbcUrl("sequence_a"), "username", server.user(), "password", server.password());
        return ShardingConfiguration.builder()
                .dataSource("a", pool)
                .rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                        "t_order", "a", StrategyConfiguration.standard("order_id", "mod"))
                                .withKeyGenerateStrategy("order_id", "counted"))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                        .keyGenerator(
                                "counted",
                                new AlgorithmConfiguration(
                                        "SEQUENCE",
                                        Map.of(
                                                "data-source",
                                                dataSource,
                                                "table",
                                                table,
                                                "sequence",
                                                "orders",
                                                "cache-size",
                                                "7")))
                        .build())
                .build();
    }

    private static List<Long> inserted(ShardingDataSource dataSource) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < ROWS; i++) {
                statement.executeUpdate("INSERT INTO t_order (note) VALUES ('n')", Statement.RETURN_GENERATED_KEYS);
                try (ResultSet made = statement.getGeneratedKeys()) {
                    made.next();
                    keys.add(made.getLong(1));
                }
            }
            connection.rollback();
        }
        return keys;
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL", "MARIADB"})
    void twoInstancesAndTheNextOneNeverMakeAKeyTwice(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        server.createDatabase("sequence_a");
        List<Long> all = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try (ShardingDataSource one =
                        ShardingDataSourceFactory.create(configuration(server, "a", "sharding_jdbc_sequence"));
                ShardingDataSource two =
                        ShardingDataSourceFactory.create(configuration(server, "a", "sharding_jdbc_sequence"))) {
            try (Connection connection = one.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
            }
            List<Callable<List<Long>>> work = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                ShardingDataSource used = i % 2 == 0 ? one : two;
                work.add(() -> inserted(used));
            }
            for (Future<List<Long>> each : threads.invokeAll(work)) {
                assertThat(each.get()).isSorted();
                all.addAll(each.get());
            }
        } finally {
            threads.shutdownNow();
        }
        try (ShardingDataSource restarted =
                ShardingDataSourceFactory.create(configuration(server, "a", "sharding_jdbc_sequence"))) {
            all.addAll(inserted(restarted));
        }
        // the application rolled all of it back, and no key came again
        assertThat(all).hasSize(7 * ROWS).doesNotHaveDuplicates().allMatch(key -> key > 0);
    }

    @Test
    void aTableThatCannotBeMadeIsToldWithItsDefinition() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.H2);
        server.createDatabase("sequence_a");
        try (ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(configuration(server, "a", "nowhere.counted"))) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
            }
            assertThatThrownBy(() -> inserted(dataSource))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-5203")
                    .hasMessageContaining("CREATE TABLE nowhere.counted");
        }
    }

    @Test
    void aDataSourceThatIsNotThereIsAMistakeOfTheConfiguration() {
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(
                        configuration(TestServer.of(DatabaseKind.H2), "b", "sharding_jdbc_sequence")))
                .hasMessageContaining("keyGenerators.counted.props.data-source");
    }
}
