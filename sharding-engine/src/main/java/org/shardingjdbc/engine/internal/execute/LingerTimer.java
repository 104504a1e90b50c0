package org.shardingjdbc.engine.internal.execute;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/**
 * Sends the connections of a pool that have lingered for long enough back to it, and those that lingered less when
 * somebody waits for one in the pool itself: who takes connections of the pool without us cannot reclaim them. Safe for
 * all threads; one per pool.
 *
 * <p>To linger costs a session no look at a clock: the timer remembers what it saw, so a connection lingers at most one
 * tick longer than it may. It ticks as long as any session has a connection that may linger.
 */
final class LingerTimer {
    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LingeringConnections lingering;
    private final ConnectionGate gate;
    private final IntSupplier waitingOutside;
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile long longestNanos;

    /** @param waitingOutside how many threads wait in the pool itself */
    LingerTimer(LingeringConnections lingering, ConnectionGate gate, IntSupplier waitingOutside) {
        this.lingering = lingering;
        this.gate = gate;
        this.waitingOutside = waitingOutside;
    }

    /**
     * From now on connections may linger.
     *
     * @param workers whose clock ticks
     * @param nanos for how long
     */
    void start(Workers workers, long nanos) {
        longestNanos = nanos;
        if (!ticking.get() && ticking.compareAndSet(false, true)) {
            schedule(workers);
        }
    }

    private void schedule(Workers workers) {
        long tick = Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, longestNanos / 2));
        if (!workers.tickAfter(tick, () -> tick(workers))) {
            // The data source is closed.
            ticking.set(false);
        }
    }

    private void tick(Workers workers) {
        boolean more = true;
        try {
            more = look(workers);
        } finally {
            if (more) {
                schedule(workers);
            } else {
                ticking.set(false);
                // Who came before that saw the timer tick.
                if (!lingering.isEmpty()) {
                    start(workers, longestNanos);
                }
            }
        }
    }

    /** Returns whether there is anything to look at again. */
    private boolean look(Workers workers) {
        int waiting = waitingOutside.getAsInt();
        gate.outsidersWait(waiting > 0);
        List<LingeringConnections.Lingering> claimed = lingering.claim(System.nanoTime(), longestNanos, waiting);
        if (!claimed.isEmpty()) {
            // A connection that does not answer would stop the clock.
            workers.runAfter(0, () -> claimed.forEach(LingeringConnections.Lingering::releaseClaimed));
        }
        return waiting > 0 || !lingering.isEmpty();
    }
}
