package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.subquery.SubquerySteps;

/**
 * Subqueries first: those that do not depend on the row around them are run once, and the rest with their values, which
 * may even say where it goes. The rest has to be proved for all data nodes.
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
        implements Way.Found {
    @Override
    public String name() {
        return "subqueries first";
    }

    @Override
    public Decision<SteppedExecution> find(Unproved statement, Object[] parameters, ShardingException refusal) {
        Unproved.First known = statement.first();
        if (known == null) {
            known = new Unproved.First(steps(statement, refusal));
            statement.keep(known);
        }
        BindSubqueries steps = known.steps();
        return Decision.of(steps == null ? null : steps.refusedWith(refusal), refusal);
    }

    private BindSubqueries steps(Unproved statement, ShardingException refusal) {
        ParsedSql parsed = statement.parsed();
        return statement.asStored() || columns.mayBeFirst(parsed)
                ? new SubquerySteps(planner, tools, parsed, refusal).plan()
                : null;
    }
}
