package org.shardingjdbc.engine.internal.execute.worker;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Finds late executions among those whose groups the caller runs alone, and hands the groups that the caller has not
 * begun over to workers: a caller that waits in a driver cannot do so itself. So a shard that is slow, or hangs, delays
 * the others by no more than two ticks.
 *
 * <p>An execution takes a place in an array that a timer examines at every tick; that costs two writes and no memory.
 * An execution that is still there at the next tick is late. The timer stops when the array was empty for a while; the
 * next execution starts it again. Safe for all threads; one per sharding data source.
 */
public final class LateFanOuts {
    static final long TICK_MILLIS = 1;

    private static final int PLACES = 256;
    /**
     * How many places apart threads begin their search, as writes to neighbouring places in memory hinder each other.
     */
    private static final int DISTANCE = 16;

    private static final int ATTEMPTS = 8;
    private static final int IDLE_TICKS = 200;

    private final ScheduledExecutorService clock;
    private final AtomicReferenceArray<Candidate> running;
    /** Used by the timer only. */
    private final @Nullable Candidate[] seen;

    private final int mostIdleTicks;

    private final AtomicBoolean ticking = new AtomicBoolean();
    private int idleTicks;

    /** An execution whose groups the caller runs alone. */
    public interface Candidate {
        /** Hands over the groups that the caller has not begun. By any thread. */
        void handOver();
    }

    /** @param clock must have a thread that others do not block */
    LateFanOuts(ScheduledExecutorService clock) {
        this(clock, PLACES, IDLE_TICKS);
    }

    /**
     * @param places how many executions may be there at once; at least {@link #DISTANCE}
     * @param mostIdleTicks after so many ticks in turn without an execution, the timer stops
     */
    LateFanOuts(ScheduledExecutorService clock, int places, int mostIdleTicks) {
        this.clock = clock;
        this.running = new AtomicReferenceArray<>(places);
        this.seen = new Candidate[places];
        this.mostIdleTicks = mostIdleTicks;
    }

    /** An execution begins. Returns its place, for {@link #leave}; -1 when no place is free. */
    public int enter(Candidate execution) {
        int first = (int) (Thread.currentThread().getId() % (seen.length / DISTANCE)) * DISTANCE;
        for (int place = first; place < first + ATTEMPTS; place++) {
            if (running.compareAndSet(place, null, execution)) {
                if (ticking.get() || start()) {
                    return place;
                }
                running.set(place, null);
                return -1;
            }
        }
        return -1;
    }

    /** The execution at that place is over. */
    public void leave(int place) {
        running.set(place, null);
    }

    /** Whether the timer runs. */
    public boolean isTicking() {
        return ticking.get();
    }

    private boolean start() {
        return !ticking.compareAndSet(false, true) || schedule();
    }

    private boolean schedule() {
        try {
            clock.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            // The data source is closed.
            ticking.set(false);
            return false;
        }
    }

    private void tick() {
        idleTicks = look() ? 0 : idleTicks + 1;
        if (idleTicks < mostIdleTicks) {
            schedule();
            return;
        }
        idleTicks = 0;
        ticking.set(false);
        // An execution that came just before saw the timer run, and has not started it.
        if (isAnyThere()) {
            start();
        }
    }

    /** Returns whether there was any execution. */
    private boolean look() {
        boolean any = false;
        for (int place = 0; place < seen.length; place++) {
            Candidate now = running.get(place);
            if (now != null) {
                any = true;
                if (now == seen[place]) {
                    now.handOver();
                }
            }
            seen[place] = now;
        }
        return any;
    }

    private boolean isAnyThere() {
        for (int place = 0; place < seen.length; place++) {
            if (running.get(place) != null) {
                return true;
            }
        }
        return false;
    }
}
