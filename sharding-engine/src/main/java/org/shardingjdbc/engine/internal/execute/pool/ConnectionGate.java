package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;

/**
 * Gives out rights to use connections of one pool, as many as a caller needs at once or none, so that nobody waits
 * while holding half of them. Safe for all threads; one per pool.
 *
 * <p>Waiting callers are served in order, but callers that hold connections already go first: they are nearer to giving
 * some back. Smaller requests do not overtake a large one at the head, so it is served eventually. While nobody waits,
 * taking and giving back is one atomic operation each.
 *
 * <p>With it stand those whom it is about: a session that waits, here or in the pool ({@link ConnectionWait}), and the
 * connections that sessions keep with their right although nothing runs on them ({@link LingeringConnections}), one of
 * which goes back when somebody waits.
 */
public final class ConnectionGate {
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

    /**
     * The waits of one session for connections. A wait ends before its time when there is a reason: the execution was
     * cancelled, the time of the execution is over, the session is closed. One thread at a time waits; any thread may
     * call {@link #wake} at any time.
     *
     * <p>A thread that waits at a {@link ConnectionGate} is woken and looks for the reason. A wait inside of another
     * library, such as HikariCP, is ended by an interrupt, which reaches the thread in {@link #interruptibly} and
     * nowhere else: no interrupt is left behind. Where nobody called {@link #wake}, that costs two writes.
     */
    public abstract static class ConnectionWait {
        /** No thread is to be interrupted, and nobody called {@link #wake}. */
        private static final int APART = 0;
        /** The thread is where an interrupt ends its wait. */
        private static final int WITHIN = 1;
        /** The thread is there, and another thread is about to interrupt it: the first one waits for the interrupt. */
        private static final int STRUCK = 2;
        /** The thread was there when it was interrupted. */
        private static final int INTERRUPTED = 3;
        /**
         * No thread is to be interrupted; {@link #wake} was called, so there may be a reason before the wait begins.
         */
        private static final int CALLED = 4;

        private static final AtomicIntegerFieldUpdater<ConnectionWait> PLACE =
                AtomicIntegerFieldUpdater.newUpdater(ConnectionWait.class, "place");

        /** Written by compare-and-set, and by who has made it {@link #STRUCK} or found it {@link #INTERRUPTED}. */
        private volatile int place;
        /** Null when nobody waits. Written by the thread that waits, read with the monitor. */
        private volatile @Nullable Thread waiting;
        /** The exception that ended the wait; used by the thread that waits. */
        private @Nullable SQLException end;

        /** Waits. */
        @FunctionalInterface
        public interface Waiting<T> {
            /** @throws SQLException also where the wait was interrupted */
            T await() throws SQLException;
        }

        /**
         * Why the execution is not to go on; null as long as the execution may. A reason stays until the wait is over.
         * By any thread: whoever makes a reason calls {@link #wake} afterwards.
         */
        protected abstract @Nullable SQLException reason();

        /** From now on {@link #wake} wakes the calling thread. */
        final void begins() {
            waiting = Thread.currentThread();
        }

        /** From now on {@link #wake} wakes no thread. */
        final void ends() {
            waiting = null;
        }

        /** Ends the wait, if a thread waits and there is a reason. By any thread. */
        public final synchronized void wake() {
            while (true) {
                if (PLACE.compareAndSet(this, WITHIN, STRUCK)) {
                    boolean over = reason() != null;
                    if (over) {
                        Objects.requireNonNull(waiting).interrupt();
                    }
                    place = over ? INTERRUPTED : WITHIN;
                    return;
                }
                int now = place;
                if (now == INTERRUPTED) {
                    return;
                }
                if (now == CALLED || PLACE.compareAndSet(this, APART, CALLED)) {
                    LockSupport.unpark(waiting);
                    return;
                }
            }
        }

        /** Whether there is a reason to end the wait. */
        final boolean isOver() {
            return reason() != null;
        }

        /** @throws SQLException the reason, if the wait is to end */
        public final void check() throws SQLException {
            SQLException why = reason();
            if (why != null) {
                end = why;
                throw why;
            }
        }

        /** Whether that exception ended the wait, and is not a failure of the pool that was waited for. */
        final boolean isEnd(SQLException error) {
            return error == end;
        }

