/**
 * The result sets and their metadata that an application sees: of one shard
 * ({@link org.shardingjdbc.engine.internal.result.ShardResultSet}), of a merge
 * ({@link org.shardingjdbc.engine.internal.result.MergedResultSet}), and of rows that we make ourselves
 * ({@link org.shardingjdbc.engine.internal.result.LocalResultSet}). Columns have their names from the room
 * {@code label}, values that we hold their forms from {@code conversion}. The statements of the engine make result sets
 * and are told when they are closed.
 */
package org.shardingjdbc.engine.internal.result;
