package org.shardingjdbc.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code EXPLAIN SHARDING ANALYZE} saw of an operator. Immutable.
 *
 * @param rows that it returned, or that it changed; -1 where nobody counted them
 * @param roundTrips how many statements data sources were sent
 * @param nanos from its start until its last row was read, in nanoseconds; work of others beside it is in it
 * @param leaf what a leaf spent its time on; null for other operators
 */
public record Measurement(
        long rows, int roundTrips, long nanos, @Nullable LeafTimes leaf) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * What a leaf spent its time on, in nanoseconds.
     *
     * @param waiting until it had a connection, and its turn on it
     * @param executing from then until the data source had answered
     * @param reading in its rows
     */
    public record LeafTimes(long waiting, long executing, long reading) {
        @Override
        public String toString() {
            return "waiting " + millis(waiting) + ", executing " + millis(executing) + ", reading " + millis(reading);
        }
    }

    /** This and another one, one after the other. */
    public Measurement plus(Measurement other) {
        LeafTimes both = leaf == null || other.leaf == null
                ? null
                : new LeafTimes(
                        leaf.waiting + other.leaf.waiting,
                        leaf.executing + other.leaf.executing,
                        leaf.reading + other.leaf.reading);
        return new Measurement(
                rows < 0 || other.rows < 0 ? -1 : rows + other.rows,
                roundTrips + other.roundTrips,
                nanos + other.nanos,
                both);
    }

    /** Nanoseconds in milliseconds, such as {@code 1.250 ms}. */
    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MILLI);
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Such as {@code 10 rows, 4 round trips, 1.250 ms}; of a leaf with what it spent the time on. */
    @Override
    public String toString() {
        return (rows < 0 ? "" : count(rows, "row") + ", ")
                + count(roundTrips, "round trip") + ", "
                + (leaf == null ? millis(nanos) : leaf.toString());
    }
}