        /**
         * Waits in a way that an interrupt ends.
         *
         * @throws SQLException what the wait throws; or the reason for which it ended, and then nothing was taken
         */
        public final <T> T interruptibly(Waiting<T> body) throws SQLException {
            waiting = Thread.currentThread();
            if (!PLACE.compareAndSet(this, APART, WITHIN)) {
                enterCalled();
            }
            try {
                return body.await();
            } catch (SQLException e) {
                check();
                throw e;
            } finally {
                if (!PLACE.compareAndSet(this, WITHIN, APART)) {
                    leave();
                }
                waiting = null;
            }
        }

        /** @throws SQLException the reason, if the wait is to end */
        private void enterCalled() throws SQLException {
            place = WITHIN;
            // A reason that was there before is seen by this look; a call of wake from now on finds the thread.
            SQLException why = reason();
            if (why != null) {
                leave();
                waiting = null;
                place = CALLED;
                end = why;
                throw why;
            }
        }

        /** No interrupt comes any more, and one that came is cleared. */
        private void leave() {
            while (!PLACE.compareAndSet(this, WITHIN, APART)) {
                if (place == INTERRUPTED) {
                    Thread.interrupted();
                    place = CALLED;
                    break;
                }
                Thread.onSpinWait();
            }
        }
    }

    /**
     * The connections of a pool that are with sessions: in use, or lingering. There are at most as many as the pool has
     * connections, so each finds a place in an array; threads begin their search at different places. Safe for all
     * threads; one per pool.
     *
     * <p>A timer sends those back to the pool that have lingered for long enough, and those that lingered less when
     * somebody waits for one in the pool itself: who takes connections of the pool without us cannot reclaim them. To
     * linger costs a session no look at a clock: the timer remembers what it saw, so a connection lingers at most one
     * tick longer than it may. It ticks as long as any session has a connection that may linger, and a moment longer.
     */
    static final class LingeringConnections {
        /** A connection that may linger. */
        interface Lingering {
            /** Whether the connection lingers, or lingered until it was reclaimed. */
            boolean isLingering();

            /**
             * When an execution took the connection last, by {@link System#nanoTime()}. Of use while the connection
             * lingers.
             */
            long resumedNanos();

            /**
             * Takes the connection from its session if the connection lingers. By any thread, which must
             * {@link #releaseClaimed} the connection then.
             */
            boolean claim();

            /** Releases the connection after a {@link #claim}. */
            void releaseClaimed();

            /** Whether an execution or a transaction of another deployment is on the connection. By any thread. */
            boolean isOfOther(Object deployment);
        }

        private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
        private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
        /**
         * For how many ticks the timer goes on while no session has a connection: who opens one a few times a second
         * does not start it each time.
         */
        static final int IDLE_TICKS = 10;

        private final AtomicReferenceArray<Lingering> places;
        private final ConnectionGate gate;
        private final IntSupplier waitingOutside;
        private final AtomicBoolean ticking = new AtomicBoolean();
        /** The clock that ends lingering; written before {@link #longestNanos}, the time that lingering may last. */
        private volatile @Nullable TaskClock clock;
        /** How long connections may linger; 0 for not at all. */
        private volatile long longestNanos;

        /** At how many ticks in turn no connection had a place. Only the timer uses it, and the three arrays. */
        private int idleTicks;
        /** The connections that lingered at each place when the timer looked. */
        private final @Nullable Lingering[] seen;
        /** When an execution took each of these connections last, as the connection says. */
        private final long[] seenResumed;
        /** When the timer saw each of these connections linger first. */
        private final long[] seenNanos;

        /**
         * @param capacity how many there are at most, 0 where none lingers
         * @param waitingOutside how many threads wait in the pool itself
         */
        LingeringConnections(int capacity, ConnectionGate gate, IntSupplier waitingOutside) {
            this.gate = gate;
            this.waitingOutside = waitingOutside;
            this.places = new AtomicReferenceArray<>(capacity);
            this.seen = new Lingering[capacity];
            this.seenResumed = new long[capacity];
            this.seenNanos = new long[capacity];
        }

