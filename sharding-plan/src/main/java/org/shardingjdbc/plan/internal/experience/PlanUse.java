package org.shardingjdbc.plan.internal.experience;

import java.util.concurrent.atomic.LongAdder;

/** How often a plan was executed, and how long that took, as far as somebody counts. Safe for all threads. */
public final class PlanUse {
    private final LongAdder executions = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** Counts executions that took, or are taken to have taken, that long each. */
    public void add(int count, long elapsedNanos) {
        executions.add(count);
        nanos.add(count * elapsedNanos);
    }

    public long executions() {
        return executions.sum();
    }

    /** All of them together. */
    public long nanos() {
        return nanos.sum();
    }
}
