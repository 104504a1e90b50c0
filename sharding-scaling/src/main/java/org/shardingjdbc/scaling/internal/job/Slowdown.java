package org.shardingjdbc.scaling.internal.job;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How many times as long reads of one row take while rows are copied, by averages in which newer turns count more, and
 * the rests that follow from it. Used by one thread.
 */
final class Slowdown {
    /** How many times as long as the work the longest rest is: a copy comes to an end. */
    static final int LONGEST_REST = 19;
    /** What the newest turn counts in an average. */
    private static final double NEWEST = 0.25;

    private final Map<String, Double> working = new HashMap<>();
    private final Map<String, Double> resting = new HashMap<>();
    /** The data sources that the newest turn has read. */
    private Set<String> read = Set.of();

    /** What reads took while rows were copied, by data source, in one unit with what they take in a rest. */
    void worked(Map<String, Double> reads) {
        reads.forEach((source, time) -> working.merge(source, time, Slowdown::newer));
        read = Set.copyOf(reads.keySet());
    }

    /** What they took in a rest. */
    void rested(Map<String, Double> reads) {
        reads.forEach((source, time) -> resting.merge(source, time, Slowdown::newer));
    }

    private static double newer(double known, double newest) {
        return (1 - NEWEST) * known + NEWEST * newest;
    }

    /**
     * In the data source where it is most, of those that the newest turn has read; at least 1, and 1 while it is not
     * known.
     */
    double times() {
        double most = 1;
        for (String source : read) {
            double quiet = resting.getOrDefault(source, 0.0);
            most = quiet > 0 ? Math.max(most, working.getOrDefault(source, quiet) / quiet) : most;
        }
        return most;
    }

    /**
     * How long a rest behind some work has to be, so that reads take no more than {@code most} times as long on average
     * over both. Of work {@code w} in which they take {@code k} times as long, and a rest {@code r}, the average is
     * {@code (k w + r) / (w + r)}.
     *
     * @param most more than 1
     */
    long restNanos(long workedNanos, double most) {
        double share = Math.max(0, (times() - most) / (most - 1));
        return (long) (workedNanos * Math.min(LONGEST_REST, share));
    }
}
