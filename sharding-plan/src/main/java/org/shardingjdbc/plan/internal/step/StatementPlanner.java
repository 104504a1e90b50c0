package org.shardingjdbc.plan.internal.step;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;

/** Makes plans: of the application's texts, and of those that steps are made of. Safe for all threads. */
public interface StatementPlanner {
    /**
     * The plan of a SQL text. A statement that no rule proves has a plan too: it raises its refusal when it is
     * executed.
     *
     * @throws ShardingException when the text is wrong
     */
    StatementPlan plan(String sql);

    /**
     * The plan of a text that knows what several units do, even if the text chooses one.
     *
     * @throws ShardingException when a database that has to be asked could not be
     */
    ShardPlan planSeveral(PlanText text);
}
