package org.shardingjdbc.jdbc.internal.execute;

import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.StatementPlan;

/**
 * A plan and the deployment that it was made for; data source indexes of the plan count that deployment's data sources.
 * An execution runs to its end on the deployment that its plan came from.
 *
 * @param part what the text is planned as
 * @param epoch what {@link Deployment#epoch()} said before it was made; null when it is of definitions that only one
 *     transaction sees
 */
public record DeployedPlan(Deployment deployment, String sql, NestedPart part, StatementPlan plan, Object epoch) {
    /** Whether the deployment would give the same plan again: no definition has changed since. */
    public boolean isCurrent() {
        return epoch != null && epoch == deployment.epoch();
    }

    /** How many placeholders its SQL has. */
    public int parameterCount() {
        return plan().parameterCount();
    }
}
