package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the parameters and hints of an execution decide: it goes to one data node, to several, or is answered in steps.
 * How much of that there is to choose from is one of three things. Immutable.
 *
 * <pre>
 *                        one data node   several                        steps
 *   OneOrSeveral         planned         planned, or why none proves it planned
 *   OneThenLater         planned         planned once more when needed  likewise
 *   RefusedEverywhere                    why                            planned
 * </pre>
 */
public sealed interface Choose extends Operator {
    /** All that there is to choose from is planned. */
    sealed interface AllPlanned extends Choose {
        /** What several data nodes do, or why no rule proves it. */
        Decision<Scatter> several();

        /** What answers executions that are refused. */
        Steps steps();
    }

    /** Executions have places to go to. */
    sealed interface WithPlaces extends Choose {
        /** What one data node does. */
        Route one();
    }

    /** What one data node does, what several do or why no rule proves that, and what answers what is refused. */
    record OneOrSeveral(Route one, Decision<Scatter> several, Steps steps) implements AllPlanned, WithPlaces {
        @Override
        public List<Operator> inputs() {
            List<Operator> inputs = new ArrayList<>();
            inputs.add(one);
            inputs.add(
                    several instanceof Decision.Refused<Scatter> refused
                            ? refused
                            : ((Decision.Proved<Scatter>) several).way());
            if (steps.planned() != null) {
                inputs.add(steps.planned());
            }
            return inputs;
        }
    }

    /**
     * What one data node does; the rest is planned when an execution needs it.
     *
     * @param later plans the statement with what several do; what it plans may be null
     */
    record OneThenLater(Route one, Later<Route, ShardPlan> later) implements WithPlaces {
        @Override
        public List<Operator> inputs() {
            return List.of(one, later);
        }

        /** The statement planned with what several do; null where it is of a shape that has no plan any more. */
        public @Nullable ShardPlan whole() {
            return later.of(one);
        }
    }

    /** Whatever the parameters are, it is refused, unless it is answered in steps. */
    record RefusedEverywhere(Decision.Refused<Scatter> several, Steps steps) implements AllPlanned {
        @Override
        public List<Operator> inputs() {
            return steps.planned() == null ? List.of(several) : List.of(several, steps.planned());
        }
    }

    @Override
    default String word() {
        return "Choose";
    }
}
