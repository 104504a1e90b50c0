package org.shardingjdbc.plan.internal.experience;

import org.jspecify.annotations.Nullable;

/**
 * How long executions of a statement on several shards took lately, by who ran them: the caller alone, or workers
 * beside him; each as a moving average of the time for one piece of the work. Beside each plan there is one, which is
 * all about a plan that changes; it guides by which threads an execution runs, never what it does.
 *
 * <p>Nobody can know beforehand what is better: it depends on whether the shards work in this process or far away, on
 * how many cores are free, and on what it costs to wake a thread. So both are tried, the better one is taken, and the
 * other one is tried again now and then. A time much longer than usual says little, so that it counts little; a shorter
 * one counts at once.
 *
 * <p>Safe for all threads: two that tell at a time may lose what one of them says.
 */
public final class FanOutTimes {
    /** An execution that takes longer is not tried by the caller alone if that is only for learning. */
    private static final long LONGEST_TRIAL_NANOS = 1_000_000;

    /** Of the time, in some microseconds, those bits are 0 when the worse way is tried: about once in 64 times. */
    private static final long TRIAL_BITS = 63L << 12;

    private static final int SHARE_OF_SLOWER = 8;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private volatile long alone = UNKNOWN;
    private volatile long shared = UNKNOWN;
    /** Null until somebody counts. */
    private volatile @Nullable PlanUse use;

    /** How often the statement was executed, as far as somebody counts that. */
    public PlanUse use() {
        PlanUse known = use;
        return known == null ? firstUse() : known;
    }

    private synchronized PlanUse firstUse() {
        if (use == null) {
            use = new PlanUse();
        }
        return use;
    }

    /**
     * Whether the caller should run it alone.
     *
     * @param quickNanos what takes no longer is never worth a worker
     * @param pieces of work, at least 1
     * @param nowNanos by {@link System#nanoTime()}
     */
    public boolean isForOne(long quickNanos, long pieces, long nowNanos) {
        long byOne = alone;
        if (byOne == UNKNOWN) {
            return false;
        }
        if (byOne <= quickNanos / pieces) {
            return true;
        }
        boolean trial = (nowNanos & TRIAL_BITS) == 0;
        return byOne <= shared ? !trial : trial && byOne <= LONGEST_TRIAL_NANOS / pieces;
    }

    /**
     * Tells what an execution took that the caller ran alone, or meant to.
     *
     * @param nanos from its begin to its end
     * @param pieces of work, at least 1
     */
    public void tookOne(long nanos, long pieces) {
        long known = alone;
        long next = next(known, nanos / pieces);
        if (next != known) {
            alone = next;
        }
    }

    /**
     * Tells what an execution took that workers ran beside the caller. The caller alone would hardly have taken longer
     * than all threads together.
     *
     * @param nanos from its begin to its end
     * @param totalNanos of all threads together
     * @param pieces of work, at least 1
     */
    public void tookMore(long nanos, long totalNanos, long pieces) {
        long known = shared;
        long next = next(known, nanos / pieces);
        if (next != known) {
            shared = next;
        }
        if (totalNanos / pieces < alone) {
            tookOne(totalNanos, pieces);
        }
    }

    private static long next(long known, long latest) {
        if (known == UNKNOWN) {
            return latest;
        }
        return latest <= known
                ? known - (known - latest) / 2
                : known + (Math.min(latest, 2 * known + SHARE_OF_SLOWER) - known) / SHARE_OF_SLOWER;
    }
}
