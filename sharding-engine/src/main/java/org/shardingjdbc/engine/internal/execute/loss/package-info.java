/**
 * How it becomes known that the database of a pool is lost, and who learns that;
 * {@link org.shardingjdbc.engine.internal.execute.loss.PoolLosses} is the entry; and how a pool ends that nobody names
 * any more. Pools call it.
 */
package org.shardingjdbc.engine.internal.execute.loss;
