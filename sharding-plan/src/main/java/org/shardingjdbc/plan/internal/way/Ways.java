package org.shardingjdbc.plan.internal.way;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.Steps;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.planning.StepSource;

/**
 * The ways of answering a statement. Immutable, safe for all threads.
 *
 * @param inOrder in which they are tried
 */
public record Ways(List<Way> inOrder) {
    public Ways {
        inOrder = List.copyOf(inOrder);
    }

    /** @param planner plans steps */
    public static Ways all(StatementPlanner planner, PlanTools tools) {
        StepSource source = new StepSource(planner, tools);
        TransformedColumns columns = new TransformedColumns(tools);
        return new Ways(List.of(
                new OneNode(),
                new PushedDown(tools.dialect()),
                new Merged(),
                new SubqueriesFirst(planner, tools, columns),
                new Pulled(source, columns),
                new InSteps(source, columns)));
    }

    /** What an execution on one data node does, by the first way that is proved. */
    public Decision<Route> first(OnOne statement) {
        return first(way -> way.onOne(statement));
    }

    /**
     * What an execution on several data nodes does, by the first way that is proved; where none is, why the first one
     * is not that such a statement goes.
     */
    public Decision<Scatter> first(OnSeveral statement) {
        return first(way -> way.onSeveral(statement));
    }

    private <T> Decision<T> first(Function<Way, @Nullable Decision<T>> planning) {
        Decision<T> refused = null;
        for (Way way : inOrder) {
            Decision<T> planned = planning.apply(way);
            if (planned instanceof Decision.Proved<T>) {
                return planned;
            }
            refused = refused == null ? planned : refused;
        }
        if (refused == null) {
            throw new IllegalStateException("each statement on one data node, and on several, has a way");
        }
        return refused;
    }

    /**
     * By all ways in steps that are for it: what the first ones give are alternatives before those of the later ones.
     * Behind one that suits all parameters no other is planned before it is needed.
     *
     * @param behind plans it by the ways that are left
     */
    public ChooseSteps steps(SteppedStatement statement, Behind behind) {
        ChooseSteps all = statement.none();
        if (all != null) {
            return all;
        }
        all = ChooseSteps.NONE;
        for (int way = 0; way < inOrder.size(); way++) {
            ChooseSteps next = inOrder.get(way).inSteps(statement);
            if (next == null) {
                continue;
            }
            if (next.suitAll()) {
                Steps.Planning others = behind.by(new Ways(inOrder.subList(way + 1, inOrder.size())));
                return all.and(next.otherwise(Steps.later(Later.Reason.SUBQUERIES_FIRST, others)));
            }
            all = all.and(next);
        }
        return all;
    }

    /** Plans steps by fewer ways. */
    @FunctionalInterface
    public interface Behind {
        Steps.Planning by(Ways fewer);
    }
}
