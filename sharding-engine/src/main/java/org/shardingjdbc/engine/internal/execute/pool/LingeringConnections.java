package org.shardingjdbc.engine.internal.execute.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;

/**
 * The connections of a pool that are with sessions: in use, or lingering. There are at most as many as the pool has
 * connections, so each finds a place in an array; threads begin their search at different places. Safe for all threads;
 * one per pool.
 *
 * <p>A timer sends those back to the pool that have lingered for long enough, and those that lingered less when
 * somebody waits for one in the pool itself: who takes connections of the pool without us cannot reclaim them. To
 * linger costs a session no look at a clock: the timer remembers what it saw, so a connection lingers at most one tick
 * longer than it may. It ticks as long as any session has a connection that may linger, and a moment longer.
 */
public final class LingeringConnections {
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
     * For how many ticks the timer goes on while no session has a connection: who opens one a few times a second does
     * not start it each time.
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
     * Gives the connection a place, for {@link #remove}. The connection may linger once the timer {@link #begin runs}.
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
     * Takes connections from their sessions: those that have lingered too long, and of the others as many as are asked
     * for. By the timer; the caller releases them.
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
