package org.shardingjdbc.engine.internal.explain;

import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;
import org.shardingjdbc.rule.datasource.TransactionState;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * Explains plans of all kinds. One per explanation.
 *
 * @param databases those that would be used
 */
public record PlanExplainer(ChosenDatabases databases) {
    /** Explains what is executed by itself, out of transactions. */
    public static PlanExplainer of(Deployment deployment) {
        return new PlanExplainer(new ChosenDatabases(deployment, TransactionState.NONE, null, Side.ANY));
    }

    /**
     * What a plan would do, without doing it.
     *
     * @param parameters 0-based, one for each placeholder
     * @throws ShardingException when there are fewer or more of them than placeholders, or it is about the
     *     configuration
     */
    public Explanation explain(StatementPlan plan, Object[] parameters, HintValues hints) {
        int wanted = plan.parameterCount();
        if (parameters.length < wanted) {
            throw new ShardingException(ErrorCode.PARAMETER_MISSING, parameters.length + 1, wanted);
        }
        if (parameters.length > wanted) {
            throw new ShardingException(ErrorCode.PARAMETER_INDEX_OUT_OF_RANGE, wanted + 1, wanted);
        }
        return plan.match(new Kinds(parameters, hints));
    }

    private final class Kinds implements StatementPlan.Cases<Explanation> {
        private final Object[] parameters;
        private final HintValues hints;

        Kinds(Object[] parameters, HintValues hints) {
            this.parameters = parameters;
            this.hints = hints;
        }

        @Override
        public Explanation of(ShardPlan plan) {
            return databases.explain(plan, parameters, hints);
        }

        @Override
        public Explanation of(SettingPlan plan) {
            Object[] all = Arrays.copyOf(parameters, plan.query().parameterCount());
            return Explanation.of(
                    "Session", "the connection remembers what it sets", List.of(explain(plan.query(), all, hints)));
        }

        @Override
        public Explanation of(SessionPlan plan) {
            return Explanation.of("Session", "the connection remembers it: " + plan.sql(), List.of());
        }

        @Override
        public Explanation of(ExplainPlan plan) {
            return Explanation.of("Explain", "", List.of(explain(plan.explained(), parameters, hints)));
        }

        @Override
        public Explanation of(ShowPlan plan) {
            return Explanation.of("Show", "actual names as logic names: " + plan.sql(), List.of());
        }

        @Override
        public Explanation of(CommandPlan plan) {
            throw new ShardingException(ErrorCode.DISTSQL_NOT_EXPLAINED);
        }

        @Override
        public Explanation of(SequencePlan plan) {
            return Explanation.of(
                    "Sequence",
                    "each statement has a plan of its own when its turn comes",
                    plan.statements().stream()
                            .map(each -> Explanation.of("Statement", each.sql(), List.of()))
                            .toList());
        }
    }
}
