package org.shardingjdbc.benchmarks.report;

/**
 * A bound that a figure shall keep, and the figure.
 *
 * @param demand the bound in words, such as {@code ours / raw <= 1.3}
 * @param actual what was measured; never NaN
 * @param limit in the unit of {@code actual}
 * @param atLeast whether the figure shall not be below the limit, instead of not above
 */
public record Goal(String backend, Operation operation, String demand, double actual, double limit, boolean atLeast) {

    public boolean reached() {
        return atLeast ? actual >= limit : actual <= limit;
    }
}
