package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/**
 * Merged: each data node answers the query for its own rows, as the rules prove that it may, and a merge makes one
 * result of theirs: it sorts, unites groups, removes duplicates, limits. Needs values that compare here as the database
 * compares them.
 *
 * <pre>
 * SELECT status, SUM(amount) FROM t_order GROUP BY status ORDER BY 1 LIMIT 3
 *
 *     Limit                                  groups that meet become one
 *     └─ Group by column 1: SUM column 2
 *        └─ Route of all data nodes          SELECT status, SUM(amount) FROM t_order_0 GROUP BY status ORDER BY 1 LIMIT 3
 * </pre>
 */
public record Merged() implements Way {
    /** For a query on several data nodes that leaves something to a merge. */
    @Override
    public @Nullable Decision<Scatter> onSeveral(OnSeveral on) {
        return on.rows() != null && on.leavesSomething() ? on.rows().merged().then(merge -> merge) : null;
    }
}
