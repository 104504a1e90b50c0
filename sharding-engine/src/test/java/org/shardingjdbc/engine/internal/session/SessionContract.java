package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.transaction.IncompleteCommitException;

/** What a session promises on every database; two data sources with pools of four, two connections per query. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
abstract class SessionContract {
    private final DatabaseKind kind;
    Shards shards;
    Session session;

    SessionContract(DatabaseKind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void start() throws SQLException {
        shards = new Shards(kind, "session", 2, 4, 2);
    }

    @BeforeEach
    void open() throws SQLException {
        shards.probe.reset();
        shards.raw(0, "DELETE FROM t");
        shards.raw(1, "DELETE FROM t");
        session = shards.session();
    }

    @AfterEach
    void everythingIsGivenBack() throws SQLException {
        shards.probe.reset();
        session.close();
        assertThat(shards.inUse()).isZero();
        assertThat(shards.probe.open().statements()).isZero();
        assertThat(shards.probe.open().resultSets()).isZero();
    }

    @AfterAll
    void stop() {
        shards.close();
    }

    private static String insert(int dataSource, int id) {
        return dataSource + ": INSERT INTO t VALUES (" + id + ", 'n')";
    }

    @Test
    void autocommitWriteReachesAllDataSources() throws SQLException {
        shards.write(session, insert(0, 1), insert(1, 1));
        assertThat(shards.rows(0)).isOne();
        assertThat(shards.rows(1)).isOne();
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void autocommitWriteThatFailsAnywhereLeavesNothing() throws SQLException {
        shards.write(session, insert(1, 1));
        assertThatThrownBy(() -> shards.write(session, insert(0, 1), insert(0, 2), insert(1, 1)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ds_1");
        assertThat(shards.rows(0)).isZero();
        assertThat(shards.rows(1)).isOne();
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void commitThatFailsHalfWaySaysWhatIsWhere() throws SQLException {
        shards.probe.strikeWhen(
                call -> call.is("Connection", "commit") && call.dataSource().equals("ds_1"), Fault.throwing());
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1));
        shards.write(session, insert(1, 1));
        IncompleteCommitException incomplete = catchThrowableOfType(
                IncompleteCommitException.class, () -> session.transactions().commit());
        assertThat(incomplete.committed()).containsExactly("ds_0");
        assertThat(incomplete.rolledBack()).containsExactly("ds_1");
        assertThat(incomplete.unknown()).isEmpty();
        assertThat(incomplete.getMessage()).contains("ds_0", "ds_1");
        assertThat(shards.rows(0)).isOne();
        assertThat(shards.rows(1)).isZero();
    }

    @Test
    void commitWhoseFirstDataSourceFailsLeavesNothing() throws SQLException {
        shards.probe.strikeWhen(
                call -> call.is("Connection", "commit") && call.dataSource().equals("ds_0"), Fault.throwing());
        assertThatThrownBy(() -> shards.write(session, insert(0, 1), insert(1, 1)))
                .isInstanceOf(SQLException.class)
                .isNotInstanceOf(IncompleteCommitException.class);
        shards.probe.reset();
        assertThat(shards.rows(0)).isZero();
        assertThat(shards.rows(1)).isZero();
    }

    @Test
    void connectionLostWhileCommittingIsUnknown() throws SQLException {
        shards.probe.strikeWhen(
                call -> call.is("Connection", "commit") && call.dataSource().equals("ds_0"), Fault.dropConnection());
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(1, 1));
        IncompleteCommitException incomplete = catchThrowableOfType(
                IncompleteCommitException.class, () -> session.transactions().commit());
        assertThat(incomplete.unknown()).containsExactly("ds_0");
        assertThat(incomplete.rolledBack()).containsExactly("ds_1");
    }

    @Test
    void transactionReadsItsOwnWritesOnOneConnection() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(0, 2));
        SqlTasks tasks = new SqlTasks("0: SELECT COUNT(*) FROM t", "0: SELECT COUNT(*) FROM t");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 0, -1));
        run.execute();
        assertThat(tasks.connections[0]).isSameAs(tasks.connections[1]);
        for (int i = 0; i < 2; i++) {
            assertThat(tasks.results[i].next()).isTrue();
            assertThat(tasks.results[i].getInt(1)).isEqualTo(2);
        }
        run.close();
        assertThat(shards.rows(0)).isZero();
        session.transactions().rollback();
        assertThat(shards.rows(0)).isZero();
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void tasksNeedNotBeInTheOrderOfTheDataSources() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(1, 1), insert(0, 2), insert(1, 2));
        session.transactions().rollback();
        assertThat(shards.rows(0) + shards.rows(1)).isZero();
        shards.write(session, insert(0, 1), insert(1, 1), insert(0, 2), insert(1, 2));
        session.transactions().commit();
        assertThat(shards.rows(0)).isEqualTo(2);
        assertThat(shards.rows(1)).isEqualTo(2);
    }

    @Test
    void closingRollsBack() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(1, 1));
        session.close();
        assertThat(shards.rows(0)).isZero();
        assertThat(shards.rows(1)).isZero();
    }

    @Test
    void failedStatementInTransactionIsUndoneOnEveryDataSource() throws SQLException {
        shards.write(session, insert(1, 7));
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1));
        assertThatThrownBy(() -> shards.write(session, insert(0, 2), insert(1, 7)))
                .isInstanceOf(SQLException.class);
        if (shards.deployments.current().dialect().sessions().failureAbortsTransaction()) {
            assertThatThrownBy(() -> shards.write(session, insert(0, 3))).hasMessageContaining("SHD-6002");
            assertThatThrownBy(() -> session.transactions().commit()).hasMessageContaining("SHD-6003");
            assertThat(shards.rows(0)).isZero();
        } else {
            shards.write(session, insert(0, 3));
            session.transactions().commit();
            assertThat(shards.rows(0)).isEqualTo(2);
        }
        assertThat(shards.rows(1)).isOne();
    }

    @Test
    void savepointReachesDataSourcesThatJoinLater() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1));
        Savepoint savepoint = session.transactions().setSavepoint("here");
        shards.write(session, insert(0, 2), insert(1, 2));
        session.transactions().rollback(savepoint);
        shards.write(session, insert(1, 3));
        session.transactions().commit();
        assertThat(shards.rows(0)).isOne();
        assertThat(shards.rows(1)).isOne();
    }

    @Test
    void rollbackToSavepointRevivesFailedTransaction() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(1, 1));
        Savepoint savepoint = session.transactions().setSavepoint(null);
        assertThatThrownBy(() -> shards.write(session, insert(0, 2), insert(1, 1)))
                .isInstanceOf(SQLException.class);
        session.transactions().rollback(savepoint);
        shards.write(session, insert(0, 3));
        session.transactions().commit();
        assertThat(shards.rows(0)).isEqualTo(2);
        assertThat(shards.rows(1)).isOne();
    }

    @Test
    void lostConnectionLeavesTransactionToBeRolledBackOnly() throws SQLException {
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(1, 1));
        shards.probe.strikeWhen(
                call -> call.is("Statement", "execute") && call.sql().contains("9"), Fault.dropConnection());
        assertThatThrownBy(() -> shards.write(session, insert(1, 9))).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> shards.write(session, insert(0, 2))).hasMessageContaining("SHD-6002");
        assertThatThrownBy(() -> session.transactions().commit()).isInstanceOf(SQLException.class);
        shards.probe.reset();
        assertThat(shards.rows(0)).isZero();
        assertThat(shards.rows(1)).isZero();
        shards.write(session, insert(0, 2));
        session.transactions().commit();
        assertThat(shards.rows(0)).isOne();
    }

    @Test
    void lostConnectionOfASessionWithSettingsIsNotKept() throws SQLException {
        session.attributes().isolation(Connection.TRANSACTION_SERIALIZABLE);
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 1), insert(1, 1));
        shards.probe.strikeWhen(
                call -> call.is("Statement", "execute") && call.sql().contains("9"), Fault.dropConnection());
        assertThatThrownBy(() -> shards.write(session, insert(1, 9))).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> session.transactions().commit()).isInstanceOf(SQLException.class);
        shards.probe.reset();
        shards.write(session, insert(0, 2), insert(1, 2));
        session.transactions().commit();
        session.close();
        assertThat(shards.inUse()).isZero();
        assertThat(shards.rows(0)).isOne();
        assertThat(shards.rows(1)).isOne();
    }

    @Test
    void tasksShareConnectionsWhenThereAreMoreThanTheQueryMayHave() throws SQLException {
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "0: SELECT 2", "0: SELECT 3", "1: SELECT 4");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 0, -1));
        run.execute();
        assertThat(tasks.connections[0]).isSameAs(tasks.connections[1]);
        assertThat(tasks.connections[2]).isNotSameAs(tasks.connections[0]);
        assertThat(tasks.connections[3].dataSourceName()).isEqualTo("ds_1");
        assertThat(tasks.threads[0]).isSameAs(Thread.currentThread());
        assertThat(tasks.threads[3]).isNotNull();
        for (int i = 0; i < 4; i++) {
            assertThat(tasks.results[i].next()).isTrue();
            assertThat(tasks.results[i].getInt(1)).isEqualTo(i + 1);
        }
        run.close();
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void resultsInMemoryLeaveTheirConnectionsToFurtherStatements() throws SQLException {
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "0: SELECT 2", "0: SELECT 3", "1: SELECT 4");
        GroupedRun outer =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, false, 0, 0, -1));
        outer.execute();
        int inUse = shards.inUse();
        assertThat(query(0, "SELECT 'x'")).isEqualTo("x");
        shards.write(session, insert(0, 1), insert(1, 1));
        session.transactions().autoCommit(false);
        shards.write(session, insert(0, 2), insert(1, 2));
        assertThat(shards.inUse()).isEqualTo(inUse);
        session.transactions().rollback();
        session.transactions().autoCommit(true);
        shards.write(session, insert(0, 3));
        for (int i = 0; i < 4; i++) {
            assertThat(tasks.results[i].next()).isTrue();
            assertThat(tasks.results[i].getInt(1)).isEqualTo(i + 1);
        }
        outer.close();
        assertThat(shards.inUse()).isZero();
        assertThat(shards.rows(0)).isEqualTo(2);
        assertThat(shards.rows(1)).isOne();
    }

    @Test
    void asManyThreadsAsConnectionsReadInNestedLoops() throws Exception {
        List<CompletableFuture<Integer>> threads = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            for (int t = 0; t < 8; t++) {
                threads.add(CompletableFuture.supplyAsync(this::nestedLoops, executor));
            }
            for (CompletableFuture<Integer> thread : threads) {
                assertThat(thread.get()).isEqualTo(50);
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(shards.inUse()).isZero();
    }

    private int nestedLoops() {
        int done = 0;
        Session mine = shards.session();
        try {
            for (; done < 50; done++) {
                SqlTasks outer = new SqlTasks("0: SELECT 1", "1: SELECT 2");
                GroupedRun run = mine.start(
                        shards.deployed("q"), outer, new RunSettings(StatementClass.READ, true, false, 0, 0, -1));
                run.execute();
                shards.update(mine, StatementClass.READ, "0: SELECT 3", "1: SELECT 4");
                run.close();
            }
            mine.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return done;
    }

    @Test
    void streamThatBeganBeforeATransactionDoesNotShareItsFate() throws SQLException {
        session.attributes().readOnly(true);
        session.attributes().readOnly(false);
        session.attributes().isolation(Connection.TRANSACTION_SERIALIZABLE);
        shards.write(session, insert(0, 1));
        SqlTasks tasks = new SqlTasks("0: SELECT id FROM t", "1: SELECT id FROM t");
        GroupedRun stream =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 10, 0, -1));
        stream.execute();
        session.transactions().autoCommit(false);
        shards.write(session, insert(1, 5));
        assertThat(tasks.results[0].next()).isTrue();
        stream.close();
        session.transactions().rollback();
        assertThat(shards.rows(1)).isZero();
    }

    @Test
    void textTransactionsWorkInAutocommitMode() throws SQLException {
        shards.say(session, "BEGIN");
        shards.write(session, insert(0, 1), insert(1, 1));
        shards.say(session, "SAVEPOINT a");
        shards.write(session, insert(0, 2));
        shards.say(session, "ROLLBACK TO SAVEPOINT a");
        shards.say(session, "COMMIT");
        assertThat(session.transactions().isOpen()).isFalse();
        assertThat(shards.rows(0)).isOne();
        assertThat(shards.rows(1)).isOne();
        shards.say(session, "BEGIN");
        shards.write(session, insert(0, 2), insert(1, 2));
        shards.say(session, "ROLLBACK");
        assertThat(shards.rows(0)).isOne();
    }

    @Test
    void queryTimeoutStopsAllTasks() throws SQLException {
        shards.probe.strikeWhen(call -> call.dataSource().equals("ds_1") && selects(call), Fault.hang());
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "1: SELECT 1");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 1, -1));
        assertThatThrownBy(run::execute).isInstanceOf(SQLTimeoutException.class);
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void hangBeforeThereIsAStatementIsBrokenByTheTimeout() throws SQLException {
        shards.probe.strikeWhen(call -> call.is("Connection", "createStatement"), Fault.hang());
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "1: SELECT 1");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 1, -1));
        assertThatThrownBy(run::execute).isInstanceOf(SQLTimeoutException.class);
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void cancelReachesAllTasks() throws Exception {
        shards.probe.strikeWhen(SessionContract::selects, Fault.hang());
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "0: SELECT 2", "0: SELECT 3", "1: SELECT 1");
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 0, -1));
        CompletableFuture<Boolean> cancelled = CompletableFuture.supplyAsync(() -> {
            try {
                boolean hanging = shards.probe.awaitHanging(3, 10_000);
                run.cancel();
                return hanging;
            } catch (InterruptedException | SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(run::execute).hasMessageContaining("SHD-5003");
        assertThat(cancelled.get()).isTrue();
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void interruptStopsAllTasksAndStaysSet() throws Exception {
        shards.probe.strikeWhen(call -> call.dataSource().equals("ds_1") && selects(call), Fault.hang());
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "1: SELECT 1");
        CountDownLatch elsewhere = new CountDownLatch(1);
        tasks.before = task -> {
            if (task == 1) {
                elsewhere.countDown();
            } else {
                await(elsewhere);
            }
        };
        GroupedRun run =
                session.start(shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 0, -1));
        Thread caller = Thread.currentThread();
        CompletableFuture<Void> interrupted = CompletableFuture.runAsync(() -> {
            try {
                shards.probe.awaitHanging(1, 10_000);
                caller.interrupt();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(run::execute).hasMessageContaining("SHD-5002");
        assertThat(Thread.interrupted()).isTrue();
        interrupted.get();
        assertThat(shards.inUse()).isZero();
    }

    private static boolean selects(JdbcCall call) {
        return call.is("Statement", "execute") && call.sql().startsWith("SELECT");
    }

    private static void await(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void firstFailureIsThrownAndCancelsTheOthers() throws SQLException {
        shards.probe.strikeWhen(call -> call.dataSource().equals("ds_1") && selects(call), Fault.hang());
        assertThatThrownBy(() -> shards.update(session, StatementClass.READ, "0: SELECT * FROM nowhere", "1: SELECT 1"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ds_0");
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void isolationFollowsToEveryConnectionAndGoesBackWithIt() throws SQLException {
        session.attributes().isolation(Connection.TRANSACTION_SERIALIZABLE);
        try (ConnectionLease lease = session.lease(session.deployment(), 1)) {
            assertThat(lease.connection().getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
        session.close();
        assertThat(shards.inUse()).isZero();
        session = shards.session();
        assertThat(session.attributes().isolation()).isNotEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    }

    @Test
    void closedSessionRefuses() throws SQLException {
        session.close();
        session.close();
        assertThatThrownBy(() -> shards.write(session, insert(0, 1))).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> session.transactions().commit()).isInstanceOf(SQLException.class);
        assertThat(session.isClosed()).isTrue();
    }

    @Test
    void commitInAutocommitModeIsRefused() {
        assertThatThrownBy(() -> session.transactions().commit()).hasMessageContaining("SHD-6004");
        assertThatThrownBy(() -> session.transactions().setSavepoint("a")).hasMessageContaining("SHD-6004");
    }

    @Test
    void exhaustedPoolSaysWhichAndHowMany() throws SQLException {
        shards.timeout(300);
        try {
            SqlTasks tasks = new SqlTasks("0: SELECT 1", "0: SELECT 1");
            GroupedRun first = session.start(
                    shards.deployed("q"), tasks, new RunSettings(StatementClass.READ, true, true, 0, 0, -1));
            first.execute();
            Session other = shards.session();
            GroupedRun second = other.start(
                    shards.deployed("q"),
                    new SqlTasks("0: SELECT 1", "0: SELECT 1"),
                    new RunSettings(StatementClass.READ, true, true, 0, 0, -1));
            second.execute();
            Session third = shards.session();
            assertThatThrownBy(() -> shards.update(third, StatementClass.READ, "0: SELECT 1", "1: SELECT 1"))
                    .hasMessageContaining("SHD-5001")
                    .hasMessageContaining("ds_0")
                    .hasMessageContaining("has 4 at most, 4 of them in use");
            assertThat(shards.pool(1).inUse()).isZero();
            second.close();
            first.close();
        } finally {
            shards.timeout(Shards.PATIENT_MILLIS);
        }
    }

    @Test
    void abortBreaksWhatRuns() throws Exception {
        shards.probe.strikeWhen(SessionContract::selects, Fault.hang());
        CompletableFuture<Void> aborted = CompletableFuture.runAsync(() -> {
            try {
                shards.probe.awaitHanging(2, 10_000);
                session.abort();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(() -> shards.update(session, StatementClass.READ, "0: SELECT 1", "1: SELECT 1"))
                .isInstanceOf(SQLException.class);
        aborted.get();
        session.closeAborted();
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void attributesThatAreAsAlwaysKeepNoConnections() throws SQLException {
        session.attributes().readOnly(true);
        int isolation = session.attributes().isolation();
        session.attributes().isolation(Connection.TRANSACTION_SERIALIZABLE);
        session.attributes().networkTimeout(Runnable::run, 5_000);
        query(0, "SELECT 1");
        assertThat(shards.inUse()).isPositive();
        session.attributes().readOnly(false);
        session.attributes().networkTimeout(Runnable::run, 0);
        assertThat(shards.inUse()).isPositive();
        session.attributes().isolation(isolation);
        assertThat(shards.inUse()).isZero();
    }

    @Test
    void catalogAndSchemaAreThoseOfTheDefaultDataSource() throws SQLException {
        SchemaSwitch schema = session.attributes().schema();
        schema.catalog("logic_db");
        schema.catalog(schema.catalog());
        schema.schema(schema.schema());
        assertThat(shards.inUse()).isZero();
    }

    /** The first value of the first row. */
    final String query(int dataSource, String sql) throws SQLException {
        SqlTasks tasks = new SqlTasks(dataSource + ": " + sql);
        GroupedRun run =
                session.start(shards.deployed(sql), tasks, new RunSettings(StatementClass.READ, true, false, 0, 0, -1));
        run.execute();
        try {
            assertThat(tasks.results[0].next()).isTrue();
            return tasks.results[0].getString(1);
        } finally {
            run.close();
        }
    }

    @Test
    void clientInfoIsTakenBack() throws SQLException {
        Properties before;
        try (ConnectionLease lease = session.lease(session.deployment(), 0)) {
            before = lease.connection().getClientInfo();
        }
        Properties info = new Properties();
        info.setProperty("ApplicationName", "tested");
        if (kind == DatabaseKind.H2) {
            return;
        }
        session.attributes().clientInfo(info);
        try (ConnectionLease lease = session.lease(session.deployment(), 0)) {
            assertThat(lease.connection().getClientInfo("ApplicationName")).isEqualTo("tested");
        }
        session.close();
        session = shards.session();
        try (ConnectionLease lease = session.lease(session.deployment(), 0)) {
            assertThat(lease.connection().getClientInfo("ApplicationName"))
                    .isEqualTo(before.getProperty("ApplicationName"));
        }
    }
}
