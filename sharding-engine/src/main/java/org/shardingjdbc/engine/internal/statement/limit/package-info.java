/**
 * Executions that rules bound. A statement and what executes it enter; afterwards the statement's results count on. The
 * executions of plans on shards call it.
 */
package org.shardingjdbc.engine.internal.statement.limit;
