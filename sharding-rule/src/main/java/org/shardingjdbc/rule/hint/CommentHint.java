package org.shardingjdbc.rule.hint;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * The hints of a statement's comments: {@code /* SHARDING_HINT: t_order.SHARDING_TABLE_VALUE=7, SKIP_SQL_REWRITE=true
 * *}{@code /}. Immutable; part of the plan.
 */
public final class CommentHint {
    /** A comment without any hint. */
    public static final CommentHint NONE = new CommentHint(HintLayer.on(HintValues.NONE));

    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("SHARDING_DATABASE_VALUE", "SHARDING_DATABASE_VALUE"),
            Map.entry("SHARDING_TABLE_VALUE", "SHARDING_TABLE_VALUE"),
            Map.entry("DATA_SOURCE_NAME", "DATA_SOURCE_NAME"),
            Map.entry("SKIP_SQL_REWRITE", "SKIP_SQL_REWRITE"),
            Map.entry("DISABLE_AUDIT_NAMES", "DISABLE_AUDIT_NAMES"),
            Map.entry("DISABLE_LIMIT_NAMES", "DISABLE_LIMIT_NAMES"),
            Map.entry("PARTIAL_ANSWERS", "PARTIAL_ANSWERS"),
            Map.entry("WRITE_ROUTE_ONLY", "WRITE_ROUTE_ONLY"),
            Map.entry("REPLICA_ALLOWED", "REPLICA_ALLOWED"),
            Map.entry("SKIP_METADATA_VALIDATE", "SKIP_METADATA_VALIDATE"),
            Map.entry("SHADOW", "SHADOW"),
            Map.entry("SHARDINGDATABASEVALUE", "SHARDING_DATABASE_VALUE"),
            Map.entry("SHARDINGTABLEVALUE", "SHARDING_TABLE_VALUE"),
            Map.entry("DATASOURCENAME", "DATA_SOURCE_NAME"),
            Map.entry("SKIPSQLREWRITE", "SKIP_SQL_REWRITE"),
            Map.entry("DISABLEAUDITNAMES", "DISABLE_AUDIT_NAMES"),
            Map.entry("PARTIALANSWERS", "PARTIAL_ANSWERS"),
            Map.entry("DISABLELIMITNAMES", "DISABLE_LIMIT_NAMES"),
            Map.entry("WRITEROUTEONLY", "WRITE_ROUTE_ONLY"),
            Map.entry("REPLICAALLOWED", "REPLICA_ALLOWED"),
            Map.entry("SKIPMETADATAVALIDATE", "SKIP_METADATA_VALIDATE"));

    private static final Set<String> PER_TABLE = Set.of("SHARDING_DATABASE_VALUE", "SHARDING_TABLE_VALUE");

    private final HintLayer values;

    private CommentHint(HintLayer values) {
        this.values = values;
    }

    /**
     * Reads the contents of comments.
     *
     * @param contents each {@code key=value, key=value}, without comment marks and prefix
     * @throws ShardingException when a key is unknown or a value is not of its kind
     */
    public static CommentHint parse(List<String> contents) {
        HintLayer values = NONE.values;
        for (String content : contents) {
            for (String entry : content.split(",")) {
                if (!entry.isBlank()) {
                    values = plus(values, entry.trim());
                }
            }
        }
        return values == NONE.values ? NONE : new CommentHint(values);
    }

    /**
     * The lower-case logic tables that it has values for; the empty name stands for all tables.
     *
     * @param forDatabase whether for their database strategies, or else for their table strategies
     */
    public Set<String> tables(boolean forDatabase) {
        return (forDatabase ? values.databaseValues() : values.tableValues()).keySet();
    }

    /** These hints upon those of the scopes around the execution. */
    public HintValues over(HintValues scopes) {
        if (this == NONE) {
            return scopes;
        }
        return scopes == HintValues.NONE ? values : values.over(scopes);
    }

    private static HintLayer plus(HintLayer values, String entry) {
        int equals = entry.indexOf('=');
        if (equals < 0) {
            throw invalid("'" + entry + "' is not of the form key=value");
        }
        String name = entry.substring(0, equals).trim();
        String value = entry.substring(equals + 1).trim();
        int point = name.lastIndexOf('.');
        String table =
                point < 0 ? HintLayer.ALL_TABLES : name.substring(0, point).trim();
        String key = KEYS.get(name.substring(point + 1).trim().toUpperCase(Locale.ROOT));
        if (key == null) {
            Set<String> known = new LinkedHashSet<>(KEYS.values());
            throw invalid("unknown key '" + name + "'"
                    + Nearest.suggestion(name.substring(point + 1).trim(), known));
        }
        if (value.isEmpty()) {
            throw invalid("key '" + name + "' has no value");
        }
        if (point >= 0 && !PER_TABLE.contains(key)) {
            throw invalid("key '" + key + "' holds for the whole statement, not for table '" + table + "'");
        }
        return switch (key) {
            case "SHARDING_DATABASE_VALUE" -> values.plusDatabaseValue(table, number(value));
            case "SHARDING_TABLE_VALUE" -> values.plusTableValue(table, number(value));
            case "DATA_SOURCE_NAME" -> values.withDataSource(only(values.ownDataSourceName(), value));
            case "SKIP_SQL_REWRITE" -> values.withoutRewrite(flag(name, value));
            case "DISABLE_AUDIT_NAMES" -> values.withoutAuditors(Set.copyOf(Arrays.asList(value.split("[\\s;]+"))));
            case "PARTIAL_ANSWERS" -> values.acceptingParts(flag(name, value));
            case "DISABLE_LIMIT_NAMES" -> values.withoutLimits(Set.copyOf(Arrays.asList(value.split("[\\s;]+"))));
            case "SHADOW" -> values.on(side(name, value));
            case "REPLICA_ALLOWED" -> values.toReplica(flag(name, value));
            case "WRITE_ROUTE_ONLY" -> values.toPrimary(flag(name, value));
            default -> {
                // SKIP_METADATA_VALIDATE asks for what is the case anyway
                flag(name, value);
                yield values;
            }
        };
    }

    private static String only(String before, String name) {
        if (before != null && !before.equals(name)) {
            throw invalid("it names two data sources, " + before + " and " + name);
        }
        return name;
    }

    private static Side side(String name, String value) {
        if (value.equalsIgnoreCase("both")) {
            return Side.BOTH;
        }
        if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
            return value.equalsIgnoreCase("true") ? Side.SHADOW : Side.PRODUCTION;
        }
        throw invalid("key '" + name + "' must be true, false or both");
    }

    private static boolean flag(String name, String value) {
        if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
            return value.equalsIgnoreCase("true");
        }
        throw invalid("key '" + name + "' must be true or false");
    }

    /** A whole number as Long, anything else as text. */
    private static Comparable<?> number(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            return value;
        }
    }

    private static ShardingException invalid(String what) {
        return new ShardingException(ErrorCode.HINT_INVALID, what);
    }
}
