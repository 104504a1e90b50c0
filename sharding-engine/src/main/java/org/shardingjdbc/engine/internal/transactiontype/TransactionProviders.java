package org.shardingjdbc.engine.internal.transactiontype;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
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
        TypeRegistry<TransactionProvider> known = new TypeRegistry<TransactionProvider>("transaction type")
                .services(TransactionProvider.class, TransactionProviders::described, provider -> provider);
        return known.all().stream()
                .filter(each -> each.type().equalsIgnoreCase(type))
                .filter(each -> name == null || each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new ShardingException(
                        ErrorCode.TRANSACTION_TYPE_UNKNOWN,
                        name == null ? type : type + " by " + name,
                        known.types(),
                        remedy(type)));
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
