package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;

/**
 * A cancel that comes when an execution has been planned and has no connection yet: while it is decided to which data
 * node it goes.
 */
class CancelBetweenTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:cancel_between;DB_CLOSE_DELAY=-1', maximumPoolSize: 2}
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_0.t_${0..1}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: halting}}
              shardingAlgorithms:
                halting:
                  type: CLASS_BASED
                  props: {strategy: STANDARD, algorithmClassName: '%s'}
            """.formatted(Halting.class.getName());

    /** Lets a statement be cancelled by another thread before it goes on. */
    public static final class Halting implements StandardShardingAlgorithm<Long> {
        /** Null for none. */
        private static volatile @Nullable Statement struck;

        @Override
        public String precise(List<String> targets, PreciseShardingValue<Long> value) {
            Statement now = struck;
            if (now != null) {
                struck = null;
                CompletableFuture.runAsync(() -> cancel(now)).join();
            }
            return targets.get((int) (value.value() % 2));
        }

        private static void cancel(Statement statement) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Collection<String> range(List<String> targets, RangeShardingValue<Long> range) {
            return targets;
        }
    }

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException {
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)");
            statement.execute("INSERT INTO t VALUES (1, 7)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
    }

    private static void cancelled(Statement statement, Execution execution) {
        Halting.struck = statement;
        assertThatThrownBy(execution::run).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                .isEqualTo(ErrorCode.CANCELLED.number()));
        assertThat(Halting.struck).isNull();
    }

    private interface Execution {
        void run() throws SQLException;
    }

    @Test
    void itEndsAPreparedStatementAndNotTheNextExecution() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE id = ?");
                PreparedStatement update = connection.prepareStatement("UPDATE t SET v = v + 1 WHERE id = ?")) {
            select.setLong(1, 1);
            update.setLong(1, 1);
            for (int v = 7; v < 10; v++) {
                assertThat(v(select)).isEqualTo(v);
                cancelled(select, select::executeQuery);
                cancelled(update, update::executeUpdate);
                assertThat(v(select)).isEqualTo(v);
                assertThat(update.executeUpdate()).isEqualTo(1);
            }
        }
    }

    private static int v(PreparedStatement select) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void itEndsATextAndNotTheNextOne() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            String read = "SELECT v FROM t WHERE id = 1";
            String write = "DELETE FROM t WHERE id = 1";
            assertThat(statement.executeQuery(read).next()).isTrue();
            cancelled(statement, () -> statement.executeQuery(read));
            cancelled(statement, () -> statement.executeUpdate(write));
            assertThat(statement.executeQuery(read).next()).isTrue();
            assertThat(statement.executeUpdate(write)).isEqualTo(1);
        }
    }
}
