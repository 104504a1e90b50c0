package org.shardingjdbc.plan.internal;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.pull.Pullable;
import org.shardingjdbc.plan.internal.pull.PulledQueries;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.subquery.SubquerySteps;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.write.CopySteps;
import org.shardingjdbc.plan.internal.write.DataSourceSteps;
import org.shardingjdbc.plan.internal.write.WriteSteps;

/**
 * Finds the steps in which a statement is answered that no rule proves. One per plan; asked when the first such
 * execution happens. Safe for all threads.
 */
final class StepsPlanner implements Steps {
    private final StatementPlanner planner;
    private final PlanTools tools;
    private final ParsedSql parsed;
    private volatile PulledQueries pulled;
    private volatile First first;

    /**
     * @param planner plans the steps
     * @param parsed the statement; it is taken as one that is prepared, for its steps are
     */
    StepsPlanner(StatementPlanner planner, PlanTools tools, ParsedSql parsed) {
        this.planner = planner;
        this.tools = tools;
        this.parsed = tools.parser().prepared(parsed);
    }

    @Override
    public Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
        try {
            return found(parameters, refusal);
        } catch (ShardingException raised) {
            return Decision.refused(raised);
        }
    }

    /** The ways in the order in which they are tried: subqueries first, then by the kind of the statement. */
    private Decision<SteppedExecution> found(Object[] parameters, ShardingException refusal) {
        if (Tree.any(parsed.statement(), DeltaTable.class::isInstance)) {
            // a part of it that is executed by itself would write at another time, or twice
            return new Decision.Refused<>(refusal);
        }
        if (parsed.settings() != null) {
            return new Decision.Refused<>(refusal.again(
                    "Or set the variables for the session: those of SET STATEMENT do not hold in steps."));
        }
        BindSubqueries subqueries = subqueriesFirst(refusal);
        return subqueries == null
                ? others(parameters, refusal)
                : new Decision.Proved<>(subqueries.orElse(() -> others(parameters, refusal), refusal));
    }

    /** What steps are made with. */
    private StepSource source() {
        return new StepSource(planner, tools);
    }

    private Decision<SteppedExecution> others(Object[] parameters, ShardingException refusal) {
        if (parsed.statement() instanceof DdlStatement ddl) {
            SteppedExecution steps = Definitions.copiesRows(ddl)
                    ? new CopySteps(source(), parsed, ddl).find()
                    : new DataSourceSteps(source(), parsed, ddl).find();
            return Decision.of(steps, refusal);
        }
        return StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE
                ? new WriteSteps(source(), parsed).find(parameters, refusal)
                : pulledQuery(parameters, refusal);
    }

    private BindSubqueries subqueriesFirst(ShardingException refusal) {
        First known = first;
        if (known == null) {
            known = new First(new SubquerySteps(planner, tools, parsed, refusal).plan());
            first = known;
        }
        return known.steps();
    }

    private Decision<SteppedExecution> pulledQuery(Object[] parameters, ShardingException refusal) {
        if (!Pullable.overcomes(parsed.statement(), refusal)) {
            return new Decision.Refused<>(refusal);
        }
        PulledQueries known = pulled;
        if (known == null) {
            known = PulledQueries.of(parsed, source());
            pulled = known;
        }
        Pull found = known.find(parameters);
        if (found != null && !tools.options().pulling()) {
            return new Decision.Refused<>(
                    refusal.again("Or set the prop pulling-enabled to true, which pulls the rows together."));
        }
        return Decision.of(found, refusal);
    }

    /** What was found: the subqueries that run first, or null. */
    private record First(BindSubqueries steps) {}
}
