package org.shardingjdbc.plan.internal.way;

import java.util.Objects;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/**
 * Merged: each data node answers the query for its own rows, as the rules prove that it may, and a merge makes one
 * result of theirs: it sorts, unites groups, removes duplicates, limits. Needs values that compare here as the database
 * compares them. For what {@link PushedDown} leaves.
 *
 * <pre>
 * SELECT status, SUM(amount) FROM t_order GROUP BY status ORDER BY 1 LIMIT 3
 *
 *     Limit                                  groups that meet become one
 *     └─ Group by column 1: SUM column 2
 *        └─ Route of all data nodes          SELECT status, SUM(amount) FROM t_order_0 GROUP BY status ORDER BY 1 LIMIT 3
 * </pre>
 */
public record Merged() implements Way<OnSeveral, Decision<Scatter>> {
    @Override
    public Decision<Scatter> plan(OnSeveral on) {
        return Objects.requireNonNull(on.rows(), "only rows are merged").merged();
    }
}
