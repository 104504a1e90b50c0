package org.shardingjdbc.jdbc.config;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.pull.PullBounds;

/** Every key of {@code props}. */
public enum PropKey {
    /**
     * Whether each statement is logged with the SQL that the data nodes get, at INFO by the logger
     * org.shardingjdbc.sql.
     */
    SQL_SHOW("sql-show", Kind.FLAG, "false"),
    /** Whether that log is one line for each statement. */
    SQL_SIMPLE("sql-simple", Kind.FLAG, "false"),
    /** Whether that log may show the values of parameters. */
    SQL_SHOW_PARAMETERS("sql-show-parameters", Kind.FLAG, "false"),
    /** The number of threads that run the units of all statements, without those of the callers; 0 for no limit. */
    KERNEL_EXECUTOR_SIZE("kernel-executor-size", Kind.NUMBER, "0"),
    /** Whether the units that share a connection go to PostgreSQL as one text of several statements. */
    SEND_TOGETHER("send-together", Kind.FLAG, "true"),
    /** Whether the units of a reading statement in one data source go to it as one statement, by UNION ALL. */
    UNION_ALL("union-all", List.of("auto", "always", "never")),
    /** Whether the caller alone runs the units of a statement on several data sources, or worker threads help. */
    FAN_OUT("fan-out", List.of("adaptive", "parallel", "sequential")),
    /**
     * What threads the workers are: virtual ones from JDK 24 on, or always platform threads, or always virtual ones.
     */
    WORKER_THREADS("worker-threads", List.of("auto", "platform", "virtual")),
    /** How many connections of one data source a statement may use at once. */
    MAX_CONNECTIONS_SIZE_PER_QUERY("max-connections-size-per-query", Kind.POSITIVE_NUMBER, "1"),
    /** How many rows a merge may hold in memory before the statement fails; 0 for no bound. */
    MAX_ROWS_IN_MEMORY("max-rows-in-memory", Kind.NUMBER, "1000000"),
    /** Whether a query that no data node can answer alone has its tables pulled together, or is refused. */
    PULLING_ENABLED("pulling-enabled", Kind.FLAG, "true"),
    /** Whether the unique keys of an upsert that lack the sharding columns are looked up on all data nodes. */
    LOOK_UP_UPSERTS("look-up-upserts", Kind.FLAG, "false"),
    /** How many values of a subquery may be bound into the statement around it; of more its rows are pulled. */
    MAX_BOUND_VALUES("max-bound-values", Kind.POSITIVE_NUMBER, "1000"),
    /** How many rows one query may pull before it fails; 0 for no bound. */
    MAX_PULLED_ROWS(PullBounds.ROWS_PROP, Kind.NUMBER, "100000"),
    /** How many bytes, roughly, one query may pull before it fails; 0 for no bound. */
    MAX_PULLED_BYTES(PullBounds.BYTES_PROP, Kind.NUMBER, "67108864"),
    /**
     * For how long an idle logical connection may have a physical one that no other session needs; 0 for not at all.
     */
    CONNECTION_LINGER_MILLISECONDS("connection-linger-milliseconds", Kind.NUMBER, "500"),
    /** How many plans are kept at most. */
    PLAN_CACHE_SIZE("plan-cache-size", Kind.POSITIVE_NUMBER, "4096"),
    /** How many bytes of heap, roughly, the plans that are kept take at most. */
    PLAN_CACHE_BYTES("plan-cache-bytes", Kind.POSITIVE_NUMBER, "134217728"),
    /** Whether statements without parameters that differ in literals only share a plan. */
    LITERALS_AS_PARAMETERS("literals-as-parameters", Kind.FLAG, "true"),
    /** Whether the pool of a data source opens when the first statement needs it, or at the start. */
    LAZY_DATA_SOURCES("lazy-data-sources", Kind.FLAG, "false"),
    /** What happens to a transaction of type LOCAL that writes to a second data source. */
    LOCAL_CROSS_SHARD("local-cross-shard", List.of("allow", "warn", "refuse")),
    /**
     * SQL to plan in the background after the start: a script, or {@code classpath:} or {@code file:} and its place.
     */
    WARM_UP("warm-up", Kind.TEXT, ""),
    /** Whether executions are counted from the start, or only after the statistics have been requested. */
    STATISTICS_ENABLED("statistics-enabled", Kind.FLAG, "false"),
    /** Whether the statistics and the pools are shown by the platform's MBean server. */
    JMX_ENABLED("jmx-enabled", Kind.FLAG, "false"),
    /** Statements that take so long, or longer, are logged at WARN by org.shardingjdbc.slow; 0 for none. */
    SLOW_STATEMENT_MILLISECONDS("slow-statement-milliseconds", Kind.NUMBER, "0"),
    /** How many rows a job that moves rows copies per second at most; 0 for no limit. */
    SCALING_ROWS_PER_SECOND("scaling-rows-per-second", Kind.NUMBER, "0"),
    /** How old what replicas lack may be while a job copies rows; 0 for no limit. */
    SCALING_REPLICA_LAG_MILLISECONDS("scaling-replica-lag-milliseconds", Kind.NUMBER, "0"),
    /** How long a job's own reads of one row may take while it copies rows; 0 for no limit. */
    SCALING_PROBE_MILLISECONDS("scaling-probe-milliseconds", Kind.NUMBER, "0"),
    /**
     * By how many percent a job's own reads of one row may take longer, on average, while it copies rows; 0 for no
     * limit.
     */
    SCALING_SLOWDOWN_PERCENT("scaling-slowdown-percent", Kind.NUMBER, "30"),
    /** For how long nobody may drive a job before the logs that databases keep for it are dropped; 0 for ever. */
    SCALING_ABANDONED_HOURS("scaling-abandoned-hours", Kind.NUMBER, "72"),
    /** How much of a log a database may keep for a job that nobody drives; 0 for no limit. */
    SCALING_RETAINED_MEGABYTES("scaling-retained-megabytes", Kind.NUMBER, "0"),
    /**
     * Which DistSQL may be executed: none, statements that only read the configuration, or also those that change it.
     */
    DISTSQL_ALLOWED("distsql-allowed", List.of("none", "read", "all")),
    /** Whether the start fails if actual tables do not match the rules and each other. */
    CHECK_TABLE_METADATA_ENABLED("check-table-metadata-enabled", Kind.FLAG, "false"),
    /** Accepted for ShardingSphere's sake: tables are read one by one when a statement needs them. */
    LOAD_TABLE_METADATA_BATCH_SIZE("load-table-metadata-batch-size", Kind.NEEDLESS_NUMBER, "1000"),
    /** Accepted for ShardingSphere's sake: {@link #UNION_ALL} says what units are joined. */
    MAX_UNION_SIZE_PER_DATASOURCE("max-union-size-per-datasource", Kind.NEEDLESS_NUMBER, "2147483647");

