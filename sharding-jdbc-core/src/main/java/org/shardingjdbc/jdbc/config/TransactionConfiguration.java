package org.shardingjdbc.jdbc.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which transactions connections begin.
 *
 * @param defaultType LOCAL, XA or BASE, in any case
 * @param providerType whose coordinator; null for the only one of the type
 * @param props the coordinator's, by their names
 */
public record TransactionConfiguration(
        String defaultType, @Nullable String providerType, Map<String, String> props) {
    /** Transactions of type LOCAL. */
    public static final TransactionConfiguration LOCAL = new TransactionConfiguration("LOCAL", null, Map.of());

    /** Copies the props. */
    public TransactionConfiguration {
        defaultType = defaultType.toUpperCase(Locale.ROOT);
        props = Collections.unmodifiableMap(new LinkedHashMap<>(props));
    }
}
