package org.shardingjdbc.rule;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;

/**
 * Looks at where the executions of one statement go. Immutable, shared by all threads; asked on each of them, when its
 * data nodes are chosen and none is touched.
 */
public interface RouteCheck {
    /**
     * Looks at an execution.
     *
     * @return why it must not be; null when it may
     */
    @Nullable
    ShardingException refusal(RoutedStatement execution);

    /** What bounds an execution that may begin, and what the application is told of it. */
    default ExecutionLimits limits(RoutedStatement execution) {
        return ExecutionLimits.NONE;
    }
}
