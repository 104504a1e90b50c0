package org.shardingjdbc.engine.internal.execute.worker;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Watches the executions whose groups the caller runs alone, and hands what he has not begun over to workers when that
 * takes longer than expected: a caller who waits in a driver cannot. So a shard that is slow, or hangs, delays the
 * others by no more than two ticks.
 *
 * <p>To be watched costs an execution two writes and no memory: it takes a place in an array that a timer looks at
 * every tick. Who is there at two ticks one after the other is late. The timer stops when there was nobody to watch for
 * a while; the next execution starts it again. Safe for all threads; one per sharding data source.
 */
public final class FanOutWatch {
    static final long TICK_MILLIS = 1;

    private static final int PLACES = 256;
    /** Neighbours in memory hinder each other, so threads begin their search that far from each other. */
    private static final int DISTANCE = 16;

    private static final int ATTEMPTS = 8;
    private static final int IDLE_TICKS = 200;

    private final ScheduledExecutorService clock;
    private final AtomicReferenceArray<WatchedExecution> watched;
    /** Used by the timer only. */
    private final WatchedExecution[] seen;

    private final int mostIdleTicks;

    private final AtomicBoolean ticking = new AtomicBoolean();
    private int idleTicks;

    /** An execution whose groups the caller runs alone. */
    public interface WatchedExecution {
        /** Hands over what the caller has not begun. By any thread. */
        void handOver();
    }

    /** @param clock whose thread is not blocked by others */
    FanOutWatch(ScheduledExecutorService clock) {
        this(clock, PLACES, IDLE_TICKS);
    }

    /**
     * @param places how many executions it can watch at most; at least {@link #DISTANCE}
     * @param mostIdleTicks after how many of them on end it stops, with nobody to watch
     */
    FanOutWatch(ScheduledExecutorService clock, int places, int mostIdleTicks) {
        this.clock = clock;
        this.watched = new AtomicReferenceArray<>(places);
        this.seen = new WatchedExecution[places];
        this.mostIdleTicks = mostIdleTicks;
    }

    /** Watches it. Returns its place, for {@link #leave}; -1 when it cannot be watched. */
    public int enter(WatchedExecution execution) {
        int first = (int) (Thread.currentThread().getId() % (seen.length / DISTANCE)) * DISTANCE;
        for (int place = first; place < first + ATTEMPTS; place++) {
            if (watched.compareAndSet(place, null, execution)) {
                if (ticking.get() || start()) {
                    return place;
                }
                watched.set(place, null);
                return -1;
            }
        }
        return -1;
    }

    /** Watches it no more. */
    public void leave(int place) {
        watched.set(place, null);
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
        // Who came before that saw the timer run.
        if (isAnyWatched()) {
            start();
        }
    }

    /** Returns whether there was anybody. */
    private boolean look() {
        boolean any = false;
        for (int place = 0; place < seen.length; place++) {
            WatchedExecution now = watched.get(place);
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

    private boolean isAnyWatched() {
        for (int place = 0; place < seen.length; place++) {
            if (watched.get(place) != null) {
                return true;
            }
        }
        return false;
    }
}
