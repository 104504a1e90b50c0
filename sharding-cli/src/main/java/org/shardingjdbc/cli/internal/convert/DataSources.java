package org.shardingjdbc.cli.internal.convert;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.SpringPlaceholders;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts data sources: whatever pool they name, here they are pools of HikariCP. */
final class DataSources {
    private static final String KEY = "dataSources";

    /** Properties of HikariCP that are taken, and ShardingSphere's other names that are read as well. */
    private static final List<String> TAKEN = List.of(
            "driverClassName",
            "jdbcUrl",
            "standardJdbcUrl",
            "url",
            "username",
            "password",
            "dataSourceJNDI",
            "poolName",
            "catalog",
            "schema",
            "connectionInitSql",
            "connectionTestQuery",
            "transactionIsolation",
            "exceptionOverrideClassName",
            "maximumPoolSize",
            "minimumIdle",
            "connectionTimeout",
            "idleTimeout",
            "maxLifetime",
            "keepaliveTime",
            "validationTimeout",
            "leakDetectionThreshold",
            "initializationFailTimeout",
            "autoCommit",
            "readOnly",
            "registerMbeans",
            "allowPoolSuspension",
            "isolateInternalQueries",
            "connectionTimeoutMilliseconds",
            "idleTimeoutMilliseconds",
            "maxLifetimeMilliseconds",
            "maxPoolSize",
            "minPoolSize");

    /** Of Druid, DBCP, C3P0 and Tomcat's pool. Milliseconds are milliseconds in all of these. */
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("maxActive", "maximumPoolSize"),
            Map.entry("maxTotal", "maximumPoolSize"),
            Map.entry("minIdle", "minimumIdle"),
            Map.entry("maxWait", "connectionTimeout"),
            Map.entry("maxWaitMillis", "connectionTimeout"),
            Map.entry("checkoutTimeout", "connectionTimeout"),
            Map.entry("minEvictableIdleTimeMillis", "idleTimeout"),
            Map.entry("maxConnLifetimeMillis", "maxLifetime"),
            Map.entry("user", "username"),
            Map.entry("driverClass", "driverClassName"),
            Map.entry("defaultAutoCommit", "autoCommit"),
            Map.entry("defaultReadOnly", "readOnly"),
            Map.entry("validationQuery", "connectionTestQuery"));

    private static final Set<String> MAPS = Set.of("dataSourceProperties", "healthCheckProperties");

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    DataSources(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    /** Those of a YAML, by name. */
    void convert(ForeignItem sources) {
        sources.entries().forEach((name, source) -> draft.document().map(KEY).put(name, source(source, null)));
    }

    /** Those of Spring's starters: {@code names} lists them. */
    void ofSpring(ForeignItem sources) {
        ForeignItem names = sources.get("names");
        ForeignItem common = sources.get("common");
        if (names != null) {
            verdicts.dropped(names, "each data source is its own key");
        }
        List<String> listed = names == null
                ? sources.entries().keySet().stream()
                        .filter(name -> !name.equals("common"))
                        .toList()
                : names.texts();
        for (String name : listed) {
            ForeignItem source = sources.get(name);
            if (source == null && names != null) {
                verdicts.notYet(names, "data source " + name + " has no keys of its own", "write its jdbcUrl");
            } else if (source != null) {
                draft.document().map(KEY).put(name, source(source, common));
            }
        }
    }

    /** @param common what all data sources have; null for nothing */
    private ConvertedMap source(ForeignItem source, @Nullable ForeignItem common) {
        ConvertedMap result = new ConvertedMap();
        if (!source.tag().isEmpty()) {
            verdicts.changed(source, "the pool is HikariCP, whatever class the tag names");
        }
        source.leaves().forEach((key, value) -> property(key, value, result));
        if (common != null) {
            common.leaves().forEach((key, value) -> property(key, value, result));
        }
        return result;
    }

    private void property(String path, ForeignItem value, ConvertedMap result) {
        String key = path.substring(path.lastIndexOf('.') + 1);
        String first = path.indexOf('.') < 0 ? "" : path.substring(0, path.indexOf('.'));
        if (MAPS.contains(first)) {
            verdicts.taken(value);
            result.map(first).put(path.substring(first.length() + 1), value);
            return;
        }
        String taken = named(TAKEN, key);
        String other = named(List.copyOf(RENAMED.keySet()), key);
        String renamed = other == null ? null : RENAMED.get(other);
        if (taken != null) {
            put(taken, false, value, result);
        } else if (renamed != null) {
            put(renamed, true, value, result);
        } else if (key.equals("type") || plain(key).equals("datasourceclassname")) {
            pool(value, result);
        } else {
            verdicts.dropped(value, "is a property of another pool, without which HikariCP does as well");
        }
    }

    private void put(String key, boolean renamed, ForeignItem value, ConvertedMap result) {
        String placeholder =
                SpringPlaceholders.isSprings(value.text()) ? SpringPlaceholders.converted(value.text()) : null;
        if (result.has(key)) {
            verdicts.dropped(value, "'" + key + "' is said already");
        } else if (placeholder != null) {
            verdicts.changed(
                    value,
                    "its placeholders are written as $${NAME::default}, under " + key,
                    "open it with placeholder-type=environment or system_props, or from Spring");
            result.put(key, placeholder);
        } else {
            if (renamed) {
                verdicts.changed(value, "is written as " + key);
            } else {
                verdicts.taken(value);
            }
            result.put(key, value.is(ForeignItem.Kind.EMPTY) ? "" : value);
        }
    }

    private void pool(ForeignItem value, ConvertedMap result) {
        if (value.text().endsWith("HikariDataSource")) {
            verdicts.dropped(value, "the pool is HikariCP anyway");
        } else if (value.text().endsWith("XADataSource")) {
            verdicts.taken(value);
            result.put("dataSourceClassName", value);
        } else {
            verdicts.changed(value, "the pool is HikariCP; properties that it does not have are dropped");
        }
    }

    private static @Nullable String named(List<String> known, String key) {
        String plain = plain(key);
        return known.stream()
                .filter(each -> plain(each).equals(plain))
                .findFirst()
                .orElse(null);
    }

    private static String plain(String key) {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