        /**
         * Gives the connection a place, for {@link #remove}. The connection may linger once the timer {@link #begin
         * runs}.
         *
         * @return -1 when no place is left
         */
        int add(Lingering connection) {
            int count = places.length();
            int first = count == 0 ? 0 : (int) (Thread.currentThread().getId() % count);
            for (int i = 0; i < count; i++) {
                int place = first + i < count ? first + i : first + i - count;
                if (places.get(place) == null && places.compareAndSet(place, null, connection)) {
                    return place;
                }
            }
            return -1;
        }

        /**
         * How long connections may linger from now on.
         *
         * @param nanos 0 for not at all
         * @param timer runs the timer that ends lingering; the same at each call
         */
        void last(long nanos, TaskClock timer) {
            clock = timer;
            longestNanos = nanos;
        }

        /** How long a connection may linger now. */
        long longestNanos() {
            return longestNanos;
        }

        /**
         * A connection that has a place may linger from now on.
         *
         * @return false where none may
         */
        boolean begin() {
            boolean may = longestNanos > 0;
            if (may && !ticking.get()) {
                start();
            }
            return may;
        }

        void remove(int place) {
            places.set(place, null);
        }

        /** Whether no connection has a place, lingering or in use. */
        private boolean isEmpty() {
            for (int place = 0; place < places.length(); place++) {
                if (places.get(place) != null) {
                    return false;
                }
            }
            return true;
        }

        /** How many connections have an execution or a transaction of another deployment on them. */
        int ofOthers(Object deployment) {
            int count = 0;
            for (int place = 0; place < places.length(); place++) {
                Lingering connection = places.get(place);
                if (connection != null && connection.isOfOther(deployment)) {
                    count++;
                }
            }
            return count;
        }

        /** Returns one lingering connection to the pool; false when none lingers. */
        boolean reclaim() {
            for (int place = 0; place < places.length(); place++) {
                Lingering connection = places.get(place);
                if (connection != null && connection.claim()) {
                    connection.releaseClaimed();
                    return true;
                }
            }
            return false;
        }

        /**
         * Takes connections from their sessions: those that have lingered too long, and of the others as many as are
         * asked for. By the timer; the caller releases them.
         *
         * @param now by {@link System#nanoTime()}
         */
        private List<Lingering> claim(long now, long longestNanos, int wanted) {
            List<Lingering> claimed = new ArrayList<>(0);
            for (int place = 0; place < places.length(); place++) {
                Lingering connection = places.get(place);
                if (connection == null || !connection.isLingering()) {
                    seen[place] = null;
                    continue;
                }
                long resumed = connection.resumedNanos();
                if (connection != seen[place] || resumed != seenResumed[place]) {
                    seen[place] = connection;
                    seenResumed[place] = resumed;
                    seenNanos[place] = now;
                }
                boolean over = now - seenNanos[place] >= longestNanos;
                if ((over || claimed.size() < wanted) && connection.claim()) {
                    claimed.add(connection);
                    seen[place] = null;
                }
            }
            return claimed;
        }

        // ---- the timer

        /** Said before anything may linger. */
        private TaskClock clock() {
            return Objects.requireNonNull(clock);
        }

        private void start() {
            if (ticking.compareAndSet(false, true)) {
                schedule();
            }
        }

        private void schedule() {
            long tick = Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, longestNanos / 2));
            if (!clock().tickAfter(tick, this::tick)) {
                // The data source is closed.
                ticking.set(false);
            }
        }

        private void tick() {
            boolean more = true;
            try {
                more = look();
            } finally {
                if (more) {
                    schedule();
                } else {
                    ticking.set(false);
                    // A session that came before this line saw the timer tick, and started no other one.
                    if (!isEmpty()) {
                        start();
                    }
                }
            }
        }

        /** Returns whether the timer must look again. */
        private boolean look() {
            int waiting = waitingOutside.getAsInt();
            gate.outsidersWait(waiting > 0);
            List<Lingering> claimed = claim(System.nanoTime(), longestNanos, waiting);
            for (Lingering each : claimed) {
                // A connection whose database does not answer would stop the clock, and one that fails would keep the
                // others.
                clock().runAfter(0, each::releaseClaimed);
            }
            idleTicks = waiting > 0 || !isEmpty() ? 0 : idleTicks + 1;
            if (idleTicks < IDLE_TICKS) {
                return true;
            }
            idleTicks = 0;
            return false;
        }
    }
}
