package org.shardingjdbc.transaction;

import java.util.List;

/**
 * Makes transactions of one type. Found through {@code META-INF/services} by its {@link #type}. Implementations are
 * safe for all threads and live as long as the data source that asked for them.
 *
 * <pre>{@code
 * public final class TracedTransactions implements TransactionProvider {
 *     private final TransactionProvider local = new LocalTransactionProvider();
 *
 *     public String type() {
 *         return "TRACED";
 *     }
 *
 *     public ShardingTransaction begin() {
 *         System.out.println("begin");
 *         return local.begin();
 *     }
 * }
 * }</pre>
 */
public interface TransactionProvider extends AutoCloseable {
    /** The name by which configurations choose it, in upper case: {@code LOCAL}. */
    String type();

    /**
     * Told once, before the first transaction.
     *
     * @param dataSourceNames every data source that may be enlisted
     */
    default void start(List<String> dataSourceNames) {}

    /** A new transaction without branches. */
    ShardingTransaction begin();

    /** The data source is closed; no transaction follows. */
    @Override
    default void close() {}
}
