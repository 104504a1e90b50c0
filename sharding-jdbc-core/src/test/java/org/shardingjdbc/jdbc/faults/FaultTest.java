package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcProbe;

/**
 * A fault at the n-th JDBC call, for every n along a statement. Whatever the fault: the statement answers rightly or
 * fails with the fault as its cause, the pools are idle afterwards with nothing left open, the next statement works,
 * and no thread stays.
 */
@Timeout(600)
class FaultTest {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "fault-test"));

    @AfterEach
    void stopThread() {
        thread.shutdownNow();
    }

    /** A piece of work with JDBC whose answer is known. */
    private enum Scenario {
        /** Reads all rows of eight data nodes in order. */
        FAN_OUT_SELECT {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE amount >= ? ORDER BY order_id")) {
                    running.set(statement);
                    statement.setInt(1, 0);
                    try (ResultSet rows = statement.executeQuery()) {
                        int expected = 0;
                        while (rows.next()) {
                            assertThat(rows.getInt(1)).isEqualTo(++expected);
                        }
                        assertThat(expected).isEqualTo(FaultyShards.ROWS);
                    }
                }
            }
        },
        /** Computes one row of eight. */
        AGGREGATE {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                try (Statement statement = connection.createStatement()) {
                    running.set(statement);
                    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), MAX(order_id) FROM t_order")) {
                        rows.next();
                        assertThat(rows.getInt(1)).isEqualTo(FaultyShards.ROWS);
                        assertThat(rows.getInt(2)).isEqualTo(FaultyShards.ROWS);
                    }
                }
            }
        },
        /** Pulls the rows of all data nodes together. */
        PULLED {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                readPulled(connection, running);
            }

            @Override
            boolean pulls() {
                return true;
            }
        },
        /** The same in a transaction that has changed something. */
        PULLED_IN_TRANSACTION {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("INSERT INTO t_order VALUES (101, 1, -1)");
                }
                readPulled(connection, running);
                connection.commit();
            }

            @Override
            boolean pulls() {
                return true;
            }

            @Override
            int rowsAdded() {
                return 1;
            }
        },
        /** Inserts into all data nodes in autocommit mode: all rows or none. */
        BATCH_INSERT {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?)")) {
                    running.set(insert);
                    for (int id = 101; id <= 110; id++) {
                        insert.setInt(1, id);
                        insert.setInt(2, id / 4);
                        insert.setInt(3, -1);
                        insert.addBatch();
                    }
                    assertThat(insert.executeBatch()).hasSize(10).containsOnly(1);
                }
            }

            @Override
            int rowsAdded() {
                return 10;
            }
        },
        /** Changes rows of all data nodes in one transaction. */
        COMMIT {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    running.set(statement);
                    statement.executeUpdate("INSERT INTO t_order VALUES (101, 1, -1), (102, 2, -1), (103, 3, -1)");
                    statement.executeUpdate("INSERT INTO t_order VALUES (104, 4, -1), (105, 5, -1), (106, 6, -1)");
                }
                connection.commit();
            }

            @Override
            int rowsAdded() {
                return 6;
            }
        },
        /** Inserts the rows of a query where they belong, in autocommit mode: all rows or none. */
        COPIED_ROWS {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                try (Statement statement = connection.createStatement()) {
                    running.set(statement);
                    assertThat(
                                    statement.executeUpdate(
                                            "INSERT INTO t_order SELECT order_id + 100, user_id + 1, -1 FROM t_order WHERE order_id < 9"))
                            .isEqualTo(8);
                }
            }

            @Override
            int rowsAdded() {
                return 8;
            }
        },
        /** Moves rows to other data nodes, which another session sees at once or not at all. */
        MOVED_ROWS {
            @Override
            void run(Connection connection, AtomicReference<Statement> running) throws SQLException {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    running.set(statement);
                    statement.executeUpdate("INSERT INTO t_order VALUES (101, 1, -1), (102, 2, -1), (103, 3, -1)");
                    assertThat(statement.executeUpdate("UPDATE t_order SET user_id = user_id + 1 WHERE amount = -1"))
                            .isEqualTo(3);
                }
                connection.commit();
            }

            @Override
            int rowsAdded() {
                return 3;
            }
        };

        /**
         * Does the work and checks its answer.
         *
         * @param running takes the statement that is about to run, so that another thread can cancel it
         */
        abstract void run(Connection connection, AtomicReference<Statement> running) throws SQLException;

        /** How many rows with the amount -1 it adds. */
        int rowsAdded() {
            return 0;
        }

        /** Whether it makes temporary tables. */
        boolean pulls() {
            return false;
        }

        boolean writes() {
            return rowsAdded() > 0;
        }
    }

    /** Joins the orders with their neighbours, which other data nodes have. */
    private static void readPulled(Connection connection, AtomicReference<Statement> running) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT o.order_id, n.order_id FROM t_order o"
                + " JOIN t_order n ON n.order_id = o.order_id + ? WHERE o.amount >= 0 AND n.amount >= 0"
                + " ORDER BY o.order_id")) {
            running.set(statement);
            statement.setInt(1, 1);
            try (ResultSet rows = statement.executeQuery()) {
                int expected = 0;
                while (rows.next()) {
                    assertThat(rows.getInt(1)).isEqualTo(++expected);
                    assertThat(rows.getInt(2)).isEqualTo(expected + 1);
                }
                assertThat(expected).isEqualTo(FaultyShards.ROWS - 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FAN_OUT_SELECT, 4",
        "FAN_OUT_SELECT, 1",
        "AGGREGATE, 4",
        "AGGREGATE, 1",
        "BATCH_INSERT, 4",
        "COMMIT, 4",
        "COPIED_ROWS, 4",
        "MOVED_ROWS, 4"
    })
    void exceptionAtEveryCall(Scenario scenario, int maxConnections) throws Exception {
        strikeEveryCall(scenario, maxConnections, Fault.throwing());
    }

    @ParameterizedTest
    @CsvSource({
        "FAN_OUT_SELECT, 4",
        "FAN_OUT_SELECT, 1",
        "BATCH_INSERT, 4",
        "COMMIT, 4",
        "COPIED_ROWS, 4",
        "MOVED_ROWS, 4"
    })
    void droppedConnectionAtEveryCall(Scenario scenario, int maxConnections) throws Exception {
        strikeEveryCall(scenario, maxConnections, Fault.dropConnection());
    }

    @ParameterizedTest
    @CsvSource({"FAN_OUT_SELECT, 4", "PULLED, 4", "BATCH_INSERT, 4", "COMMIT, 4"})
    void delayAtEveryCallChangesNothing(Scenario scenario, int maxConnections) throws Exception {
        try (FaultyShards shards = new FaultyShards(maxConnections)) {
            long calls = callsOf(scenario, shards);
            for (long call = 1; call <= calls; call++) {
                shards.probe().reset();
                shards.probe().strike(call, Fault.delay(Duration.ofMillis(3)));
                run(scenario, shards);
                clean(scenario, shards, "a delay at call " + call);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FAN_OUT_SELECT, 4",
        "FAN_OUT_SELECT, 1",
        "AGGREGATE, 4",
        "BATCH_INSERT, 4",
        "COMMIT, 4",
        "COPIED_ROWS, 4",
        "MOVED_ROWS, 4"
    })
    void hangAtEveryCallEndsByCancel(Scenario scenario, int maxConnections) throws Exception {
        try (FaultyShards shards = new FaultyShards(maxConnections)) {
            long calls = callsOf(scenario, shards);
            for (long call = 1; call <= calls; call++) {
                hangAndCancel(scenario, shards, call);
                clean(scenario, shards, "a hang at call " + call);
            }
        }
    }

    /** The caller waits for a data source that does not answer, and is interrupted. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void interruptOfTheCallerEndsTheWait(int maxConnections) throws Exception {
        try (FaultyShards shards = new FaultyShards(maxConnections)) {
            JdbcProbe probe = shards.probe();
            boolean interrupted = false;
            while (!interrupted) {
                probe.reset();
                AtomicReference<Thread> caller = new AtomicReference<>();
                AtomicBoolean struck = new AtomicBoolean();
                probe.strikeWhen(
                        call -> call.method().startsWith("execute")
                                && Thread.currentThread() != caller.get()
                                && struck.compareAndSet(false, true),
                        Fault.hang());
                Future<SQLException> work = thread.submit(() -> failureOf(shards, caller));
                boolean hangs = probe.awaitHanging(1, 100);
                while (!hangs && !work.isDone()) {
                    hangs = probe.awaitHanging(1, 100);
                }
                if (hangs) {
                    caller.get().interrupt();
                    interrupted = true;
                }
                // A caller that was faster than all other threads did the work alone: once more.
                SQLException failure = work.get(120, TimeUnit.SECONDS);
                assertThat(failure != null).isEqualTo(interrupted);
                clean(Scenario.FAN_OUT_SELECT, shards, "an interrupt");
            }
        }
    }

    /** Runs a query on all data nodes, whose failure must leave the interrupt flag set. Null when it does not fail. */
    private static SQLException failureOf(FaultyShards shards, AtomicReference<Thread> caller) {
        caller.set(Thread.currentThread());
        try {
            run(Scenario.FAN_OUT_SELECT, shards);
            return null;
        } catch (SQLException e) {
            assertThat(Thread.interrupted()).as("interrupt flag is kept").isTrue();
            return e;
        }
    }

    /** A query timeout reaches the data source that does not answer. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void queryTimeoutEndsTheWait(int maxConnections) throws Exception {
        try (FaultyShards shards = new FaultyShards(maxConnections)) {
            JdbcProbe probe = shards.probe();
            probe.reset();
            AtomicBoolean struck = new AtomicBoolean();
            probe.strikeWhen(
                    call -> call.method().startsWith("execute") && struck.compareAndSet(false, true), Fault.hang());
            try (Connection connection = shards.connection();
                    Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(1);
                Future<?> work = thread.submit(() -> statement.executeQuery("SELECT * FROM t_order ORDER BY order_id"));
                assertThatThrownBy(() -> work.get(120, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(SQLException.class);
            }
            clean(Scenario.FAN_OUT_SELECT, shards, "a timeout");
        }
    }

    /** On the other databases a sample of the calls. */
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, PULLED, 7",
        "POSTGRESQL, PULLED_IN_TRANSACTION, 7",
        "MARIADB, PULLED, 7",
        "MARIADB, PULLED_IN_TRANSACTION, 7",
        "MYSQL, PULLED, 29",
        "MYSQL, PULLED_IN_TRANSACTION, 29"
    })
    void faultsWhileRowsArePulled(DatabaseKind kind, Scenario scenario, int step) throws Exception {
        try (FaultyShards shards = new FaultyShards(kind, 2)) {
            strikeCalls(scenario, shards, Fault.throwing(), step);
        }
        try (FaultyShards shards = new FaultyShards(kind, 2)) {
            strikeCalls(scenario, shards, Fault.dropConnection(), step + 4);
        }
    }

    private void strikeEveryCall(Scenario scenario, int maxConnections, Fault fault) throws Exception {
        try (FaultyShards shards = new FaultyShards(maxConnections)) {
            strikeCalls(scenario, shards, fault, 1);
        }
    }

    /** @param step 1 for every call, 2 for every second one, ... */
    private static void strikeCalls(Scenario scenario, FaultyShards shards, Fault fault, int step) throws Exception {
        long calls = callsOf(scenario, shards);
        int failures = 0;
        for (long call = 1; call <= calls; call += step) {
            JdbcProbe probe = shards.probe();
            probe.reset();
            probe.strike(call, fault);
            SQLException failure = null;
            try {
                run(scenario, shards);
            } catch (SQLException e) {
                failure = e;
                failures++;
                assertThat(messages(e))
                        .as("causes of the failure at call %d of %s", call, probe.calls())
                        .anyMatch(message -> message.contains("fault on demand") || message.contains("dropped"));
            }
            probe.reset();
            assertAllOrNothing(scenario, shards, failure, call);
            clean(scenario, shards, "a fault at call " + call);
        }
        assertThat(failures).as("failures in %d calls", calls).isGreaterThan(5);
    }

    /** No node keeps rows that others lost, but where the exception itself says which data sources committed. */
    private static void assertAllOrNothing(Scenario scenario, FaultyShards shards, SQLException failure, long call)
            throws SQLException {
        if (!scenario.writes() || failure != null && failure.getErrorCode() == ErrorCode.COMMIT_INCOMPLETE.number()) {
            return;
        }
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order WHERE amount = -1")) {
            rows.next();
            String description = "rows after a fault at call " + call + ", " + failure;
            if (failure == null) {
                assertThat(rows.getInt(1)).as(description).isEqualTo(scenario.rowsAdded());
            } else {
                assertThat(rows.getInt(1)).as(description).isIn(0, scenario.rowsAdded());
            }
        }
    }

    private void hangAndCancel(Scenario scenario, FaultyShards shards, long call) throws Exception {
        JdbcProbe probe = shards.probe();
        probe.reset();
        probe.strike(call, Fault.hang());
        AtomicReference<Statement> running = new AtomicReference<>();
        Future<?> work = thread.submit(() -> {
            try (Connection connection = shards.connection()) {
                scenario.run(connection, running);
            }
            return null;
        });
        boolean hangs = probe.awaitHanging(1, 100);
        while (!hangs && !work.isDone()) {
            hangs = probe.awaitHanging(1, 100);
        }
        if (hangs) {
            Statement statement = running.get();
            if (statement != null && !statement.isClosed()) {
                statement.cancel();
            }
            // A call on a connection hangs on: nothing that JDBC has interrupts a commit.
            probe.reset();
        }
        try {
            work.get(120, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).as("a hang at call %d", call).isInstanceOf(SQLException.class);
        }
    }

    /** Runs the scenario once without a fault, to know how many calls it makes. */
    private static long callsOf(Scenario scenario, FaultyShards shards) throws Exception {
        run(scenario, shards);
        clean(scenario, shards, "warming up");
        shards.probe().reset();
        run(scenario, shards);
        long calls = shards.probe().callCount();
        clean(scenario, shards, "counting");
        assertThat(calls).isGreaterThan(20);
        return calls;
    }

    private static void run(Scenario scenario, FaultyShards shards) throws SQLException {
        try (Connection connection = shards.connection()) {
            scenario.run(connection, new AtomicReference<>());
        }
    }

    /** Checks what the fault left behind, and puts the data back. */
    private static void clean(Scenario scenario, FaultyShards shards, String after) throws Exception {
        shards.probe().reset();
        shards.assertIdle(after);
        if (scenario.pulls()) {
            shards.assertNoTables(after);
        }
        if (!scenario.writes()) {
            return;
        }
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t_order WHERE amount = -1");
        }
        shards.assertIdle("deleting after " + after);
    }

    private static List<String> messages(Throwable error) {
        List<String> messages = new ArrayList<>();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            messages.add(String.valueOf(cause.getMessage()));
        }
        return messages;
    }
}
