/**
 * The physical connections of the shards, one at a time or several of a pool at once:
 * {@link org.shardingjdbc.engine.internal.execute.pool.ShardPool} is the entry, what it lends is a
 * {@link org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection}. By {@code PoolLosses} it becomes known that
 * their database is lost, {@code Retirement} closes a pool that nobody names any more, and who guards their data source
 * is told by a {@code GuardedPlace}. It knows no execution: what runs on a connection is the package above.
 */
package org.shardingjdbc.engine.internal.execute.pool;
