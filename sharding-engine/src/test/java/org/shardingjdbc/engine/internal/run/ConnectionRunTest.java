package org.shardingjdbc.engine.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;

/** Who cancels and breaks off, against who ends and goes on; each thread stands where a latch says. */
@Timeout(300)
class ConnectionRunTest {
    private static final SQLException REASON = new SQLException("stopped");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Workers workers = new Workers("test", 0, WorkerThreads.AUTO);
    private Connection jdbc;
    private PhysicalConnection physical;

    /** Holds whoever comes until he is let go. */
    private static final class Gate {
        private final CountDownLatch there = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        void pass() {
            there.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void awaitSomebody() throws InterruptedException {
            there.await();
        }

        void open() {
            open.countDown();
        }
    }

    /** One whose driver's cancel stands at a gate. */
    private final class Run extends ConnectionRun implements StopSignal.Target {
        private final Gate gate = new Gate();
        private final Gate found = new Gate();
        private final AtomicInteger sent = new AtomicInteger();

        Run() {
            connection = physical;
            signal = new StopSignal(this);
        }

        @Override
        protected void runStatements(PhysicalConnection on) {
            throw new IllegalStateException();
        }

        @Override
        protected List<Statement> targets() {
            return List.of((Statement) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Statement.class}, (self, method, arguments) -> {
                        assertThat(method.getName()).isEqualTo("cancel");
                        sent.incrementAndGet();
                        gate.pass();
                        return null;
                    }));
        }

        @Override
        protected SQLException closeStatements() {
            return null;
        }

        /** Who breaks it off asks for it with the monitor. */
        @Override
        protected boolean isFinished() {
            if (Thread.holdsLock(this)) {
                found.pass();
            }
            return false;
        }

        @Override
        public ConnectionRun[] parts() {
            return new ConnectionRun[] {this};
        }

        @Override
        public Workers workers() {
            return workers;
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        jdbc = h2.getConnection();
        physical = new PhysicalConnection(new ShardPool(0, "ds_0", Dialects.H2, h2, false), jdbc, false);
    }

    @AfterEach
    void close() throws SQLException {
        threads.shutdownNow();
        workers.close();
        jdbc.close();
    }

    /** Starts it on a thread of its own, and returns when that thread waits for somebody. */
    private Future<?> startUntilItWaits(Runnable task) throws InterruptedException {
        Thread[] thread = new Thread[1];
        CountDownLatch started = new CountDownLatch(1);
        Future<?> running = threads.submit(() -> {
            thread[0] = Thread.currentThread();
            started.countDown();
            task.run();
        });
        started.await();
        while (!isWaiting(thread[0].getState()) && !running.isDone()) {
            Thread.onSpinWait();
        }
        return running;
    }

    private static boolean isWaiting(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
    }

    @Test
    void whatIsNotOpenIsNotCancelled() {
        Run run = new Run();
        run.signal.stop(REASON);
        assertThat(run.mayGoOn()).isFalse();
        run.hold();
        run.cancel(REASON);
        assertThat(run.sent).hasValue(0);
    }

    @Test
    void whatAnotherReasonStoppedIsNotCancelled() {
        Run run = new Run();
        run.signal.stop(REASON);
        run.signal.beginAnew();
        assertThat(run.mayGoOn()).isTrue();
        run.cancel(REASON);
        assertThat(run.sent).hasValue(0);
    }

    @Test
    void closeWaitsForWhoIsInTheDriversCancel() throws InterruptedException, ExecutionException {
        Run run = new Run();
        run.mayGoOn();
        Future<?> cancelling = threads.submit(() -> run.signal.stop(REASON));
        run.gate.awaitSomebody();
        Future<?> closing = startUntilItWaits(run::closeAll);
        assertThat(closing.isDone()).isFalse();
        run.gate.open();
        cancelling.get();
        closing.get();
    }

    @Test
    void onlyOneCancelsAtATime() throws InterruptedException, ExecutionException {
        Run run = new Run();
        run.mayGoOn();
        Future<?> cancelling = threads.submit(() -> run.signal.stop(REASON));
        run.gate.awaitSomebody();
        run.cancel(REASON);
        assertThat(run.sent).hasValue(1);
        run.gate.open();
        cancelling.get();
        run.closeAll();
    }

