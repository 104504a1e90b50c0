/**
 * The result sets and their metadata that an application sees: of one shard
 * ({@link org.shardingjdbc.jdbc.internal.result.ShardResultSet}), of a merge
 * ({@link org.shardingjdbc.jdbc.internal.result.MergedResultSet}), and of rows that we make ourselves
 * ({@link org.shardingjdbc.jdbc.internal.result.LocalResultSet}). The statements of the JDBC face make them and are
 * told when they are closed.
 */
package org.shardingjdbc.jdbc.internal.result;
