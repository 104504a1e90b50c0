package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ConnectionGateTest {
    private static long in(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void givesAllOrNone() throws InterruptedException {
        ConnectionGate gate = new ConnectionGate(4, () -> false);
        assertThat(gate.tryAcquire(3, false)).isTrue();
        assertThat(gate.tryAcquire(2, false)).isFalse();
        assertThat(gate.inUse()).isEqualTo(3);
        assertThat(gate.acquire(2, false, System.nanoTime(), null)).isFalse();
        assertThat(gate.inUse()).isEqualTo(3);
        gate.release(3);
        assertThat(gate.acquire(4, false, in(1), null)).isTrue();
    }

    @Test
    void whoHoldsConnectionsIsServedBeforeWhoWaitsLonger() throws Exception {
        ConnectionGate gate = new ConnectionGate(2, () -> false);
        gate.tryAcquire(2, false);
        CompletableFuture<Boolean> large = CompletableFuture.supplyAsync(() -> acquire(gate, 2, false));
        while (gate.tryAcquire(0, false)) {
            Thread.onSpinWait();
        }
        gate.release(1);
        assertThat(gate.tryAcquire(1, false)).isFalse();
        assertThat(gate.acquire(1, true, in(10), null)).isTrue();
        assertThat(large).isNotDone();
        gate.release(2);
        assertThat(large.get()).isTrue();
    }

    @Test
    void interruptedWaiterTakesNothing() throws Exception {
        ConnectionGate gate = new ConnectionGate(1, () -> false);
        gate.tryAcquire(1, false);
        CountDownLatch thrown = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                gate.acquire(1, false, in(60), null);
            } catch (InterruptedException e) {
                thrown.countDown();
            }
        });
        waiter.start();
        waiter.interrupt();
        assertThat(thrown.await(60, TimeUnit.SECONDS)).isTrue();
        gate.release(1);
        assertThat(gate.inUse()).isZero();
        assertThat(gate.tryAcquire(1, false)).isTrue();
    }

    /** As by an assertion, or a stack that is full. */
    @Test
    void whoFailsWhileHeMakesOthersGiveBackWaitsNoMore() {
        ConnectionGate gate = new ConnectionGate(1, () -> {
            throw new AssertionError("on demand");
        });
        gate.tryAcquire(1, false);
        assertThatThrownBy(() -> gate.acquire(1, false, in(60), null)).hasMessage("on demand");
        assertThat(gate.isWanted()).isFalse();
        gate.release(1);
        assertThat(gate.inUse()).isZero();
    }

    @Test
    void manyThreadsNeverHoldMoreThanThereAreAndAllAreServed() throws InterruptedException {
        ConnectionGate gate = new ConnectionGate(5, () -> false);
        AtomicInteger held = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            int count = 1 + t % 5;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 2_000; i++) {
                    if (acquire(gate, count, false)) {
                        int now = held.addAndGet(count);
                        most.accumulateAndGet(now, Math::max);
                        held.addAndGet(-count);
                        gate.release(count);
                        served.incrementAndGet();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(served).hasValue(32_000);
        assertThat(most.get()).isLessThanOrEqualTo(5);
        assertThat(gate.inUse()).isZero();
    }

    private static boolean acquire(ConnectionGate gate, int count, boolean holder) {
        try {
            return gate.acquire(count, holder, in(60), null);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
