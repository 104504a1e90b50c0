/**
 * Statements that are executed on behalf of another, before it is known who does: a tree, and where the values of its
 * parameters come from, enter; a {@link org.shardingjdbc.plan.internal.nested.NestedStatement} leaves, which keeps its
 * plan, or a {@link org.shardingjdbc.plan.internal.nested.StepTemplate} where only executions know how values, or how
 * many rows, stand in it. The planner makes them, operators hold them, and the engine runs them; nothing here plans.
 */
package org.shardingjdbc.plan.internal.nested;
