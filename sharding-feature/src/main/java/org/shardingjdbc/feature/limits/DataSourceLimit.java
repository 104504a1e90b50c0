package org.shardingjdbc.feature.limits;

/**
 * The guard of one data source. Where {@code failures} and {@code slowMilliseconds} are 0 there is no circuit breaker.
 *
 * @param maxConcurrent how many statements may run at a time; 0 for any number
 * @param maxWaitMilliseconds how long a further statement waits, at least 0
 * @param failures after that many failures in a row, statements are refused at once; 0 for never. Failures are
 *     connections that cannot be had or are lost, and executions whose time is over
 * @param slowMilliseconds an answer that takes longer counts as a failure; 0 for none
 * @param retryMilliseconds the time after which one statement tries again; at least 1
 */
public record DataSourceLimit(
        int maxConcurrent, long maxWaitMilliseconds, int failures, long slowMilliseconds, long retryMilliseconds) {
    /** The time after which one statement tries again, unless another time is configured. */
    public static final long DEFAULT_RETRY_MILLISECONDS = 5_000;

    /** @throws IllegalArgumentException when a number is negative, or no statement would ever try again */
    public DataSourceLimit {
        if (maxConcurrent < 0 || maxWaitMilliseconds < 0 || failures < 0 || slowMilliseconds < 0) {
            throw new IllegalArgumentException("a limit is 1 or more, or 0 for none");
        }
        if (retryMilliseconds < 1) {
            throw new IllegalArgumentException("retryMilliseconds is 1 or more, not " + retryMilliseconds);
        }
    }

    /** A builder of a guard that does nothing yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether the guard does anything. */
    public boolean guardsAnything() {
        return maxConcurrent > 0 || failures > 0;
    }

    /** Collects the parts of a guard. Not thread-safe. */
    public static final class Builder {
        private int maxConcurrent;
        private long maxWaitMilliseconds;
        private int failures;
        private long slowMilliseconds;
        private long retryMilliseconds = DEFAULT_RETRY_MILLISECONDS;

        private Builder() {}

        /** How many statements may run at a time; 0 for any number. */
        public Builder maxConcurrent(int value) {
            maxConcurrent = value;
            return this;
        }

        /** How long a further statement waits. */
        public Builder maxWaitMilliseconds(long value) {
            maxWaitMilliseconds = value;
            return this;
        }

        /** After that many failures in a row, statements are refused at once; 0 for never. */
        public Builder failures(int value) {
            failures = value;
            return this;
        }

        /** An answer that takes longer counts as a failure; 0 for none. */
        public Builder slowMilliseconds(long value) {
            slowMilliseconds = value;
            return this;
        }

        /** The time after which one statement tries again. */
        public Builder retryMilliseconds(long value) {
            retryMilliseconds = value;
            return this;
        }

        /** @throws IllegalArgumentException when a number is out of range */
        public DataSourceLimit build() {
            return new DataSourceLimit(
                    maxConcurrent, maxWaitMilliseconds, failures, slowMilliseconds, retryMilliseconds);
        }
    }
}
