package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The choice that the parameters and hints of an execution decide: it goes to one data node or to several, or is
 * answered in steps. There are three kinds, by how much of that is planned. Immutable.
 *
 * <pre>
 *                        one data node   several                        steps
 *   OneOrSeveral         planned         planned, or why none proves it planned
 *   OneThenLater         planned         planned once more when needed  likewise
 *   RefusedEverywhere                    why                            planned
 * </pre>
 */
public sealed interface Choose extends Operator {
    /** A choice of which everything is planned. */
    sealed interface AllPlanned extends Choose {
        /** What several data nodes do, or why no rule proves it. */
        Decision<Scatter> several();

        /** The steps that answer refused executions. */
        Steps steps();
    }

    /** A choice whose executions have data nodes to go to. */
    sealed interface WithPlaces extends Choose {
        /** What one data node does. */
        Route one();
    }

    /**
     * The work of one data node; that of several, or why no rule proves it; and the steps that answer refused
     * executions.
     */
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
     * The work of one data node; the rest is planned when an execution needs it.
     *
     * @param later plans the statement with the work of several data nodes; that plan may be null
     */
    record OneThenLater(Route one, Later<Route, ShardPlan> later) implements WithPlaces {
        @Override
        public List<Operator> inputs() {
            return List.of(one, later);
        }

        /**
         * The plan with the work of several data nodes; null where the statement is of a shape that has no plan any
         * more.
         */
        public @Nullable ShardPlan whole() {
            return later.of(one);
        }
    }

    /** Every execution is refused, whatever its parameters are, unless it is answered in steps. */
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
