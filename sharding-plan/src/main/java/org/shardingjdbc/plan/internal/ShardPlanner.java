package org.shardingjdbc.plan.internal;

import java.util.List;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.RefusedPlan;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.naming.IndexOwner;
import org.shardingjdbc.plan.internal.naming.LogicDatabaseEdits;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** Plans statements that go to shards: bind, route, rewrite, merge. Immutable, safe for all threads. */
final class ShardPlanner {
    private final StatementPlanner planner;
    private final SeveralPlans again;
    private final PlanTools tools;
    private final Rules rules;
    private final FactsFinder finder;
    private final StatementChecks checks;
    private final IndexOwner indexOwner;
    private final LogicDatabaseEdits logicDatabase;
    private final Views views;
    private final RoutePlanner routes;
    private final UnitPlanner units;

    /** @param planner plans what statements are made of: the queries of views, and steps */
    ShardPlanner(StatementPlanner planner, SeveralPlans again, PlanTools tools, LogicDatabaseEdits logicDatabase) {
        this.planner = planner;
        this.again = again;
        this.tools = tools;
        this.rules = tools.rules();
        this.finder = new FactsFinder(tools);
        this.checks = new StatementChecks(tools);
        this.indexOwner = new IndexOwner(rules, tools.catalog(), tools.names());
        this.logicDatabase = logicDatabase;
        this.views = new Views(rules, tools.catalog(), tools.parser(), tools.binder());
        this.routes = new RoutePlanner(tools, checks);
        SeveralPlanner several = new SeveralPlanner(tools, this::severalOf);
        this.units = new UnitPlanner(planner, again, tools, views, several, this::steps);
    }

    /** The plan of a statement; one that no rule proves raises its refusal when it is executed. */
    ShardPlan plan(ParsedSql written, PlanRequest request) {
        Views.Expanded expanded = new Views.Expanded(written, List.of());
        ParsedSql parsed = written;
        try {
            logicDatabase.refuseUnreached(written);
            checks.check(written);
            expanded = views.expand(written);
            parsed = expanded.parsed();
            String completed = tools.dialect().naming().indexesAreOfTables() ? null : indexOwner.complete(parsed);
            if (completed != null) {
                ParsedSql whole = tools.parser().parseInstead(parsed, completed);
                return plan(whole, List.of(), IndexOwner.additions(whole), request.whole());
            }
            return plan(parsed, expanded.views(), List.of(), request);
        } catch (ShardingException refusal) {
            boolean ambiguous = refusal.code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
            if (refusal.code().category() != ErrorCategory.UNSUPPORTED && !ambiguous) {
                throw refusal;
            }
            BoundStatement bound = tools.bound(parsed);
            PlanFacts facts = finder.facts(parsed, bound, null, false, ColumnUses.NONE)
                    .reachableByHint(ambiguous && finder.isPlaceless(parsed))
                    .madeOf(expanded.views());
            boolean lasting =
                    refusal.code() == ErrorCode.VIEW_WRITTEN || !ColumnUses.allowSteps(bound, rules, tools.catalog());
            return new RefusedPlan(facts, refusal, lasting ? null : steps(parsed), again);
        }
    }

    private Several severalOf(ParsedSql parsed) {
        return planUnchecked(parsed, new PlanRequest(PlanText.prepared(parsed.sql()), true))
                .several();
    }

    private Steps steps(ParsedSql parsed) {
        return new StepsPlanner(planner, tools, tools.parser().prepared(parsed));
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
        return plan(parsed, List.of(), List.of(), request);
    }

    /** @param additions parts that the actual SQL leaves out */
    private CompiledPlan plan(ParsedSql parsed, List<LogicView> used, List<Span> additions, PlanRequest request) {
        return units.plan(routes.route(parsed, additions, request.part()), used, request);
    }
}
