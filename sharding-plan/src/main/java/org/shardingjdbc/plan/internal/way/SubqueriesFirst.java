package org.shardingjdbc.plan.internal.way;

import java.util.List;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.subquery.SubquerySteps;

/**
 * Subqueries first: the subqueries that do not depend on the row around them are run once, and the rest of the
 * statement with their values, which may even decide where the rest goes. The rest has to be proved for all data nodes.
 *
 * <pre>
 * SELECT * FROM t_order WHERE amount > (SELECT AVG(amount) FROM t_order)
 *
 *     first   SELECT AVG(amount) FROM t_order
 *     rest    SELECT * FROM t_order WHERE amount > ?
 * </pre>
 *
 * @param planner plans the steps
 */
public record SubqueriesFirst(StatementPlanner planner, PlanTools tools, TransformedColumns columns)
        implements Way<SteppedStatement, ChooseSteps> {
    @Override
    public ChooseSteps plan(SteppedStatement on) {
        return on.asStored() || columns.mayBeFirst(on.parsed()) ? steps(on) : ChooseSteps.NONE;
    }

    private ChooseSteps steps(SteppedStatement statement) {
        BindSubqueries steps = new SubquerySteps(planner, tools, statement.parsed()).plan();
        return steps == null ? ChooseSteps.NONE : ChooseSteps.of(List.of(new StepChoice.SubqueriesFirst(steps)));
    }
}
