/**
 * Runs what takes several steps. A {@link org.shardingjdbc.plan.internal.operator.SteppedExecution} of a plan enters
 * {@link org.shardingjdbc.engine.internal.statement.step.StepsRunner}; the results of the statement are filled. Each
 * kind of steps has a class of its own, all work on the
 * {@link org.shardingjdbc.engine.internal.statement.step.OuterStatement}, which opens a
 * {@link org.shardingjdbc.engine.internal.statement.step.StepStatement} on the session for each statement that is
 * executed on its behalf.
 */
package org.shardingjdbc.engine.internal.statement.step;
