/**
 * Runs what takes several steps. A {@link org.shardingjdbc.plan.internal.operator.SteppedExecution} of a plan enters
 * {@link org.shardingjdbc.jdbc.internal.statement.step.StepsRunner}; the results of the statement are filled. Each kind
 * of steps has a class of its own, all execute their statements through
 * {@link org.shardingjdbc.jdbc.internal.statement.step.NestedRuns}.
 */
package org.shardingjdbc.jdbc.internal.statement.step;
