/**
 * What leaves the planner, as values: a tree of {@link org.shardingjdbc.plan.internal.operator.Operator}s. At its top
 * is a {@link org.shardingjdbc.plan.internal.operator.StatementPlan}; that of a statement for shards, a
 * {@link org.shardingjdbc.plan.internal.operator.ShardPlan} with what its executions need compiled, holds a
 * {@link org.shardingjdbc.plan.internal.operator.Choose} between one data node, several, whose rows go through
 * {@link org.shardingjdbc.merge.internal.MergeOperator}s, and the steps of what no rule proves
 * ({@link org.shardingjdbc.plan.internal.operator.SteppedExecution}). An operator is explained under the name of its
 * class. The statements of the engine run them; nothing here plans.
 */
package org.shardingjdbc.plan.internal.operator;
