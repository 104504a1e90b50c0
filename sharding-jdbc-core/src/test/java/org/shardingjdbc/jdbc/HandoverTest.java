package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A configuration is replaced when nothing runs by it any more. */
final class HandoverTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(100);

    /** Two tables on one data source; {@code count} decides which rows are where. */
    private static ShardingConfiguration sharded(TestServer server, int count) {
        return ShardingConfiguration.builder()
                .dataSource(
                        "a",
                        Map.of(
                                "jdbcUrl",
                                server.jdbcUrl("handover"),
                                "username",
                                server.user(),
                                "password",
                                server.password()))
                .rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration("t", "a", StrategyConfiguration.standard("id", "mod")))
                        .shardingAlgorithm(
                                "mod", AlgorithmConfiguration.of("MOD", "sharding-count", Integer.toString(count)))
                        .build())
                .build();
    }

    private static ShardingDataSource open(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase("handover");
        ShardingDataSource dataSource = ShardingDataSourceFactory.create(sharded(server, 4));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)");
            statement.execute("INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0), (6, 0)");
        }
        return dataSource;
    }

    private static ReconfigureOptions exclusive(Duration limit, ReconfigureOptions.Between between) {
        return ReconfigureOptions.builder()
                .handover(Newcomers.WAIT, limit)
                .between(between)
                .build();
    }

    private static ReconfigureOptions overlapping(Duration limit) {
        return ReconfigureOptions.builder().handover(Newcomers.GO_ON, limit).build();
    }

    private static CompletableFuture<Void> handOver(
            ShardingDataSource dataSource, DatabaseKind kind, ReconfigureOptions handover) {
        return CompletableFuture.runAsync(() -> {
            try {
                dataSource.reconfigure(sharded(TestServer.of(kind), 2), handover);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Who hands over may have little of a processor: the next configuration counts a while after it began. */
    private static void awaitPlaced(Connection connection, String table) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!placed(connection).contains(table) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(placed(connection)).contains(table);
    }

    private static void requireWaits(Future<?> waiting) throws Exception {
        assertThatThrownBy(() -> waiting.get(150, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    }

    /** Where the row of id 3 goes: {@code t_3} by four tables, {@code t_1} by two. */
    private static String placed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN SHARDING SELECT v FROM t WHERE id = 3")) {
            StringBuilder text = new StringBuilder();
            while (rows.next()) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    text.append(rows.getString(column)).append('\n');
                }
            }
            return text.toString();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void aTransactionEndsByTheConfigurationThatItBeganWithAndOthersWait(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Connection other = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET v = 1 WHERE id = 1");
            AtomicBoolean between = new AtomicBoolean();
            CompletableFuture<Void> handover = handOver(dataSource, kind, exclusive(LONG, () -> between.set(true)));
            requireWaits(handover);
            CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return placed(other);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            requireWaits(waiting);
            assertThat(between).isFalse();
            assertThat(statement.executeUpdate("UPDATE t SET v = 1 WHERE id = 3"))
                    .isEqualTo(1);
            assertThat(placed(connection)).contains("t_3");
            connection.commit();
            handover.get(60, TimeUnit.SECONDS);
            assertThat(between).isTrue();
            assertThat(waiting.get(60, TimeUnit.SECONDS)).contains("t_1");
            assertThat(placed(connection)).contains("t_1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void whatTakesTooLongKeepsTheOldConfiguration(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Connection other = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET v = 1 WHERE id = 1");
            assertThatThrownBy(
                            () -> dataSource.reconfigure(sharded(TestServer.of(kind), 2), exclusive(SHORT, () -> {})))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-7016")
                    .hasMessageContaining("the old configuration stays");
            assertThat(placed(other)).contains("t_3");
            connection.rollback();
            dataSource.reconfigure(sharded(TestServer.of(kind), 2), exclusive(LONG, () -> {}));
            assertThat(placed(other)).contains("t_1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void newcomersGoOnByTheNextOneWhereTheyMayOverlap(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Connection other = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET v = 1 WHERE id = 1");
            CompletableFuture<Void> handover = handOver(dataSource, kind, overlapping(LONG));
            requireWaits(handover);
            awaitPlaced(other, "t_1");
            other.setAutoCommit(false);
            try (Statement next = other.createStatement()) {
                next.executeUpdate("UPDATE t SET v = 2 WHERE id = 4");
            }
            connection.commit();
            // the transaction of the new configuration is not waited for
            handover.get(60, TimeUnit.SECONDS);
            other.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void overlappingOnesTellThatTheTimeIsOver(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET v = 1 WHERE id = 1");
            assertThatThrownBy(() -> dataSource.reconfigure(sharded(TestServer.of(kind), 2), overlapping(SHORT)))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getErrorCode())
                    .isEqualTo(ErrorCode.VERSION_IN_USE.number());
            try (Connection other = dataSource.getConnection()) {
                assertThat(placed(other)).contains("t_1");
            }
            // what began by the first of three is waited for, too
            assertThatThrownBy(
                            () -> dataSource.reconfigure(sharded(TestServer.of(kind), 4), exclusive(SHORT, () -> {})))
                    .hasMessageContaining("SHD-7016");
            connection.rollback();
            dataSource.reconfigure(sharded(TestServer.of(kind), 4), exclusive(LONG, () -> {}));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL"})
    void aResultThatIsReadFromTheDatabaseIsWaitedFor(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(1);
            ResultSet rows = statement.executeQuery("SELECT id FROM t WHERE id IN (2, 6)");
            assertThat(rows.next()).isTrue();
            CompletableFuture<Void> handover = handOver(dataSource, kind, exclusive(LONG, () -> {}));
            requireWaits(handover);
            // who has it open is not held, as nobody could end it then
            assertThat(placed(connection)).contains("t_3");
            rows.close();
            handover.get(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void whatFailsInBetweenKeepsTheOldConfiguration(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection()) {
            assertThatThrownBy(() -> dataSource.reconfigure(sharded(TestServer.of(kind), 2), exclusive(LONG, () -> {
                        throw new SQLException("not now");
                    })))
                    .hasMessageContaining("not now");
            assertThat(placed(connection)).contains("t_3");
        }
    }

    /** How a statement is executed. */
    private enum Work {
        QUERY {
            @Override
            Statement begin(Connection connection) throws SQLException {
                return connection.createStatement();
            }

            @Override
            void execute(Statement statement) throws SQLException {
                statement.executeQuery("SELECT v FROM t WHERE id = 1");
            }
        },
        PREPARED_WRITE {
            @Override
            Statement begin(Connection connection) throws SQLException {
                return connection.prepareStatement("UPDATE t SET v = v + 1 WHERE id = 1");
            }

            @Override
            void execute(Statement statement) throws SQLException {
                ((PreparedStatement) statement).executeUpdate();
            }
        },
        BATCH {
            @Override
            Statement begin(Connection connection) throws SQLException {
                Statement statement = connection.createStatement();
                statement.addBatch("UPDATE t SET v = v + 1 WHERE id = 1");
                return statement;
            }

            @Override
            void execute(Statement statement) throws SQLException {
                statement.executeBatch();
            }
        },
        PREPARED_BATCH {
            @Override
            Statement begin(Connection connection) throws SQLException {
                PreparedStatement statement = connection.prepareStatement("UPDATE t SET v = v + 1 WHERE id = ?");
                statement.setInt(1, 1);
                statement.addBatch();
                return statement;
            }

            @Override
            void execute(Statement statement) throws SQLException {
                statement.executeBatch();
            }
        };

        abstract Statement begin(Connection connection) throws SQLException;

        abstract void execute(Statement statement) throws SQLException;
    }

    /** How an execution ends that waits. */
    private enum Stop {
        CANCEL(ErrorCode.CANCELLED) {
            @Override
            void of(Statement statement, Thread waiting) throws SQLException {
                statement.cancel();
            }
        },
        TIMEOUT(ErrorCode.QUERY_TIMEOUT) {
            @Override
            void of(Statement statement, Thread waiting) {
                // It was set before, see below.
            }
        },
        INTERRUPT(ErrorCode.INTERRUPTED) {
            @Override
            void of(Statement statement, Thread waiting) {
                waiting.interrupt();
            }
        },
        CLOSE(ErrorCode.STATEMENT_CLOSED) {
            @Override
            void of(Statement statement, Thread waiting) throws SQLException {
                statement.close();
            }
        },
        CLOSE_CONNECTION(ErrorCode.CLOSED) {
            @Override
            void of(Statement statement, Thread waiting) throws SQLException {
                statement.getConnection().close();
            }
        },
        ABORT(ErrorCode.CLOSED) {
            @Override
            void of(Statement statement, Thread waiting) throws SQLException {
                statement.getConnection().abort(Runnable::run);
            }
        };

        final ErrorCode told;

        Stop(ErrorCode told) {
            this.told = told;
        }

        abstract void of(Statement statement, Thread waiting) throws SQLException;
    }

    /** Opens a handover whose {@code between} lasts until {@code end}, and returns when it has begun. */
    private static CompletableFuture<Void> lasting(ShardingDataSource dataSource, CountDownLatch end)
            throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> handover = handOver(dataSource, DatabaseKind.H2, exclusive(LONG, () -> {
            begun.countDown();
            try {
                assertThat(end.await(120, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        return handover;
    }

    private static FutureTask<Void> task(Work work, Statement statement) {
        return new FutureTask<>(() -> {
            work.execute(statement);
            return null;
        });
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "handover-waiting");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Nothing that the handover would wait for: a savepoint before the first statement. */
    @ParameterizedTest
    @EnumSource
    void aTransactionThatReachedNoDataSourceWaitsForTheNextOne(Work work) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ShardingDataSource dataSource = open(DatabaseKind.H2);
                Connection connection = dataSource.getConnection();
                Statement statement = work.begin(connection)) {
            connection.setAutoCommit(false);
            connection.setSavepoint("a");
            CompletableFuture<Void> handover = lasting(dataSource, end);
            FutureTask<Void> waiting = task(work, statement);
            Thread thread = start(waiting);
            assertThatThrownBy(() -> waiting.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long before = threads.getThreadCpuTime(thread.getId());
            assertThatThrownBy(() -> waiting.get(600, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(threads.getThreadCpuTime(thread.getId()) - before).isLessThan(TimeUnit.MILLISECONDS.toNanos(60));
            end.countDown();
            waiting.get(60, TimeUnit.SECONDS);
            handover.get(60, TimeUnit.SECONDS);
            assertThat(placed(connection)).contains("t_1");
            connection.commit();
        } finally {
            end.countDown();
        }
    }

    private static Stream<Arguments> stops() {
        return Stream.of(Work.values()).flatMap(work -> Stream.of(Stop.values()).map(stop -> arguments(work, stop)));
    }

    @ParameterizedTest
    @MethodSource("stops")
    void whoWaitsForTheNextOneCanBeStopped(Work work, Stop stop) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ShardingDataSource dataSource = open(DatabaseKind.H2);
                Connection connection = dataSource.getConnection();
                Statement statement = work.begin(connection)) {
            connection.setAutoCommit(false);
            connection.setSavepoint("a");
            if (stop == Stop.TIMEOUT) {
                statement.setQueryTimeout(1);
            }
            CompletableFuture<Void> handover = lasting(dataSource, end);
            FutureTask<Void> waiting = task(work, statement);
            Thread thread = start(waiting);
            requireWaits(waiting);
            stop.of(statement, thread);
            assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getErrorCode())
                    .isIn(numbers(stop));
            assertThat(handover).isNotDone();
            end.countDown();
            handover.get(60, TimeUnit.SECONDS);
        } finally {
            end.countDown();
        }
    }

    /** A connection closes its statements first, and whoever waits may see the one or the other. */
    private static Set<Integer> numbers(Stop stop) {
        return stop == Stop.CLOSE_CONNECTION
                ? Set.of(stop.told.number(), ErrorCode.STATEMENT_CLOSED.number())
                : Set.of(stop.told.number());
    }

    /** The tables change hands in between: whoever came late by the old configuration would lose its write. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void nothingIsWrittenByTheOldOneAfterTheNextCounts(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        try (ShardingDataSource dataSource = open(kind)) {
            int writers = 4;
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger written = new AtomicInteger();
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                int mode = i;
                running.add(CompletableFuture.runAsync(() -> {
                    try {
                        write(dataSource, mode, stop, written);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            int tables = 4;
            for (int round = 0; round < 12; round++) {
                int next = tables == 4 ? 2 : 4;
                int from = tables;
                Thread.sleep(20);
                dataSource.reconfigure(sharded(server, next), exclusive(LONG, () -> move(server, from, next)));
                tables = next;
            }
            stop.set(true);
            for (CompletableFuture<Void> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet sum = statement.executeQuery("SELECT SUM(v) FROM t")) {
                assertThat(sum.next()).isTrue();
                assertThat(sum.getInt(1)).isEqualTo(written.get()).isPositive();
            }
        }
    }

    private static void write(ShardingDataSource dataSource, int mode, AtomicBoolean stop, AtomicInteger written)
            throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET v = v + 1 WHERE id = ?")) {
            connection.setAutoCommit(mode % 2 == 0);
            for (int i = 0; !stop.get(); i++) {
                // rows that change their table with the number of tables; one for each writer, so that none waits
                update.setInt(1, mode < 2 ? 2 + mode : 6 - 2 * (mode - 2));
                int count = 1;
                if (mode == 2) {
                    update.addBatch();
                    update.addBatch();
                    update.executeBatch();
                    count = 2;
                } else {
                    assertThat(update.executeUpdate()).isEqualTo(1);
                }
                if (mode % 2 == 1) {
                    connection.commit();
                }
                written.addAndGet(count);
            }
        }
    }

    /** Moves all rows, as nobody could who had to fear a late write. */
    private static void move(TestServer server, int from, int to) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("handover"), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (int source = 0; source < from; source++) {
                for (int target = 0; target < to; target++) {
                    if (source != target) {
                        String where = " FROM t_" + source + " WHERE MOD(id, " + to + ") = " + target;
                        statement.executeUpdate("INSERT INTO t_" + target + " SELECT *" + where);
                        statement.executeUpdate("DELETE" + where);
                    }
                }
            }
        }
    }
}
