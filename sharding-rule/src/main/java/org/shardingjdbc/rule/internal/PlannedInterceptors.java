package org.shardingjdbc.rule.internal;

import java.util.List;
import org.shardingjdbc.rule.execution.ExecutionInterceptor;

/**
 * What rules put around the executions of a statement. Immutable, one per plan that has any.
 *
 * @param interceptors in the order in which the rules apply, the outermost first
 */
public record PlannedInterceptors(List<NamedInterceptor> interceptors) {
    /** What one rule puts around. */
    public record NamedInterceptor(String rule, ExecutionInterceptor interceptor) {}

    public PlannedInterceptors {
        interceptors = List.copyOf(interceptors);
    }
}
