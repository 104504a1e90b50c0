package org.shardingjdbc.transaction;

/** Makes LOCAL transactions: each data source commits by itself, one after the other. Safe for all threads. */
public final class LocalTransactionProvider implements TransactionProvider {
    @Override
    public String type() {
        return "LOCAL";
    }

    @Override
    public ShardingTransaction begin() {
        return new LocalTransaction();
    }
}
