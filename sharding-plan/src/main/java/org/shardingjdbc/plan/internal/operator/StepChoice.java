package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.HintValues;

/** Steps that answer a statement, if they suit its parameters. Immutable. */
public sealed interface StepChoice {
    /**
     * The steps of an execution.
     *
     * @param parameters the statement's, 0-based, followed by the generated keys
     * @param refusal why the execution is not answered in one step
     * @return null when the steps do not suit these parameters; refused where something else prevents them
     */
    @Nullable
    Decision<SteppedExecution> choose(Object[] parameters, ShardingException refusal);

    /** The same steps for fewer parameters. */
    default StepChoice where(Condition also) {
        return new Where(this, also);
    }

    /** What it is made of, as far as its text tells. */
    List<SteppedExecution> steps();

    /** Decides whether steps suit parameters. Immutable. */
    interface Condition {
        boolean suits(Object[] parameters);
    }

    /** Executes subqueries first: suits all parameters. */
    record SubqueriesFirst(BindSubqueries first) implements StepChoice {
        @Override
        public Decision<SteppedExecution> choose(Object[] parameters, ShardingException refusal) {
            return new Decision.Proved<>(first.refusedWith(refusal));
        }

        @Override
        public List<SteppedExecution> steps() {
            return List.of(first);
        }
    }

    /**
     * Steps that stand on what others answer.
     *
     * @param way the steps
     * @param asked what must be answered
     * @param advice what would let these steps be taken; null where they are
     */
    record OnAnswers(
            SteppedExecution way,
            List<Question> asked,
            @Nullable String advice) implements StepChoice {
        public OnAnswers {
            asked = List.copyOf(asked);
        }

        /** Without advice. */
        public OnAnswers(SteppedExecution way, List<Question> asked) {
            this(way, asked, null);
        }

        @Override
        public @Nullable Decision<SteppedExecution> choose(Object[] parameters, ShardingException refusal) {
            if (!asked.stream().allMatch(each -> each.isAnswered(parameters))) {
                return null;
            }
            return advice == null ? new Decision.Proved<>(way) : new Decision.Refused<>(refusal.again(advice));
        }

        @Override
        public List<SteppedExecution> steps() {
            return List.of(way);
        }
    }

    /** Steps for some of the parameters that others are for. */
    record Where(StepChoice choice, Condition also) implements StepChoice {
        @Override
        public @Nullable Decision<SteppedExecution> choose(Object[] parameters, ShardingException refusal) {
            return also.suits(parameters) ? choice.choose(parameters, refusal) : null;
        }

        @Override
        public List<SteppedExecution> steps() {
            return choice.steps();
        }
    }

    /** One of many whose values say which: those of them that a database has to compute are asked for first. */
    non-sealed interface ByValues extends StepChoice {
        /** Null where none is for these parameters. */
        @Nullable
        StepChoice chosen(Object[] parameters);

        @Override
        default @Nullable Decision<SteppedExecution> choose(Object[] parameters, ShardingException refusal) {
            StepChoice chosen = chosen(parameters);
            return chosen == null ? null : chosen.choose(parameters, refusal);
        }

        @Override
        default List<SteppedExecution> steps() {
            return List.of();
        }
    }

    /**
     * A statement on whose answer steps depend, and which is planned with them.
     *
     * @param inSteps whether it may take steps itself
     */
    record Question(NestedStatement statement, boolean inSteps) {
        /** @param parameters of the outer statement */
        boolean isAnswered(Object[] parameters) {
            if (!(statement.plan() instanceof ShardPlan plan)) {
                return false;
            }
            int[] sources = statement.sources();
            Object[] values = new Object[sources.length];
            for (int i = 0; i < sources.length; i++) {
                values[i] = sources[i] < 0 || sources[i] >= parameters.length ? null : parameters[sources[i]];
            }
            return !(plan.decide(values, HintValues.UNCHECKED) instanceof Decision.Refused<ChosenUnits> refused)
                    || inSteps
                            && plan.steps(values, HintValues.NONE, refused.reason())
                                    .isProved();
        }
    }
}
