package org.shardingjdbc.proxy.internal.postgresql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
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
}