    /** What values a prop takes, and whether anything reads it. */
    enum Kind {
        FLAG,
        NUMBER,
        POSITIVE_NUMBER,
        TEXT,
        CHOICE,
        NEEDLESS_NUMBER
    }

    private final String key;
    private final Kind kind;
    private final String defaultValue;
    private final List<String> choices;

    PropKey(String key, Kind kind, String defaultValue) {
        this.key = key;
        this.kind = kind;
        this.defaultValue = defaultValue;
        this.choices = List.of();
    }

    /** @param choices the first one is the default */
    PropKey(String key, List<String> choices) {
        this.key = key;
        this.kind = Kind.CHOICE;
        this.defaultValue = choices.get(0);
        this.choices = choices;
    }

    /** As the configuration writes it. */
    public String key() {
        return key;
    }

    /** As the configuration would write it. */
    public String defaultValue() {
        return defaultValue;
    }

    /** Whether a changed value takes effect only when the data source is opened again. */
    public boolean isOfTheStart() {
        return this == KERNEL_EXECUTOR_SIZE || this == WORKER_THREADS;
    }

    /** Whether it is accepted and changes nothing. */
    public boolean isNeedless() {
        return kind == Kind.NEEDLESS_NUMBER;
    }

    /** The prop of that key, or null. */
    public static @Nullable PropKey of(String key) {
        for (PropKey prop : values()) {
            if (prop.key.equals(key)) {
                return prop;
            }
        }
        return null;
    }

    /** All keys. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(PropKey::key).toList();
    }

    /** What is wrong with a value, or null. */
    @Nullable
    String mistake(String value) {
        if (kind == Kind.TEXT) {
            return null;
        }
        if (kind == Kind.CHOICE) {
            return choices.contains(value)
                    ? null
                    : "'" + key + "' must be one of " + String.join(", ", choices) + ", not '" + value + "'";
        }
        if (kind == Kind.FLAG) {
            boolean flag = value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
            return flag ? null : "'" + key + "' must be true or false, not '" + value + "'";
        }
        int least = kind == Kind.POSITIVE_NUMBER ? 1 : 0;
        try {
            if (Integer.parseInt(value) >= least) {
                return null;
            }
        } catch (NumberFormatException e) {
            return "'" + key + "' must be a whole number, not '" + value + "'";
        }
        return "'" + key + "' must be " + least + " or more, not " + value;
    }
}
