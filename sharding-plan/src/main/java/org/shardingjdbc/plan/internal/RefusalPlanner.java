package org.shardingjdbc.plan.internal;

import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.compiled.RefusedPlan;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Plans what was refused and may be answered nevertheless: in steps, or where a hint says. Immutable.
 *
 * @param again plans its steps
 * @param steps finds the steps of a statement
 */
record RefusalPlanner(PlanTools tools, FactsFinder finder, SeveralPlans again, StepsPlanner steps) {
    /**
     * The plan that raises the refusal when it is executed.
     *
     * @throws ShardingException the refusal, when the text is wrong
     */
    RefusedPlan plan(Views.Expanded statement, ShardingException refusal) {
        boolean ambiguous = refusal.code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
        if (refusal.code().category() != ErrorCategory.UNSUPPORTED && !ambiguous) {
            throw refusal;
        }
        ParsedSql parsed = statement.parsed();
        BoundStatement bound = tools.bound(parsed);
        PlanFacts facts = finder.facts(parsed, bound, null, false, ColumnUses.refused(bound, tools.rules()))
                .reachableByHint(ambiguous && finder.isPlaceless(parsed))
                .madeOf(statement.views());
        return new RefusedPlan(facts, refusal, steps(refusal, parsed, bound), again);
    }

    /** What may answer it nevertheless; null where nothing can. */
    private Steps steps(ShardingException refusal, ParsedSql parsed, BoundStatement bound) {
        if (refusal.code() == ErrorCode.VIEW_WRITTEN) {
            return null;
        }
        return steps.of(parsed, ColumnUses.allowSteps(bound, tools.rules(), tools.catalog(), tools.dialect()));
    }
}
