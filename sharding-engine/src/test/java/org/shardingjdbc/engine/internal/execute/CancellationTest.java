package org.shardingjdbc.engine.internal.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
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

/** Who cancels and breaks off, against who ends and goes on; each thread stands where a latch says. */
@Timeout(60)
class CancellationTest {
    private final Cancellation cancellation = new Cancellation();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Workers workers = new Workers("test", 0, WorkerThreads.AUTO);
    private Connection jdbc;
    private PhysicalConnection connection;

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

    /** A target whose driver's cancel stands at a gate. */
    private final class Gated implements Cancellation.Target {
        private final Gate gate = new Gate();
        private final AtomicInteger sent = new AtomicInteger();

        @Override
        public PhysicalConnection toCancel() {
            return connection;
        }

        @Override
        public void sendCancel() {
            sent.incrementAndGet();
            gate.pass();
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        jdbc = h2.getConnection();
        connection = new PhysicalConnection(new ShardPool(0, "ds_0", Dialects.H2, h2, false), jdbc, false);
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
        Gated target = new Gated();
        cancellation.cancel(target, workers);
        cancellation.open();
        cancellation.close();
        cancellation.cancel(target, workers);
        assertThat(target.sent).hasValue(0);
        assertThat(cancellation.takeSent()).isFalse();
    }

    @Test
    void closeWaitsForWhoIsInTheDriversCancel() throws InterruptedException, ExecutionException {
        Gated target = new Gated();
        cancellation.open();
        Future<?> cancelling = threads.submit(() -> cancellation.cancel(target, workers));
        target.gate.awaitSomebody();
        Future<?> closing = startUntilItWaits(cancellation::close);
        assertThat(closing.isDone()).isFalse();
        target.gate.open();
        cancelling.get();
        closing.get();
        // a cancel that may come too late is told of once
        assertThat(cancellation.takeSent()).isTrue();
        assertThat(cancellation.takeSent()).isFalse();
    }

    @Test
    void onlyOneCancelsAtATime() throws InterruptedException, ExecutionException {
        Gated target = new Gated();
        cancellation.open();
        Future<?> cancelling = threads.submit(() -> cancellation.cancel(target, workers));
        target.gate.awaitSomebody();
        cancellation.cancel(target, workers);
        assertThat(target.sent).hasValue(1);
        target.gate.open();
        cancelling.get();
        cancellation.close();
    }

    @Test
    void closeDoesNotWaitForACancelOnAConnectionThatIsBrokenOff() throws InterruptedException, ExecutionException {
        Gated target = new Gated();
        cancellation.open();
        Future<?> cancelling = threads.submit(() -> cancellation.cancel(target, workers));
        target.gate.awaitSomebody();
        Future<?> closing = startUntilItWaits(cancellation::close);
        cancellation.breakOff(() -> connection);
        closing.get();
        assertThat(cancelling.isDone()).isFalse();
        assertThat(connection.isBroken()).isTrue();

        // The next execution, on another connection: that cancel has nothing to do with it when it returns.
        cancellation.open();
        target.gate.open();
        cancelling.get();
        Gated next = new Gated();
        next.gate.open();
        cancellation.cancel(next, workers);
        assertThat(next.sent).hasValue(1);
        cancellation.close();
    }

    @Test
    void whoFoundAnExecutionRunningBreaksItsConnectionAndNotThatOfTheNext()
            throws InterruptedException, ExecutionException {
        Gate found = new Gate();
        Future<?> breaking = threads.submit(() -> cancellation.breakOff(() -> {
            found.pass();
            return connection;
        }));
        found.awaitSomebody();
        // The execution ends now; what would be the next one on the connection waits until it is known to be broken.
        Future<?> ended = startUntilItWaits(cancellation::ended);
        assertThat(ended.isDone()).isFalse();
        found.open();
        ended.get();
        assertThat(connection.isBroken()).isTrue();
        breaking.get();
    }

    @Test
    void anExecutionThatHasEndedIsNotBrokenOff() throws SQLException {
        cancellation.ended();
        cancellation.breakOff(() -> null);
        assertThat(connection.isBroken()).isFalse();
        assertThat(jdbc.isValid(1)).isTrue();
    }
}
