package org.shardingjdbc.plan.internal.subquery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.Subquery;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.syntax.AssignmentOrder;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.shape.RouteKind;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Decides which subqueries of a statement are executed before it: as few as make the rest provable on all nodes. One
 * per decision.
 */
public final class SubquerySteps {
    /** Each leaves out one subquery of those that run first, and plans the whole statement again. */
    private static final int MOST_TRIALS = 32;

    private final StatementPlanner planner;
    private final PlanTools tools;
    private final ParsedSql parsed;

    public SubquerySteps(StatementPlanner planner, PlanTools tools, ParsedSql parsed) {
        this.planner = planner;
        this.tools = tools;
        this.parsed = parsed;
    }

    /** The steps; null when no subquery can be executed first, or the rest would not be provable. */
    public @Nullable BindSubqueries plan() {
        if (!mayHoldSubqueries(parsed.statement()) || !plainPlaceholders()) {
            return null;
        }
        if (parsed.statement() instanceof UpdateStatement update
                && AssignmentOrder.changesWithoutSubqueries(update, tools.dialect())) {
            return null;
        }
        BoundStatement bound = tools.bound(parsed);
        if (bound == null) {
            return null;
        }
        List<Subquery> all = new ArrayList<>(new SubquerySearch(bound, tools.parser(), tools.functions()).find());
        all.removeIf(subquery -> !answerable(subquery.rows()));
        return all.isEmpty() || !provable(all) ? null : steps(fewest(all));
    }

    /** Whether at least some executions of a query are answered. */
    private boolean answerable(NestedStatement query) {
        CompiledPlan.Placed planned = CompiledPlan.placed(planner.decide(query));
        return planned != null && (restricted(planned) || answered(planned.plan()));
    }

    private static boolean restricted(CompiledPlan.Placed planned) {
        RouteKind kind = planned.shape().kind();
        return kind == RouteKind.EQUAL || kind == RouteKind.SINGLE_NODE || kind == RouteKind.NONE;
    }

    private static boolean answered(CompiledPlan plan) {
        return !(plan.several() instanceof Decision.Refused<Scatter> refused)
                || plan.steps(new Object[plan.parameterCount()], HintValues.NONE, refused.reason())
                        .isProved();
    }

    private static boolean mayHoldSubqueries(Statement statement) {
        return statement instanceof QueryStatement
                || statement instanceof UpdateStatement
                || statement instanceof DeleteStatement
                || statement instanceof InsertStatement;
    }

    /** Numbered placeholders would mean others when some are taken out. */
    private boolean plainPlaceholders() {
        return parsed.parameters().stream().noneMatch(Parameter::numbered);
    }

    private BindSubqueries steps(List<Subquery> subqueries) {
        return new BindSubqueries(new BindSubqueries.Whole(parsed, tools.parser()), subqueries);
    }

    /** Leaves to the database what it can answer where it stands; of many subqueries, only of the first. */
    private List<Subquery> fewest(List<Subquery> all) {
        List<Subquery> kept = all;
        for (int i = 0; i < all.size() && i < MOST_TRIALS && kept.size() > 1; i++) {
            List<Subquery> fewer = new ArrayList<>(kept);
            fewer.remove(all.get(i));
            if (provable(fewer)) {
                kept = fewer;
            }
        }
        return kept;
    }

    private boolean provable(List<Subquery> subqueries) {
        CompiledPlan.Placed planned =
                CompiledPlan.placed(planner.tried(steps(subqueries).sample()));
        return planned != null
                && (restricted(planned) || planned.plan().several().isProved());
    }
}
