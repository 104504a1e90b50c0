package org.shardingjdbc.engine.internal.execute;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Whose a connection is that may linger: its session's, its session's until its pool reclaims it, or its pool's. What
 * changes that is atomic, so that nobody touches it in between.
 */
abstract class LingerState implements LingeringConnections.Lingering {
    private static final AtomicIntegerFieldUpdater<LingerState> STATE =
            AtomicIntegerFieldUpdater.newUpdater(LingerState.class, "state");

    private static final int OWNED = 0;
    private static final int LINGERING = 1;
    private static final int RECLAIMED = 2;

    private volatile int state = OWNED;
    private long resumedNanos = System.nanoTime();

    /** From now on its pool may reclaim it. By its session. */
    final void linger() {
        state = LINGERING;
    }

    /** Takes it back from lingering, to look at it or to release it. By its session; false when it was reclaimed. */
    public final boolean resume() {
        return STATE.compareAndSet(this, LINGERING, OWNED);
    }

    /** Whether its pool took it. */
    final boolean isReclaimed() {
        return state == RECLAIMED;
    }

    /** Whether it lingers, or did until it was reclaimed. */
    @Override
    public final boolean isLingering() {
        return state != OWNED;
    }

    /** Takes it from its session if it lingers. By any thread, which must {@link #releaseClaimed} it then. */
    @Override
    public final boolean claim() {
        return state == LINGERING && STATE.compareAndSet(this, LINGERING, RECLAIMED);
    }

    /** When it was taken for an execution last, by {@link System#nanoTime()}. Of use while it lingers. */
    @Override
    public final long resumedNanos() {
        return resumedNanos;
    }

    /** It is taken for an execution at that time, by {@link System#nanoTime()}. */
    final void resumed(long nanos) {
        resumedNanos = nanos;
    }

    /** It was used all the time; how long ago it was taken does not matter. */
    final void usedUntilNow() {
        resumedNanos = System.nanoTime();
    }
}
