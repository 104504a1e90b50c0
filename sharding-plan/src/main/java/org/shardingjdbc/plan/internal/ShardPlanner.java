package org.shardingjdbc.plan.internal;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;

/**
 * Plans statements that go to shards: check, write out, bind and route, edit and prove. Immutable, safe for all
 * threads.
 */
final class ShardPlanner {
    private final PlanTools tools;
    private final StatementChecks checks;
    private final Views views;
    private final RoutePlanner routes;
    private final UnitPlanner units;
    private final RefusalPlanner refusals;

    /**
     * @param planner plans what statements are made of: the queries of views, and steps
     * @param again plans once more what chose one unit by itself and is to use several
     */
    ShardPlanner(StatementPlanner planner, SeveralPlans again, PlanTools tools) {
        FactsFinder finder = new FactsFinder(tools);
        this.tools = tools;
        this.checks = new StatementChecks(tools);
        this.views = new Views(tools.rules(), tools.catalog(), tools.parser(), tools.binder());
        this.routes = new RoutePlanner(tools, checks);
        SeveralPlanner several = new SeveralPlanner(tools, this::severalOf);
        StepsPlanner steps = new StepsPlanner(planner, tools);
        UnitEdits edits = new UnitEdits(planner, tools, views);
        this.units = new UnitPlanner(finder, edits, several, steps, again);
        this.refusals = new RefusalPlanner(tools, finder, again, steps);
    }

    /** The plan of a statement; one that no rule proves raises its refusal when it is executed. */
    ShardPlan plan(ParsedSql written, PlanRequest request) {
        Views.Expanded statement = Views.Expanded.of(written);
        try {
            checks.check(written);
            statement = views.expand(written);
            return units.plan(routes.route(statement, request));
        } catch (ShardingException refusal) {
            return refusals.plan(statement, refusal);
        }
    }

    private Several severalOf(ParsedSql parsed) {
        return plan(parsed, new PlanRequest(PlanText.prepared(parsed.sql()), true))
                .several();
    }

    /**
     * The plan of all texts of a shape.
     *
     * @return null when each text is to be planned by itself
     * @throws ShardingException when it is refused, or the text is wrong
     */
    CompiledPlan planShape(ParsedSql parsed, PlanRequest request) {
        checks.refuseOfSession(parsed);
        if (views.expand(parsed).parsed() != parsed) {
            return null;
        }
        CompiledPlan plan = planUnchecked(parsed, request);
        // Each ? of its SQL is to be a literal of the text.
        return plan.transformsValues() || tools.actualTables().havePlaceholder(plan.logicTables()) ? null : plan;
    }

    /** The plan of a statement that needs no checks by its tree alone, and has no views. */
    CompiledPlan planUnchecked(ParsedSql parsed, PlanRequest request) {
        return units.plan(routes.route(Views.Expanded.of(parsed), request));
    }
}
