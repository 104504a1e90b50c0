package org.shardingjdbc.benchmarks.macro;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one run gave.
 *
 * @param transactions that were committed, or rolled back because the workload wants some to be
 * @param retries that failed because of locks of others
 * @param seconds that it took
 * @param cpuSeconds that this JVM worked meanwhile, on all cores
 * @param serverSeconds that the database server worked meanwhile, on all cores; 0 inside this JVM
 * @param latency of all transactions, nanoseconds
 * @param kinds the same for each kind
 */
record Figures(
        long transactions,
        long retries,
        double seconds,
        double cpuSeconds,
        double serverSeconds,
        Histogram latency,
        List<Histogram> kinds) {
    Figures {
        kinds = List.copyOf(kinds);
    }

    double perSecond() {
        return transactions / seconds;
    }

    double meanMillis() {
        return latency.getMean() / 1e6;
    }

    /** @param percentile from 0 to 100 */
    double percentileMillis(double percentile) {
        return latency.getValueAtPercentile(percentile) / 1e6;
    }

    /** CPU time of this JVM for one transaction: pool, driver and whatever is between, without the server. */
    double cpuMicros() {
        return cpuSeconds * 1e6 / Math.max(1, transactions);
    }

    /** CPU time of the database server for one transaction. */
    double serverMicros() {
        return serverSeconds * 1e6 / Math.max(1, transactions);
    }
}
