package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.routing.PlanInput;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * On one data node: its database answers the statement with actual names in place of logic ones, and nothing has to be
 * proved. Whether an execution goes to one node is said by the text, or by its parameters and hints when it is routed:
 * so each plan has this SQL, and that of a text which chooses one node has nothing else.
 *
 * <pre>
 * SELECT * FROM t_order WHERE user_id = ?     SELECT * FROM t_order_1 WHERE user_id = ?
 * </pre>
 */
public record OneNode() implements Way<OnOne, Decision<Route>> {
    /** Whether the text says it, and nobody wants to know what several would do. */
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
