/**
 * What leaves the planner, as values: a tree of {@link org.shardingjdbc.plan.internal.operator.Operator}s, a file for
 * each, all in one package because they are sealed; what asks no shard stands with
 * {@link org.shardingjdbc.plan.internal.operator.StatementPlan}. From top to bottom: what was written
 * ({@link org.shardingjdbc.plan.internal.operator.StatementPlan}), what parameters choose among
 * ({@link org.shardingjdbc.plan.internal.operator.Choose}), what data nodes do
 * ({@link org.shardingjdbc.plan.internal.operator.Scatter}, above it
 * {@link org.shardingjdbc.merge.internal.MergeOperator}s), and steps
 * ({@link org.shardingjdbc.plan.internal.operator.SteppedExecution}). An operator is explained under the name of its
 * class. The engine runs them; nothing here plans.
 */
package org.shardingjdbc.plan.internal.operator;
