package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.Reach.Kind;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.route.internal.shape.RouteKind;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.hint.HintValues;

/** Finds where a plan's executions may go. Stateless. */
final class ReachFinder {
    private ReachFinder() {}

    /** @param shape where the executions may go; null where the plan is refused everywhere */
    static Reach of(CompiledPlan plan, @Nullable RouteShape shape) {
        if (shape == null) {
            List<String> tables = plan.facts().logicTables();
            Reach nowhere = new Reach(Kind.REFUSED, 0, "", tables, tables, "", "", 0);
            return several(plan, nowhere, Kind.STEPS, Kind.REFUSED);
        }
        Reach reach = routed(plan, shape);
        if (shape.kind() == RouteKind.SINGLE_NODE || reach.kind() == Kind.COPIES) {
            return reach;
        }
        boolean known = plan.parameterCount() == 0 && plan.generatedKeys() == null;
        if (known || shape.kind() == RouteKind.SCATTER || shape.kind() == RouteKind.CARTESIAN) {
            Decision<ChosenUnits> decision = plan.decide(new Object[plan.parameterCount()], HintValues.NONE);
            if (decision instanceof Decision.Refused<ChosenUnits> refused) {
                return known || shape.kind() == RouteKind.SCATTER
                        ? beyond(plan, reach, refused.reason(), Kind.STEPS, Kind.REFUSED)
                        : beyond(
                                plan,
                                reach,
                                refused.reason(),
                                Kind.STEPS_BEYOND_ONE_NODE,
                                Kind.REFUSED_BEYOND_ONE_NODE);
            }
            if (known) {
                return decision.proved().nodes() == 1 ? reach.ofOneNode() : reach;
            }
        }
        return switch (reach.kind()) {
            case ONE_NODE -> reach;
            case ALL_NODES -> several(plan, reach, Kind.STEPS, Kind.REFUSED);
            default -> several(plan, reach, Kind.STEPS_BEYOND_ONE_NODE, Kind.REFUSED_BEYOND_ONE_NODE);
        };
    }

    private static Reach routed(CompiledPlan plan, RouteShape shape) {
        String where = shape.describe(plan.rules()::conceals);
        return new Reach(
                kind(plan, shape),
                ofOne(shape) ? 1 : shape.units().size(),
                shape.kind() + (where.isEmpty() ? "" : " " + where),
                plan.facts().logicTables(),
                shape.unconditioned(HintValues.NONE),
                "",
                "",
                0);
    }

    private static boolean ofOne(RouteShape shape) {
        return shape.ofOneUnit()
                || shape.anyUnit()
                || shape.kind() == RouteKind.SINGLE_NODE
                || shape.kind() == RouteKind.NONE
                || shape.units().size() == 1;
    }

    private static Kind kind(CompiledPlan plan, RouteShape shape) {
        if (ofOne(shape)) {
            return Kind.ONE_NODE;
        }
        if (shape.splits().stream().anyMatch(ValuesSource.class::isInstance)) {
            return Kind.EACH_ROW;
        }
        return switch (shape.kind()) {
            case BROADCAST -> plan.facts().replicated() ? Kind.COPIES : Kind.ALL_NODES;
            case SCATTER, CARTESIAN -> Kind.ALL_NODES;
            default -> Kind.SEVERAL_NODES;
        };
    }

    /** Whether several data nodes are proved, answered in steps, or refused. */
    private static Reach several(CompiledPlan plan, Reach reach, Kind inSteps, Kind refused) {
        return plan.several() instanceof Decision.Refused<Scatter> several
                ? beyond(plan, reach, several.reason(), inSteps, refused)
                : reach;
    }

    private static Reach beyond(CompiledPlan plan, Reach reach, ShardingException reason, Kind inSteps, Kind refused) {
        // what the steps are does not depend on values, which are not known
        Decision<SteppedExecution> steps = plan.steps(new Object[plan.parameterCount()], HintValues.NONE, reason);
        if (steps instanceof Decision.Proved<SteppedExecution> proved) {
            return reach.beyond(inSteps, proved.way().word(), "", 0);
        }
        ShardingException why = ((Decision.Refused<SteppedExecution>) steps).reason();
        return reach.beyond(refused, "", why.getMessage(), why.code().number());
    }
}
