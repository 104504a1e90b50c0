package org.shardingjdbc.engine.internal.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
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
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;

/** Who cancels and breaks off, against who ends and goes on; each thread stands where a latch says. */
@Timeout(60)
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
        protected void runStatements() {
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
        run.signal.beginsAnew();
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
        run.signal.beginsAnew();
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
        run.signal.begins();
        run.signal.stop(REASON);
        Future<?> breaking = threads.submit(() -> run.breakOffRunning(REASON));
        run.found.awaitSomebody();
        // The execution ends now; what would be the next one on the connection waits until it is known to be broken.
        run.signal.ends();
        Future<?> ended = startUntilItWaits(run::ended);
        assertThat(ended.isDone()).isFalse();
        run.found.open();
        ended.get();
        assertThat(physical.isBroken()).isTrue();
        breaking.get();
    }

    @Test
    void anExecutionThatHasEndedIsNotBrokenOff() throws SQLException {
        Run run = new Run();
        run.signal.begins();
        run.signal.stop(REASON);
        run.signal.ends();
        run.ended();
        run.breakOffRunning(REASON);
        assertThat(physical.isBroken()).isFalse();
        assertThat(jdbc.isValid(1)).isTrue();
    }
}
