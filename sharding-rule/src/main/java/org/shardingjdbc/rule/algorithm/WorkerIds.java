package org.shardingjdbc.rule.algorithm;

/** Leases numbers that identify processes. Safe for all threads. */
public interface WorkerIds {
    /**
     * The number that this process holds; the first call acquires it and may block.
     *
     * @return 0 to 1023, not held by any other process at this time
     * @throws org.shardingjdbc.error.ShardingException when none can be had, or when the lease was lost
     */
    int current();
}
