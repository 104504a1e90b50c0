package org.shardingjdbc.plan.internal.planning;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.StatementPlan;

/** Makes plans of the steps that planning makes of a statement. Safe for all threads. */
public interface StatementPlanner {
    /**
     * The plan of a step: the one that it carries, where definitions are still the same. A statement that no rule
     * proves has a plan too: it raises its refusal when it is executed.
     *
     * @throws ShardingException when it is wrong
     */
    StatementPlan plan(NestedStatement step);

    /** The plan of a step, or what is wrong with it. */
    Decision<StatementPlan> decide(NestedStatement step);

    /** The same of one that was only made to see whether data nodes answer it: without the steps that it may take. */
    Decision<StatementPlan> tried(NestedStatement step);
}
