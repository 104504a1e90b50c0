/**
 * Transactions over several data sources. A connection asks a {@link org.shardingjdbc.transaction.TransactionProvider}
 * for a {@link org.shardingjdbc.transaction.ShardingTransaction}, enlists a branch for each data source that it
 * touches, and commits or rolls back. LOCAL is here; other types come as jars.
 */
@NullMarked
package org.shardingjdbc.transaction;

import org.jspecify.annotations.NullMarked;
