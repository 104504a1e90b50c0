/**
 * Writes that find rows first: by their keys, into other data nodes, of a query, beside another write. A write of the
 * plan enters one of the classes, such as {@link org.shardingjdbc.engine.internal.statement.step.write.KeyedWriting};
 * update count, generated keys and returned rows leave as the result of the outer statement. Each is one transaction;
 * called by {@code StepsRunner}.
 */
package org.shardingjdbc.engine.internal.statement.step.write;
