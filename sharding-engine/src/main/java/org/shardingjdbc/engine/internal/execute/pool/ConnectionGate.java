package org.shardingjdbc.engine.internal.execute.pool;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives out rights to use connections of one pool, as many as a caller needs at once or none, so that nobody waits
 * while holding half of them. Safe for all threads; one per pool.
 *
 * <p>Waiting callers are served in order, but callers that hold connections already go first: they are nearer to giving
 * some back. Smaller requests do not overtake a large one at the head, so it is served eventually. While nobody waits,
 * taking and giving back is one atomic operation each.
 */
final class ConnectionGate {
    private static final class Waiter {
        private final int count;
        private final Thread thread = Thread.currentThread();
        /** Written with the lock, read by the waiting thread. */
        private volatile boolean granted;

        private Waiter(int count) {
            this.count = count;
        }
    }

    private final int capacity;
    private final BooleanSupplier reclaim;
    private final AtomicInteger free;
    private final ReentrantLock lock = new ReentrantLock();

    /** Waiters that hold connections already. Guarded by {@link #lock}. */
    private final ArrayDeque<Waiter> holders = new ArrayDeque<>();
    /** The other waiters. Guarded by {@link #lock}. */
    private final ArrayDeque<Waiter> others = new ArrayDeque<>();

    /** The size of {@link #holders}; written with {@link #lock}, read by any thread. */
    private volatile int waitingHolders;
    /** The size of both queues; written with {@link #lock}, read by any thread. */
    private volatile int waiting;
    /** Whether threads wait in the underlying pool. Written by the timer, read by any thread. */
    private volatile boolean outsidersWait;

    /** @param reclaim makes a session give back a right that it does not need now; false when there is none */
    ConnectionGate(int capacity, BooleanSupplier reclaim) {
        this.capacity = capacity;
        this.reclaim = reclaim;
        this.free = new AtomicInteger(capacity);
    }

    int capacity() {
        return capacity;
    }

    int inUse() {
        return capacity - free.get();
    }

    /** Whether anybody waits, here or in the underlying pool itself. */
    boolean isWanted() {
        return waiting > 0 || outsidersWait;
    }

    /** Sets whether threads wait in the underlying pool itself, which have not asked here. */
    void outsidersWait(boolean wait) {
        outsidersWait = wait;
    }

    /** Takes {@code count} rights if they are free and nobody waits who is served first. */
    boolean tryAcquire(int count, boolean holder) {
        int now = free.get();
        while (now >= count && (holder ? waitingHolders : waiting) == 0) {
            if (free.compareAndSet(now, now - count)) {
                return true;
            }
            now = free.get();
        }
        return false;
    }

    private boolean take(int count) {
        int now = free.get();
        while (now >= count) {
            if (free.compareAndSet(now, now - count)) {
                return true;
            }
            now = free.get();
        }
        return false;
    }

    /**
     * Takes {@code count} rights, waiting for them if need be.
     *
     * @param holder whether the caller holds connections already
     * @param deadlineNanos by {@link System#nanoTime()}
     * @param wait may end the wait earlier, by waking the thread; null for nothing
     * @return false when the time is over, or the wait was ended; then nothing is taken
     */
    boolean acquire(int count, boolean holder, long deadlineNanos, @Nullable ConnectionWait wait)
            throws InterruptedException {
        if (tryAcquire(count, holder)) {
            return true;
        }
        if (wait != null) {
            wait.begins();
        }
        Waiter waiter = new Waiter(count);
        enqueue(waiter, holder);
        boolean granted = false;
        // Released also after a failure: rights that are granted to a thread which is gone are lost for ever.
        boolean inVain = true;
        try {
            // A session that stops needing a connection from now on sees the waiter.
            while (!waiter.granted && reclaim.getAsBoolean()) {
                // Until the rights are granted.
            }
            inVain = isInterrupted(waiter, deadlineNanos, wait);
        } finally {
            granted = waiter.granted || !leave(waiter, holder);
            if (wait != null) {
                wait.ends();
            }
            if (granted && inVain) {
                release(count);
            }
        }
        if (inVain) {
            throw new InterruptedException();
        }
        return granted;
    }

    /**
     * Waits until the rights are granted, the time is over, or the wait was ended. Returns whether an interrupt came
     * first.
     */
    private boolean isInterrupted(Waiter waiter, long deadlineNanos, @Nullable ConnectionWait wait) {
        boolean interrupted = false;
        while (!waiter.granted && !interrupted) {
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0 || wait != null && wait.isOver()) {
                break;
            }
            LockSupport.parkNanos(this, left);
            interrupted = Thread.interrupted();
        }
        return interrupted;
    }

    private void enqueue(Waiter waiter, boolean holder) {
        lock.lock();
        try {
            (holder ? holders : others).add(waiter);
            countWaiters();
            // What was given back before we were counted would wake nobody else.
            serve();
        } finally {
            lock.unlock();
        }
    }

    /** Removes the waiter. Returns whether it was still waiting. */
    private boolean leave(Waiter waiter, boolean holder) {
        lock.lock();
        try {
            boolean removed = (holder ? holders : others).remove(waiter);
            countWaiters();
            serve();
            return removed;
        } finally {
            lock.unlock();
        }
    }

    void release(int count) {
        free.addAndGet(count);
        if (waiting > 0) {
            lock.lock();
            try {
                serve();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Grants rights to the waiters whose turn it is. With {@link #lock}. */
    private void serve() {
        while (true) {
            ArrayDeque<Waiter> queue = holders.isEmpty() ? others : holders;
            Waiter head = queue.peek();
            if (head == null || !take(head.count)) {
                return;
            }
            queue.poll();
            countWaiters();
            head.granted = true;
            LockSupport.unpark(head.thread);
        }
    }

    /** With {@link #lock}. */
    private void countWaiters() {
        waitingHolders = holders.size();
        waiting = holders.size() + others.size();
    }
}
