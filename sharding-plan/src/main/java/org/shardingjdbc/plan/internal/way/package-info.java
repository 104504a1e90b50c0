/**
 * The ways of answering a statement, one class each: {@code ShardPlanner} has those of executions on one data node
 * ({@link org.shardingjdbc.plan.internal.way.OneNode}), and tries the others in their order, of which
 * {@link org.shardingjdbc.plan.internal.way.Way} says what they have in common. A statement that is bound and routed
 * enters; what its executions do leaves, or the reason why this way is none.
 */
package org.shardingjdbc.plan.internal.way;
