package org.shardingjdbc.plan.internal.step;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
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
    StatementPlan plan(PlanText text);

    /** The same of a statement that is prepared. */
    default StatementPlan plan(String sql) {
        return plan(PlanText.prepared(sql));
    }

    /** The plan of a step: the one that it carries, where definitions are still the same. */
    StatementPlan plan(NestedStatement step);

    /** The plan of a step, or what is wrong with it. */
    Decision<StatementPlan> decide(NestedStatement step);

    /** The same of one that was only made to see whether data nodes answer it: without the steps that it may take. */
    Decision<StatementPlan> tried(NestedStatement step);

    /**
     * The plan of a text that knows what several units do, even if the text chooses one.
     *
     * @return null when it is the text of a shape that has no plan any more
     * @throws ShardingException when a database that has to be asked could not be
     */
    @Nullable
    ShardPlan planSeveral(PlanText text);
}
