package org.shardingjdbc.plan.internal;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often plans were found, and how often they had to be made. Shared by all deployments of a data source.
 * Safe for all threads.
 */
public final class PlanCounts {
    private final LongAdder misses = new LongAdder();
    /** Null while nobody wants to know. */
    volatile @Nullable LongAdder hits;

    /** From now on also counts the plans that were found. */
    public synchronized void countHits() {
        if (hits == null) {
            hits = new LongAdder();
        }
    }

    void hit() {
        LongAdder counting = hits;
        if (counting != null) {
            counting.increment();
        }
    }

    void missed() {
        misses.increment();
    }

    public long hits() {
        LongAdder counting = hits;
        return counting == null ? 0 : counting.sum();
    }

    public long misses() {
        return misses.sum();
    }
}
