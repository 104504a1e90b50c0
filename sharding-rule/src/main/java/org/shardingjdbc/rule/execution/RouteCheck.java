package org.shardingjdbc.rule.execution;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;

/**
 * Checks which data nodes the executions of one statement go to. Immutable, shared by all threads; asked on each of
 * them, when its data nodes are chosen and none is touched.
 */
public interface RouteCheck {
    /**
     * Whether an execution is allowed.
     *
     * @return the error that it fails with; null where it is allowed
     */
    @Nullable
    ShardingException refusal(RoutedStatement execution);

    /** The limits of an execution that is allowed, and the warnings that the application gets; never null. */
    default ExecutionLimits limits(RoutedStatement execution) {
        return ExecutionLimits.NONE;
    }
}
