package org.shardingjdbc.rule.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.RouteCheck;
import org.shardingjdbc.rule.execution.RoutedStatement;

/**
 * What rules look at when the data nodes of an execution are known. Immutable, one per plan that has any.
 *
 * @param checks in the order in which the rules apply
 */
public record RoutedChecks(List<NamedCheck> checks) {
    /** What one rule looks at. */
    public record NamedCheck(String rule, RouteCheck check) {}

    public RoutedChecks {
        checks = List.copyOf(checks);
    }

    /** Why a rule refuses the execution; null when none does. */
    public @Nullable ShardingException refusal(RoutedStatement execution) {
        for (NamedCheck each : checks) {
            ShardingException refusal = each.check.refusal(execution);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    /** What bounds an execution that may begin. */
    public ExecutionLimits limits(RoutedStatement execution) {
        ExecutionLimits all = ExecutionLimits.NONE;
        for (NamedCheck each : checks) {
            all = all.and(each.check.limits(execution));
        }
        return all;
    }
}
