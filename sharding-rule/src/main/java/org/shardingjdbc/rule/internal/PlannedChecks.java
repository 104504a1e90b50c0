package org.shardingjdbc.rule.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.execution.ExecutionCheck;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * What rules look at on each execution of a statement. Immutable, one per plan that has any.
 *
 * @param checks in the order in which the rules apply
 */
public record PlannedChecks(List<NamedCheck> checks) {
    /** What one rule looks at. */
    public record NamedCheck(String rule, ExecutionCheck check) {}

    public PlannedChecks {
        checks = List.copyOf(checks);
    }

    /**
     * Looks at an execution.
     *
     * @param parameters 0-based, followed by the generated keys
     * @return why a rule refuses it; null when none does
     */
    public @Nullable ShardingException refusal(Object[] parameters, HintValues hints) {
        for (NamedCheck each : checks) {
            String refusal = each.check.refusal(parameters, hints);
            if (refusal != null) {
                return new ShardingException(ErrorCode.REFUSED_BY_RULE, each.rule, refusal);
            }
        }
        return null;
    }
}
