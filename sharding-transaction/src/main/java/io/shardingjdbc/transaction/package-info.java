/**
 * Transactions over several data sources. A connection asks a {@link io.shardingjdbc.transaction.TransactionProvider}
 * for a {@link io.shardingjdbc.transaction.ShardingTransaction}, enlists a branch for each data source that it touches,
 * and commits or rolls back. LOCAL is here; other types come as jars.
 */
package io.shardingjdbc.transaction;
