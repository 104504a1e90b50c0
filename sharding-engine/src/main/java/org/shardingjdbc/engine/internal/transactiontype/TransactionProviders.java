package org.shardingjdbc.engine.internal.transactiontype;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.transaction.TransactionProvider;

/** Finds transaction types on the class path. Stateless. */
final class TransactionProviders {
    private static final String LOCAL = "LOCAL";

    private TransactionProviders() {}

    /**
     * @param name which of several providers of the type; without one the only one, or the first by name
     * @throws ShardingException when there is none, or two of one type and name
     */
    static TransactionProvider load(String type, @Nullable String name) {
        List<TransactionProvider> found = new ArrayList<>();
        List<String> known = new ArrayList<>();
        ClassLoader loader = TransactionProvider.class.getClassLoader();
        for (TransactionProvider provider : ServiceLoader.load(TransactionProvider.class, loader)) {
            known.add(described(provider));
            if (provider.type().equalsIgnoreCase(type)
                    && (name == null || provider.name().equalsIgnoreCase(name))) {
                found.add(provider);
            }
        }
        if (found.isEmpty()) {
            known.sort(null);
            throw new ShardingException(
                    ErrorCode.TRANSACTION_TYPE_UNKNOWN,
                    name == null ? type : type + " by " + name,
                    known,
                    remedy(type));
        }
        found.sort((one, other) -> one.name().compareToIgnoreCase(other.name()));
        if (found.size() > 1
                && found.get(0).name().equalsIgnoreCase(found.get(1).name())) {
            throw new ShardingException(
                    ErrorCode.INTERNAL,
                    "transaction type " + type + " has two providers: " + found.get(0) + ", " + found.get(1));
        }
        return found.get(0);
    }

    private static String described(TransactionProvider provider) {
        return provider.name().isEmpty() ? provider.type() : provider.type() + " by " + provider.name();
    }

    private static String remedy(String type) {
        return type.equalsIgnoreCase(LOCAL)
                ? "sharding-transaction-api"
                : "sharding-transaction-" + type.toLowerCase(Locale.ROOT);
    }
}
