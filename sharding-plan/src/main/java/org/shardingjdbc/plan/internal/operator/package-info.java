/**
 * What leaves the planner, as values: plans ({@link org.shardingjdbc.plan.internal.operator.StatementPlan}), what
 * several units do ({@link org.shardingjdbc.plan.internal.operator.Several}, whose rows go through
 * {@link org.shardingjdbc.merge.internal.MergeOperator}s), and the steps of what no rule proves
 * ({@link org.shardingjdbc.plan.internal.operator.SteppedExecution}). An operator is explained under the name of its
 * class. The statements of the JDBC face run them; nothing here plans.
 */
package org.shardingjdbc.plan.internal.operator;
