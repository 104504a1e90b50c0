/**
 * The ways of answering a statement, one class each: {@link org.shardingjdbc.plan.internal.way.Way} says what they have
 * in common, {@code ShardPlanner} in which order they are tried, {@link org.shardingjdbc.plan.internal.way.StepWays}
 * how those in steps follow each other. A statement that is bound and routed enters; what its executions do leaves, or
 * the reason why this way is none.
 */
package org.shardingjdbc.plan.internal.way;
