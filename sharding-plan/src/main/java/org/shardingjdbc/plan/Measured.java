package org.shardingjdbc.plan;

/**
 * What {@code EXPLAIN SHARDING ANALYZE} saw of an operator. Immutable.
 *
 * @param rows that it returned, or that it changed
 * @param bytes of the values that it returned, as they came; -1 where it was not counted
 * @param nanos from its start until its last row was read, in nanoseconds; work of others beside it is in it
 */
public record Measured(long rows, long bytes, long nanos) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** The time in milliseconds. */
    public double millis() {
        return nanos / NANOS_PER_MILLI;
    }

    /** Such as {@code 10 rows, 240 bytes, 1.250 ms}. */
    @Override
    public String toString() {
        String size = bytes < 0 ? "" : ", " + bytes + " bytes";
        return rows
                + (rows == 1 ? " row" : " rows")
                + size
                + String.format(java.util.Locale.ROOT, ", %.3f ms", millis());
    }
}
