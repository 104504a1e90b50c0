package org.shardingjdbc.plan.internal;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.pull.Pullable;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Finds the steps in which a statement is answered that no rule proves. One per plan; asked when the first such
 * execution happens. Safe for all threads.
 */
final class StepsPlanner {
    private final Planner planner;
    private final ParsedSql parsed;
    private final boolean pulling;
    private volatile PulledQueries pulled;
    private volatile First first;

    /**
     * @param planner plans the steps
     * @param parsed the statement, as one that is prepared, for its steps are
     * @param pulling whether rows may be pulled
     */
    StepsPlanner(Planner planner, ParsedSql parsed, boolean pulling) {
        this.planner = planner;
        this.parsed = parsed;
        this.pulling = pulling;
    }

    /**
     * The steps of one execution.
     *
     * @param parameters the statement's, 0-based, followed by the generated keys
     * @param refusal why it is not answered in one step
     * @return null when there is no way: the refusal holds
     * @throws ShardingException the refusal, with what would overcome it
     */
    SteppedExecution steps(Object[] parameters, ShardingException refusal) {
        if (Tree.any(parsed.statement(), DeltaTable.class::isInstance)) {
            // a part of it that is executed by itself would write at another time, or twice
            return null;
        }
        if (parsed.settings() != null) {
            throw refusal.again("Or set the variables for the session: those of SET STATEMENT do not hold in steps.");
        }
        SubqueriesFirst subqueries = subqueriesFirst(refusal);
        return subqueries == null ? others(parameters, refusal) : subqueries.orElse(() -> others(parameters, refusal));
    }

    /** The plan of a step. */
    ShardPlan step(NestedStatement step) {
        return (ShardPlan) planner.plan(step.sql());
    }

    private SteppedExecution others(Object[] parameters, ShardingException refusal) {
        if (parsed.statement() instanceof DdlStatement ddl) {
            return Definitions.copiesRows(ddl)
                    ? new CopySteps(planner.steps(), parsed, ddl).find()
                    : new DataSourceSteps(planner.steps(), parsed, ddl).find();
        }
        return StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE
                ? new WriteSteps(planner.steps(), parsed).find(parameters, refusal)
                : pulledQuery(parameters, refusal);
    }

    private SubqueriesFirst subqueriesFirst(ShardingException refusal) {
        First known = first;
        if (known == null) {
            known = new First(new SubquerySteps(planner, parsed, refusal).plan());
            first = known;
        }
        return known.steps();
    }

    private PulledQuery pulledQuery(Object[] parameters, ShardingException refusal) {
        if (!Pullable.overcomes(parsed.statement(), refusal)) {
            return null;
        }
        PulledQueries known = pulled;
        if (known == null) {
            known = PulledQueries.of(parsed, planner);
            pulled = known;
        }
        PulledQuery found = known.find(parameters);
        if (found != null && !pulling) {
            throw refusal.again("Or set the prop pulling-enabled to true, which pulls the rows together.");
        }
        return found;
    }

    /** What was found: the subqueries that run first, or null. */
    private record First(SubqueriesFirst steps) {}
}
