package org.shardingjdbc.feature.limits;

/**
 * What guards one data source. Where {@code failures} and {@code slowMilliseconds} are 0 there is no circuit breaker.
 *
 * @param maxConcurrent how many statements may run at a time; 0 for any number
 * @param maxWaitMilliseconds how long one more waits, at least 0
 * @param failures after how many failures on end, connections that cannot be had or are lost and times that are over,
 *     statements are refused at once; 0 for never
 * @param slowMilliseconds an answer that takes longer counts as a failure; 0 for none
 * @param retryMilliseconds after which one statement tries again; at least 1
 */
public record DataSourceLimit(
        int maxConcurrent, long maxWaitMilliseconds, int failures, long slowMilliseconds, long retryMilliseconds) {
    /** Whether it guards anything. */
    public boolean guardsAnything() {
        return maxConcurrent > 0 || failures > 0;
    }
}
