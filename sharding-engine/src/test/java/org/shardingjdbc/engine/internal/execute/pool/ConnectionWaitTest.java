package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;

/** Which waits end before their time, and that no interrupt is left behind. */
@Timeout(300)
class ConnectionWaitTest {
    private final SQLException reason = new SQLException("over");
    private final SessionsWait wait = new SessionsWait();

    private static final class SessionsWait extends ConnectionWait {
        private volatile SQLException why;

        @Override
        protected SQLException reason() {
            return why;
        }

        void begin() {
            begins();
        }

        void end() {
            ends();
        }

        void over(SQLException because) {
            why = because;
            wake();
        }
    }

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private void overByAnother() {
        CompletableFuture.runAsync(() -> wait.over(reason)).join();
    }

    private static String sleeping() throws SQLException {
        try {
            new CountDownLatch(1).await();
            return "woken";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", e);
        }
    }

    @Test
    void whatSleepsIsInterruptedAndTheReasonTold() {
        wait.begin();
        assertThatThrownBy(() -> wait.interruptibly(() -> {
                    overByAnother();
                    return sleeping();
                }))
                .isSameAs(reason);
        assertThat(wait.isEnd(reason)).isTrue();
        wait.end();
    }

    @Test
    void whatComesInThatMomentIsHad() throws SQLException {
        wait.begin();
        assertThat(wait.<String>interruptibly(() -> {
                    overByAnother();
                    return "connection";
                }))
                .isEqualTo("connection");
        wait.end();
    }

    @Test
    void whatIsOverBeforeItBeginsDoesNotBegin() {
        wait.over(reason);
        wait.begin();
        assertThatThrownBy(() -> wait.interruptibly(ConnectionWaitTest::sleeping))
                .isSameAs(reason);
        wait.end();
    }

    @Test
    void whoIsWokenWithoutAReasonGoesOn() throws SQLException {
        wait.begin();
        assertThat(wait.<Boolean>interruptibly(() -> {
                    CompletableFuture.runAsync(wait::wake).join();
                    return Thread.currentThread().isInterrupted();
                }))
                .isFalse();
        wait.end();
    }

    @Test
    void anInterruptOfTheApplicationIsItsOwn() {
        wait.begin();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> wait.interruptibly(ConnectionWaitTest::sleeping))
                .hasMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        wait.end();
    }

    @Test
    void nobodyIsInterruptedWhoWaitsForSomethingElse() {
        wait.begin();
        overByAnother();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        wait.end();
        overByAnother();
    }

    @Test
    void whoWaitsAtTheGateTakesNothing() throws Exception {
        ConnectionGate gate = new ConnectionGate(1, () -> false);
        assertThat(gate.tryAcquire(1, false)).isTrue();
        CompletableFuture<Boolean> waiter = CompletableFuture.supplyAsync(() -> {
            wait.begin();
            try {
                return gate.acquire(1, false, System.nanoTime() + TimeUnit.HOURS.toNanos(1), wait);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                wait.end();
            }
        });
        while (!gate.isWanted()) {
            Thread.onSpinWait();
        }
        wait.over(reason);
        assertThat(waiter.get()).isFalse();
        assertThat(gate.isWanted()).isFalse();
        gate.release(1);
        assertThat(gate.inUse()).isZero();
    }
}
