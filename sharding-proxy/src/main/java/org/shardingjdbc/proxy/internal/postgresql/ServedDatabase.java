package org.shardingjdbc.proxy.internal.postgresql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** A logic database, and what all its sessions know of it. Safe for all threads. */
final class ServedDatabase {
    private static final int MOST_TEXTS = 4096;
    private static final int LONGEST_TEXT = 16 * 1024;

    private final String name;
    private final ShardingDataSource dataSource;
    private final Cache<String, Command> commands =
            Caffeine.newBuilder().maximumSize(MOST_TEXTS).build();
    /** Types that users have defined, by the names that the driver gives them. */
    private final Map<String, TypeId> definedTypes = new ConcurrentHashMap<>();

    private volatile @Nullable Map<String, String> defaultSettings;

    ServedDatabase(String name, ShardingDataSource dataSource) {
        this.name = name;
        this.dataSource = dataSource;
    }

    /** What a new session has; null where nobody has asked yet. */
    @Nullable
    Map<String, String> defaultSettings() {
        return defaultSettings;
    }

    void defaultSettings(Map<String, String> values) {
        defaultSettings = Map.copyOf(values);
    }

    String name() {
        return name;
    }

    ShardingDataSource dataSource() {
        return dataSource;
    }

    /** What is known of a text of one statement; null where it is not known yet. */
    @Nullable
    Command known(String sql) {
        return commands.getIfPresent(sql);
    }

    void keep(String sql, Command command) {
        if (sql.length() <= LONGEST_TEXT) {
            commands.put(sql, command);
        }
    }

    /**
     * A type by the name that the driver gives it.
     *
     * @throws SQLException when the first data source does not know it
     */
    TypeId type(String typeName) throws SQLException {
        TypeId known = TypeId.builtIn(typeName);
        if (known == null) {
            known = definedTypes.get(typeName);
        }
        if (known == null) {
            known = ask(typeName);
            definedTypes.put(typeName, known);
        }
        return known;
    }

    /** Types that users define have another number in each data source; ours is that of the first one. */
    private TypeId ask(String typeName) throws SQLException {
        try (Connection connection =
                        dataSource.dataSources().values().iterator().next().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT oid, typlen FROM pg_catalog.pg_type WHERE oid = CAST(? AS regtype)")) {
            statement.setString(1, typeName);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("type \"" + typeName + "\" does not exist", "42704");
                }
                return new TypeId((int) rows.getLong(1), rows.getInt(2));
            }
        }
    }
}
