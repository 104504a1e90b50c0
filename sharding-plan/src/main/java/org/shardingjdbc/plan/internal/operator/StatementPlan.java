package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * The top of a plan: what a statement of the application, or of a step, does. All that follows from one SQL text under
 * one version of the rules and the catalog. Immutable, cached, shared by all threads.
 */
public sealed interface StatementPlan extends Operator, NestedStatement.Plan
        permits CommandPlan, ShardPlan, ExplainPlan, SessionPlan, SettingPlan, ShowPlan {
    /**
     * What is made of each kind.
     *
     * @param <T> what is made
     */
    interface Cases<T> {
        T of(ShardPlan plan);

        T of(SettingPlan plan);

        T of(SessionPlan plan);

        T of(ExplainPlan plan);

        T of(ShowPlan plan);

        T of(CommandPlan plan);
    }

    /** What is made of its kind. */
    <T> T match(Cases<T> cases);

    /** How many {@code ?} the statement has. */
    int parameterCount();

    /** Where its executions may go, as far as the text tells. */
    default Reach reach() {
        return Reach.ofSession();
    }

    @Override
    default List<? extends Operator> inputs() {
        return List.of();
    }
}
