/**
 * Runs what takes several steps. A {@link org.shardingjdbc.plan.internal.operator.SteppedExecution} of a plan enters
 * {@link org.shardingjdbc.engine.internal.statement.step.StepsRunner}; the results of the statement are filled. Here
 * are subqueries, look-ups and definitions; the rooms {@code pull} and {@code write} have the rest, as the planner's
 * rooms of these names plan it. All work on {@code outer}.
 */
package org.shardingjdbc.engine.internal.statement.step;
