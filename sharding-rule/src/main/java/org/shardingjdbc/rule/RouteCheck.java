package org.shardingjdbc.rule;

/**
 * Looks at where the executions of one statement go. Immutable, shared by all threads; asked on each of them, when its
 * data nodes are chosen and none is touched.
 */
public interface RouteCheck {
    /**
     * Looks at an execution.
     *
     * @throws org.shardingjdbc.error.ShardingException when it must not be
     */
    void require(RoutedStatement execution);

    /** What bounds an execution that may begin, and what the application is told of it. */
    default ExecutionLimits limits(RoutedStatement execution) {
        return ExecutionLimits.NONE;
    }
}
