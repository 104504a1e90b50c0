package org.shardingjdbc.jdbc.internal.foreign;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys of ShardingSphere that mean nothing here and change no result when they are passed over, each with the reason;
 * and those that would change one, with what to write instead. Stateless.
 */
public final class IgnoredKeys {
    private static final String DATABASES_DECIDE =
            "who may do what is the databases' own business, by the user of each data source";
    private static final String NO_PROXY = "it is a setting of ShardingSphere-Proxy, and there is no proxy here";
    private static final String PULLED = "what no data node can answer alone is answered from pulled rows";

    private static final Map<String, String> ROOTS = Map.of(
            "authority", DATABASES_DECIDE,
            "logging", "loggers are configured where the logging library of the application is",
            "globalClock", "each data source has its own snapshots",
            "traffic", "there is no proxy to send statements to",
            "labels", "there is no proxy that would have labels",
            "cdc", "changes are not streamed by a driver");

    private static final Map<String, String> RULES = Map.of(
            "AUTHORITY", DATABASES_DECIDE,
            "LOGGING", "loggers are configured where the logging library of the application is",
            "GLOBAL_CLOCK", "each data source has its own snapshots",
            "TRAFFIC", "there is no proxy to send statements to",
            "SQL_PARSER", "plans are cached whole, see the prop plan-cache-size",
            "SQL_FEDERATION", PULLED);

    private static final Map<String, String> PROPS = new LinkedHashMap<>();

    private static final Map<String, String> PROPS_INSTEAD = Map.of(
            "query-with-cipher-column",
                    "write the state of each plain form of encrypted columns, READ_PLAIN or READ_CIPHER; without plain, ciphers are read",
            "allow-range-query-with-inline-sharding", "write it among the props of each INLINE algorithm",
            "xa-transaction-manager-type", "write it as providerType under 'transaction'",
            "executor-size", "write it as 'kernel-executor-size'");

    static {
        PROPS.put("sql-federation-type", PULLED);
        PROPS.put("sql-federation-enabled", PULLED);
        PROPS.put("sql-comment-parse-enabled", "comments that are hints are always read");
        PROPS.put("show-process-list-enabled", "statistics show what runs, see statistics-enabled");
        PROPS.put("system-log-level", "loggers are configured where the logging library of the application is");
        PROPS.put("instance-connection-enabled", NO_PROXY);
        PROPS.put("cached-connections", "idle sessions keep connections by connection-linger-milliseconds");
        PROPS.put("check-duplicate-table-enabled", "a table without a rule in several data sources is always refused");
        PROPS.put("lock-wait-timeout-milliseconds", "there is no lock over a cluster");
        PROPS.put("persist-schemas-to-repository-enabled", "there is no repository");
        PROPS.put("agent-plugins-enabled", "there is no agent; see the meters of sharding-jdbc-micrometer");
        PROPS.put("groovy-inline-expression-parsing-cache-max-size", "expressions are compiled once");
        PROPS.put("system-schema-metadata-assembly-enabled", "system tables are those of the databases");
        PROPS.put("cdc-server-port", NO_PROXY);
    }

    private IgnoredKeys() {}

    /** Why a root key of a document is passed over, or null when it is not. */
    public static @Nullable String root(String key) {
        return ROOTS.get(key);
    }

    /** Why a rule is passed over, by its tag, or null when it is not. */
    public static @Nullable String rule(@Nullable String tag) {
        return RULES.get(tag);
    }

    /** Why a prop is passed over, or null when it is not. */
    public static @Nullable String prop(String key) {
        return key.startsWith("proxy-") ? NO_PROXY : PROPS.get(key);
    }

    /** What to write in place of a prop whose passing over would change something, or null for one that is none. */
    public static @Nullable String propInstead(String key) {
        return PROPS_INSTEAD.get(key);
    }
}
