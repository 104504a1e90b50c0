/**
 * The ways of answering a statement ({@link org.shardingjdbc.plan.internal.way.Way}), one class each, which
 * {@code ShardPlanner} has and tries in their order. A statement that is bound and routed enters; what its executions
 * do leaves, or the reason why this way is none.
 */
package org.shardingjdbc.plan.internal.way;
