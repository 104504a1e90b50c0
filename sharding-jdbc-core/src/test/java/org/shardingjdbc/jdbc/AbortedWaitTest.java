package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** A connection that is aborted while a statement of it waits for a pool. */
final class AbortedWaitTest {
    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    @ParameterizedTest
    @ValueSource(strings = {"INSERT INTO t_row (id, n) VALUES (3, 1)", "UPDATE t_row SET n = 1"})
    @Timeout(300)
    void nothingRunsThatWaitedWhenItWasAborted(String sql) throws Exception {
        try (ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(configuration("aborted_" + sql.substring(0, 6)))) {
            execute(dataSource, "CREATE TABLE t_row (id BIGINT PRIMARY KEY, n INT)");
            execute(dataSource, "INSERT INTO t_row (id, n) VALUES (0, 0), (1, 0)");
            AtomicReference<SQLException> error = new AtomicReference<>();
            Connection holder = dataSource.getConnection();
            holder.setAutoCommit(false);
            read(holder);
            Connection aborted = dataSource.getConnection();
            Thread waiter = new Thread(() -> execute(aborted, sql, error));
            waiter.start();
            while (!WAITING.contains(waiter.getState())) {
                Thread.onSpinWait();
            }
            aborted.abort(task -> new Thread(task).start());
            holder.close();
            waiter.join();
            assertThat(error).doesNotHaveNullValue();
            try (Connection after = dataSource.getConnection();
                    Statement statement = after.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*), SUM(n) FROM t_row")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(2);
                assertThat(rows.getInt(2)).isZero();
            }
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM t_row WHERE id = 0")) {
            assertThat(rows.next()).isTrue();
        }
    }

    private static void execute(Connection connection, String sql, AtomicReference<SQLException> error) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            error.set(e);
        }
    }

    private static void execute(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ShardingConfiguration configuration(String database) {
        return ShardingConfiguration.builder()
                .dataSource(
                        "ds",
                        Map.of("jdbcUrl", "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1", "maximumPoolSize", "1"))
                .rule(ShardingRuleConfiguration.builder()
                        .autoTable(
                                new AutoTableConfiguration("t_row", "ds", StrategyConfiguration.standard("id", "mod")))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                        .build())
                .build();
    }
}
