package org.shardingjdbc.engine.internal.execute.deployment;

import org.shardingjdbc.engine.internal.pull.PullBounds;

/**
 * The props that executions obey.
 *
 * @param maxConnectionsPerQuery {@code max-connections-size-per-query}, at least 1
 * @param fanOut {@code fan-out}
 * @param sendTogether {@code send-together}
 * @param kernelExecutorSize {@code kernel-executor-size}, 0 for no bound
 * @param maxRowsInMemory {@code max-rows-in-memory}, 0 for no bound
 * @param maxBoundValues {@code max-bound-values}, at least 1
 * @param lingerNanos {@code connection-linger-milliseconds}, 0 for not at all
 * @param pulling how much a query may pull
 * @param showSql {@code sql-show}
 * @param simpleSql {@code sql-simple}
 * @param showParameters whether logs may show parameter values
 */
public record ExecutionProps(
        int maxConnectionsPerQuery,
        FanOutMode fanOut,
        boolean sendTogether,
        int kernelExecutorSize,
        long maxRowsInMemory,
        int maxBoundValues,
        long lingerNanos,
        PullBounds pulling,
        boolean showSql,
        boolean simpleSql,
        boolean showParameters) {
    /** The values when nothing is configured. */
    public static final ExecutionProps DEFAULTS =
            new ExecutionProps(1, FanOutMode.ADAPTIVE, true, 0, 0, 1000, 0, PullBounds.NONE, false, false, false);
}
