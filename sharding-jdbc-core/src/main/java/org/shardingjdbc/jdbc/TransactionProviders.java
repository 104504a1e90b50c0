package org.shardingjdbc.jdbc;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.transaction.TransactionProvider;

/** Finds transaction types on the class path. Stateless. */
final class TransactionProviders {
    /** The type that holds when none is configured. */
    static final String DEFAULT_TYPE = "LOCAL";

    private TransactionProviders() {}

    /** @throws ShardingException when there is no such type, or two providers of one */
    static TransactionProvider load(String type) {
        Map<String, TransactionProvider> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ClassLoader loader = TransactionProvider.class.getClassLoader();
        for (TransactionProvider provider : ServiceLoader.load(TransactionProvider.class, loader)) {
            TransactionProvider other = known.put(provider.type(), provider);
            if (other != null) {
                throw new ShardingException(
                        ErrorCode.INTERNAL,
                        "transaction type " + type + " has two providers: " + other + ", " + provider);
            }
        }
        TransactionProvider found = known.get(type);
        if (found == null) {
            throw new ShardingException(ErrorCode.TRANSACTION_TYPE_UNKNOWN, type, known.keySet());
        }
        return found;
    }
}
