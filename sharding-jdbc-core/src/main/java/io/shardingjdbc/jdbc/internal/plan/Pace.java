package io.shardingjdbc.jdbc.internal.plan;

/**
 * How long shards took for a statement lately: a moving average of the time for one piece of its work. Beside each plan
 * there is one, which is all about a plan that changes; it guides by which threads an execution runs, never what it
 * does. Safe for all threads: two that tell at a time may lose what one of them says.
 */
public final class Pace {
    /** Beyond it all are slow alike; one that hung must not be remembered for long. */
    private static final long SLOWEST_NANOS = 1_000_000;

    private static final int SHARE_OF_LATEST = 8;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private volatile long nanos = UNKNOWN;

    /**
     * Whether so much work is expected to take no longer than that time; false while nothing is known.
     *
     * @param pieces of work, at least 1
     */
    public boolean isWithin(long limitNanos, long pieces) {
        return nanos <= limitNanos / pieces;
    }

    /**
     * Tells what an execution took.
     *
     * @param totalNanos of all threads together
     * @param pieces of work, at least 1
     */
    public void took(long totalNanos, long pieces) {
        long latest = Math.min(totalNanos / pieces, SLOWEST_NANOS);
        long known = nanos;
        long next = known == UNKNOWN ? latest : known + (latest - known) / SHARE_OF_LATEST;
        if (next != known) {
            nanos = next;
        }
    }
}
