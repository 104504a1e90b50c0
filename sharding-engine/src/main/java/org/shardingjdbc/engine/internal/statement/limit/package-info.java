/**
 * Executions that rules bound: a statement and what executes it enter
 * {@link org.shardingjdbc.engine.internal.statement.limit.LimitedExecution}; afterwards the statement's results count
 * on. The executions of plans on shards call it.
 */
package org.shardingjdbc.engine.internal.statement.limit;
