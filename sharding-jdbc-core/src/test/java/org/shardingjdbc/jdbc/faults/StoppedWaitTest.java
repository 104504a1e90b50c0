package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/**
 * Statements that wait for a connection which somebody else has, for as long as nobody has the patience: a cancel, a
 * query timeout, an abort and a close end them, and what they waited for is there for the next one.
 */
@Timeout(300)
class StoppedWaitTest {
    private static final String PATIENCE = "600000";
    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private ShardingDataSource dataSource;
    /** An application's own pool, which others use as well. */
    private HikariDataSource shared;

    /** What waits for the connection of the second data source. */
    private enum Waiting {
        ONE_UNIT("SELECT n FROM t_row WHERE id = 1"),
        ONE_UNIT_WRITTEN("UPDATE t_row SET n = 1 WHERE id = 1"),
        SEVERAL_UNITS("SELECT n FROM t_row ORDER BY id"),
        SEVERAL_UNITS_WRITTEN("UPDATE t_row SET n = 1"),
        STEPS("SELECT n FROM t_row WHERE id = (SELECT MAX(id) FROM t_row WHERE n >= 0)");

        private final String sql;

        Waiting(String sql) {
            this.sql = sql;
        }
    }

    @BeforeEach
    void open() throws SQLException {
        shared = new HikariDataSource();
        shared.setJdbcUrl("jdbc:h2:mem:stopped_wait_1;DB_CLOSE_DELAY=-1");
        shared.setMaximumPoolSize(1);
        shared.setConnectionTimeout(Long.parseLong(PATIENCE));
        dataSource = ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                .dataSource(
                        "ds_0",
                        Map.of(
                                "jdbcUrl", "jdbc:h2:mem:stopped_wait_0;DB_CLOSE_DELAY=-1",
                                "maximumPoolSize", "3",
                                "connectionTimeout", PATIENCE))
                .dataSource("ds_1", shared)
                .rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_row", "ds_0,ds_1", StrategyConfiguration.standard("id", "mod")))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                        .build())
                .build());
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t_row");
            statement.execute("CREATE TABLE t_row (id BIGINT PRIMARY KEY, n INT)");
            statement.execute("INSERT INTO t_row (id, n) VALUES (0, 0), (1, 0)");
        }
    }

    /** The connection that was waited for is free, nothing is written, and all works. */
    @AfterEach
    void nothingIsLeft() throws SQLException {
        try (ShardingDataSource closed = dataSource;
                HikariDataSource own = shared) {
            try (Connection connection = closed.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*), SUM(n) FROM t_row")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(2);
                assertThat(rows.getInt(2)).isZero();
            }
            assertThat(own.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
        assertThat(Thread.interrupted()).isFalse();
    }

    /** What is done to a statement that waits. */
    private interface Stop {
        void stop(Connection connection, Statement statement) throws SQLException;
    }

    /** Lets a statement wait until it is stopped; returns why it failed. */
    private static SQLException stopped(Connection connection, Statement statement, Execution waiting, Stop stop)
            throws Exception {
        FutureTask<Boolean> leavesInterrupt = new FutureTask<>(() -> {
            try {
                waiting.run();
                return null;
            } finally {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        });
        Thread waiter = new Thread(leavesInterrupt);
        waiter.start();
        while (!WAITING.contains(waiter.getState())) {
            Thread.onSpinWait();
        }
        stop.stop(connection, statement);
        ExecutionException failed = catchThrowableOfType(ExecutionException.class, leavesInterrupt::get);
        assertThat(failed).as("it ended well").isNotNull();
        assertThat(failed).hasCauseInstanceOf(SQLException.class);
        return (SQLException) failed.getCause();
    }

    private interface Execution {
        void run() throws SQLException;
    }

    /** Somebody has the connection: through the data source, or beside it. */
    private Connection held(boolean beside) throws SQLException {
        if (beside) {
            return shared.getConnection();
        }
        Connection holder = dataSource.getConnection();
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM t_row WHERE id = 1")) {
            assertThat(rows.next()).isTrue();
        }
        return holder;
    }

    private static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM t_row WHERE id = 0")) {
            assertThat(rows.next()).isTrue();
        }
    }

    private static void assertCode(SQLException error, ErrorCode code) {
        assertThat(error.getErrorCode()).as(error.toString()).isEqualTo(code.number());
    }

    @ParameterizedTest
    @EnumSource
    void aCancelEndsIt(Waiting waiting) throws Exception {
        for (boolean beside : new boolean[] {false, true}) {
            for (boolean transaction : new boolean[] {false, true}) {
                try (Connection connection = dataSource.getConnection();
                        Statement statement = connection.createStatement();
                        PreparedStatement prepared = connection.prepareStatement(waiting.sql)) {
                    if (transaction) {
                        begin(connection);
                    }
                    try (Connection holder = held(beside)) {
                        assertThat(holder.isClosed()).isFalse();
                        Stop cancel = (of, executed) -> executed.cancel();
                        assertCode(
                                stopped(connection, statement, () -> statement.execute(waiting.sql), cancel),
                                ErrorCode.CANCELLED);
                        assertCode(stopped(connection, prepared, prepared::execute, cancel), ErrorCode.CANCELLED);
                    }
                    // The next execution is none of the cancel's.
                    prepared.execute();
                    if (transaction) {
                        connection.rollback();
                    }
                }
                write("UPDATE t_row SET n = 0");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void itsTimeEndsIt(Waiting waiting) throws Exception {
        for (boolean beside : new boolean[] {false, true}) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                if (beside) {
                    begin(connection);
                }
                statement.setQueryTimeout(1);
                try (Connection holder = held(beside)) {
                    assertThat(holder.isClosed()).isFalse();
                    SQLException error =
                            stopped(connection, statement, () -> statement.execute(waiting.sql), (of, executed) -> {});
                    assertThat((Throwable) error).isInstanceOf(SQLTimeoutException.class);
                    assertCode(error, ErrorCode.QUERY_TIMEOUT);
                }
                statement.execute(waiting.sql);
                if (beside) {
                    connection.rollback();
                }
            }
            write("UPDATE t_row SET n = 0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAbortAndACloseEndIt(Waiting waiting) throws Exception {
        Stop abort = (connection, statement) -> connection.abort(Runnable::run);
        Stop close = (connection, statement) -> connection.close();
        for (Stop stop : new Stop[] {abort, close}) {
            for (boolean beside : new boolean[] {false, true}) {
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                if (beside) {
                    begin(connection);
                }
                try (Connection holder = held(beside)) {
                    assertThat(holder.isClosed()).isFalse();
                    SQLException error = stopped(connection, statement, () -> statement.execute(waiting.sql), stop);
                    assertThat(error.getSQLState()).as(error.toString()).isIn("08003", "HY010");
                    assertThat(connection.isClosed()).isTrue();
                }
            }
        }
    }

    private void write(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