    @Test
    void closeDoesNotWaitForACancelOnAConnectionThatIsBrokenOff() throws InterruptedException, ExecutionException {
        Run run = new Run();
        run.mayGoOn();
        Future<?> cancelling = threads.submit(() -> run.signal.stop(REASON));
        run.gate.awaitSomebody();
        Future<?> closing = startUntilItWaits(run::closeAll);
        run.breakOff();
        closing.get();
        assertThat(cancelling.isDone()).isFalse();
        assertThat(physical.isBroken()).isTrue();

        // The next execution, on another connection: that cancel has nothing to do with it when it returns.
        run.signal.beginAnew();
        run.mayGoOn();
        run.gate.open();
        cancelling.get();
        run.signal.stop(new SQLException("once more"));
        assertThat(run.sent).hasValue(2);
        run.closeAll();
    }

    @Test
    void whoFoundAnExecutionRunningBreaksItsConnectionAndNotThatOfTheNext()
            throws InterruptedException, ExecutionException {
        Run run = new Run();
        run.signal.begin();
        run.signal.stop(REASON);
        Future<?> breaking = threads.submit(() -> run.breakOffRunning(REASON));
        run.found.awaitSomebody();
        // The execution ends now; what would be the next one on the connection waits until it is known to be broken.
        run.signal.end();
        Future<?> ended = startUntilItWaits(run::awaitBreakOff);
        assertThat(ended.isDone()).isFalse();
        run.found.open();
        ended.get();
        assertThat(physical.isBroken()).isTrue();
        breaking.get();
    }

    @Test
    void anExecutionThatHasEndedIsNotBrokenOff() throws SQLException {
        Run run = new Run();
        run.signal.begin();
        run.signal.stop(REASON);
        run.signal.end();
        run.awaitBreakOff();
        run.breakOffRunning(REASON);
        assertThat(physical.isBroken()).isFalse();
        assertThat(jdbc.isValid(1)).isTrue();
    }

    // ---- a whole execution

    /** One that has no statements to cancel, and notes what it goes through. */
    private abstract class Noting extends ConnectionRun.Single {
        protected final Gate driver = new Gate();
        protected final List<String> steps = new CopyOnWriteArrayList<>();

        @Override
        protected SQLException closeStatements() {
            steps.add("closed");
            return null;
        }

        @Override
        protected SQLException whyClosed() {
            return new SQLException("closed");
        }

        @Override
        protected List<Statement> targets() {
            return List.of();
        }

        @Override
        public Workers workers() {
            return workers;
        }
    }

    /** One whose driver, and whose home after it has lent the connection, stand at a gate. */
    private final class Execution extends Noting {
        private final Gate found = new Gate();
        private final boolean refused;

        Execution(boolean refused) {
            this.refused = refused;
        }

        void execute() {
            try {
                run();
            } catch (SQLException e) {
                steps.add("thrown: " + e.getMessage());
            }
        }

        @Override
        protected void takeConnection() throws SQLException {
            took(physical);
            if (refused) {
                driver.pass();
                throw new SQLException("refused");
            }
        }

        @Override
        protected void runStatements(PhysicalConnection on) throws SQLException {
            mayGoOn();
            driver.pass();
            throw new SQLException("failed");
        }

        @Override
        protected void failed(PhysicalConnection on, Throwable failure, Throwable cause) {
            steps.add("told of a connection that is " + (physical.isBroken() ? "broken" : "sound"));
        }

        @Override
        protected void giveConnectionBack() {
            PhysicalConnection left = handBack();
            steps.add("gave back one that is " + (left.isBroken() ? "broken" : "sound"));
        }

        /** Who breaks it off asks for it with the monitor, when he has found it running. */
        @Override
        protected boolean isFinished() {
            if (Thread.holdsLock(this)) {
                found.pass();
            }
            return false;
        }
    }

