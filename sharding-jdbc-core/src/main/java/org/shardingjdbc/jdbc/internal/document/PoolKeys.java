package org.shardingjdbc.jdbc.internal.document;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a data source: HikariCP's properties, and the other names that ShardingSphere has for some of them. */
public final class PoolKeys {
    /** What values a property takes. */
    enum Kind {
        TEXT,
        FLAG,
        NUMBER,
        MILLIS,
        MAP
    }

    private static final Map<String, Kind> KINDS = new LinkedHashMap<>();
    private static final Map<String, String> ALIASES = new LinkedHashMap<>();

    static {
        List.of(
                        "jdbcUrl",
                        "username",
                        "password",
                        "driverClassName",
                        "dataSourceClassName",
                        "dataSourceJNDI",
                        "poolName")
                .forEach(key -> KINDS.put(key, Kind.TEXT));
        List.of(
                        "catalog",
                        "schema",
                        "connectionInitSql",
                        "connectionTestQuery",
                        "transactionIsolation",
                        "exceptionOverrideClassName")
                .forEach(key -> KINDS.put(key, Kind.TEXT));
        List.of("maximumPoolSize", "minimumIdle").forEach(key -> KINDS.put(key, Kind.NUMBER));
        List.of(
                        "connectionTimeout",
                        "idleTimeout",
                        "maxLifetime",
                        "keepaliveTime",
                        "validationTimeout",
                        "leakDetectionThreshold",
                        "initializationFailTimeout")
                .forEach(key -> KINDS.put(key, Kind.MILLIS));
        List.of("autoCommit", "readOnly", "registerMbeans", "allowPoolSuspension", "isolateInternalQueries")
                .forEach(key -> KINDS.put(key, Kind.FLAG));
        List.of("dataSourceProperties", "healthCheckProperties").forEach(key -> KINDS.put(key, Kind.MAP));
        ALIASES.put("url", "jdbcUrl");
        ALIASES.put("standardJdbcUrl", "jdbcUrl");
        ALIASES.put("connectionTimeoutMilliseconds", "connectionTimeout");
        ALIASES.put("idleTimeoutMilliseconds", "idleTimeout");
        ALIASES.put("maxLifetimeMilliseconds", "maxLifetime");
        ALIASES.put("maxPoolSize", "maximumPoolSize");
        ALIASES.put("minPoolSize", "minimumIdle");
    }

    private PoolKeys() {}

    /** All names, the other ones too. */
    static List<String> names() {
        List<String> names = new ArrayList<>(KINDS.keySet());
        names.addAll(ALIASES.keySet());
        return names;
    }

    /** HikariCP's name for a key, or null when it is unknown. */
    public static @Nullable String property(String key) {
        return KINDS.containsKey(key) ? key : ALIASES.get(key);
    }

    /** Whether the property is a map. */
    static boolean isMap(String property) {
        return KINDS.get(property) == Kind.MAP;
    }

    /**
     * The text that HikariCP reads.
     *
     * @return null when the value is not of the property's kind
     */
    static @Nullable String value(String property, String text) {
        return switch (KINDS.get(property)) {
            case FLAG -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false") ? text : null;
            case NUMBER -> number(text);
            case MILLIS -> text.startsWith("P") || text.startsWith("p") ? duration(text) : number(text);
            default -> text;
        };
    }

    /** What a value of the property must be. */
    static String wanted(String property) {
        return switch (KINDS.get(property)) {
            case FLAG -> "true or false";
            case MILLIS -> "a whole number of milliseconds, or a duration such as PT30S";
            default -> "a whole number";
        };
    }

    private static @Nullable String number(String text) {
        try {
            return Long.toString(Long.parseLong(text.trim().replace("_", "")));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String duration(String text) {
        try {
            return Long.toString(Duration.parse(text).toMillis());
        } catch (DateTimeParseException | ArithmeticException e) {
            return null;
        }
    }
}
