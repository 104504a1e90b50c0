/**
 * What an execution is given by its plan: {@link org.shardingjdbc.plan.internal.unit.ShardExecution}, the chosen units
 * with their SQL, the limits and keys that its parameters decide, and the facts that hold for all of its executions.
 * The statements of the engine read it.
 */
package org.shardingjdbc.plan.internal.unit;