    /** Lets somebody find it running, and then its driver answer; returns what it does until it waits, and all. */
    private List<List<String>> breakOffAsItEnds(Execution execution) throws InterruptedException, ExecutionException {
        Thread[] thread = new Thread[1];
        Future<?> running = threads.submit(() -> {
            thread[0] = Thread.currentThread();
            execution.execute();
        });
        execution.driver.awaitSomebody();
        execution.signal.stop(REASON);
        Future<?> breaking = threads.submit(() -> execution.breakOffRunning(REASON));
        execution.found.awaitSomebody();
        execution.driver.open();
        while (thread[0].getState() != Thread.State.BLOCKED && !running.isDone()) {
            Thread.onSpinWait();
        }
        List<String> before = List.copyOf(execution.steps);
        execution.found.open();
        breaking.get();
        running.get();
        return List.of(before, List.copyOf(execution.steps));
    }

    @Test
    void nothingFollowsAFailureUntilItIsKnownThatItsConnectionIsBroken()
            throws InterruptedException, ExecutionException {
        assertThat(breakOffAsItEnds(new Execution(false)))
                .containsExactly(
                        List.of(),
                        List.of(
                                "closed",
                                "told of a connection that is broken",
                                "gave back one that is broken",
                                "thrown: stopped"));
    }

    @Test
    void aConnectionThatIsRefusedIsNotGivenBackUntilItIsKnownToBeBroken()
            throws InterruptedException, ExecutionException {
        assertThat(breakOffAsItEnds(new Execution(true)))
                .containsExactly(List.of(), List.of("gave back one that is broken", "thrown: refused"));
    }

    // ---- closed by another thread

    /** One that stands at a gate with its connection and before its first statement, and in its driver. */
    private final class Closable extends Noting {
        private final Gate taken = new Gate();

        @Override
        protected void takeConnection() {
            took(physical);
            taken.pass();
        }

        @Override
        protected void runStatements(PhysicalConnection on) throws SQLException {
            if (!mayGoOn()) {
                Closing.raise(signal.reason());
            }
            driver.pass();
            if (physical.isBroken()) {
                throw new SQLException("the driver's");
            }
        }

        @Override
        protected void failed(PhysicalConnection on, Throwable failure, Throwable cause) {
            steps.add("told of " + cause.getMessage() + ", " + (on == physical ? "on its connection" : "elsewhere"));
        }

        @Override
        protected void giveConnectionBack() {
            if (handBack() != null) {
                steps.add("gave back");
            }
        }

        String outcome() {
            try {
                run();
                return "completed";
            } catch (SQLException e) {
                return e.getMessage();
            }
        }
    }

    @Test
    void whoClosesUnderWhatRunsStopsItAndLeavesItsConnectionToIt() throws Exception {
        Closable run = new Closable();
        Future<String> running = threads.submit(run::outcome);
        run.taken.open();
        run.driver.awaitSomebody();
        run.close();
        assertThat(run.steps).isEmpty();
        run.driver.open();
        assertThat(running.get()).isEqualTo("closed");
        assertThat(run.steps).hasSize(3).startsWith("closed").endsWith("gave back");
    }

    @Test
    void whatIsClosedBeforeItsFirstStatementRunsNone() throws Exception {
        Closable run = new Closable();
        Future<String> running = threads.submit(run::outcome);
        run.taken.awaitSomebody();
        run.close();
        run.taken.open();
        run.driver.open();
        assertThat(running.get()).isEqualTo("closed");
        assertThat(run.steps).endsWith("gave back");
    }

    /** The driver may not come back though its connection is broken: who closes does not wait for that. */
    @Test
    void whatIsBrokenOffIsClosedUnderIt() throws Exception {
        Closable run = new Closable();
        Future<String> running = threads.submit(run::outcome);
        run.taken.open();
        run.driver.awaitSomebody();
        run.breakOff();
        run.close();
        assertThat(run.steps).containsExactly("closed", "gave back");
        run.driver.open();
        assertThat(running.get()).isEqualTo("closed");
        assertThat(run.steps.get(3)).contains("on its connection");
    }

    @Test
    void whatIsBrokenOffBeforeItsFirstStatementIsClosedUnderIt() throws Exception {
        Closable run = new Closable();
        Future<String> running = threads.submit(run::outcome);
        run.taken.awaitSomebody();
        run.breakOff();
        run.close();
        run.taken.open();
        run.driver.open();
        assertThat(running.get()).isEqualTo("closed");
    }
}
