package org.shardingjdbc.jdbc.internal.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.problem.Problems;

/** Reads an entry of {@code dataSources}. */
public final class DataSourceReader {
    private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";
    private static final List<String> OTHER_POOLS = List.of(
            "DruidDataSource", "BasicDataSource", "ComboPooledDataSource", "AtomikosDataSourceBean", "PoolDataSource");

    private final Problems problems;

    /** @param problems take its mistakes */
    public DataSourceReader(Problems problems) {
        this.problems = problems;
    }

    /** The properties of its pool, by the names that HikariCP has for them. */
    public Map<String, String> read(ConfigurationMap map) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String key : map.keys()) {
            String property = PoolKeys.property(key);
            if (property == null) {
                problems.unknownKey(map.path().key(key), PoolKeys.names());
            } else if (PoolKeys.isMap(property)) {
                readMap(map.map(key), property, properties);
            } else {
                readValue(map, key, property, properties);
            }
        }
        boolean reachable = properties.containsKey("jdbcUrl")
                || properties.containsKey("dataSourceClassName")
                || properties.containsKey("dataSourceJNDI");
        if (!reachable && !map.has("jdbcUrl") && !map.has("url") && !map.has("standardJdbcUrl")) {
            problems.missing(map.path(), "jdbcUrl", "");
        }
        return properties;
    }

    private void readMap(@Nullable ConfigurationMap map, String property, Map<String, String> properties) {
        if (map == null) {
            return;
        }
        String prefix = property.equals("dataSourceProperties") ? "dataSource." : "healthCheck.";
        map.texts().forEach((name, value) -> properties.put(prefix + name, value));
    }

    private void readValue(ConfigurationMap map, String key, String property, Map<String, String> properties) {
        String text = map.text(key);
        if (text == null || property.equals("dataSourceClassName") && text.equals(HIKARI)) {
            // ShardingSphere's name for the pool: this is the pool that we open
            return;
        }
        if (property.equals("dataSourceClassName") && OTHER_POOLS.stream().anyMatch(text::endsWith)) {
            problems.add(
                    map.path().key(key),
                    "pools are always HikariCP's; leave 'dataSourceClassName' out, or give your own "
                            + "DataSource through the Java API");
            return;
        }
        String value = PoolKeys.value(property, text);
        if (value == null) {
            problems.add(map.path().key(key), "'" + key + "' must be " + PoolKeys.wanted(property));
        } else if (properties.putIfAbsent(property, value) != null) {
            problems.addAtKey(map.path().key(key), "'" + key + "' says '" + property + "' once more");
        }
    }
}
