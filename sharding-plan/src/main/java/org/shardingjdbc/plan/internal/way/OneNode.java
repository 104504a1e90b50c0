package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.routing.PlanInput;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * On one data node: its database answers the statement with actual names in place of logic ones, and nothing has to be
 * proved. Whether an execution goes to one node follows from the text, or from its parameters and hints when it is
 * routed. So each plan has this SQL, and the plan of a text that chooses one node has nothing else.
 *
 * <pre>
 * SELECT * FROM t_order WHERE user_id = ?     SELECT * FROM t_order_1 WHERE user_id = ?
 * </pre>
 */
public record OneNode() implements Way<OnOne, Decision<Route>> {
    /** Whether the text alone chooses one node, and the work of several is not asked for. */
    public static boolean isSaidBy(PlanInput statement) {
        return statement.compilation().shape().ofOneUnit()
                && !statement.request().several();
    }

    @Override
    public Decision<Route> plan(OnOne on) {
        SqlEdits one = on.edits().copy();
        on.compilation().label(one);
        return new Decision.Proved<>(Route.of(one.template()));
    }
}
