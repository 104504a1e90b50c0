package org.shardingjdbc.proxy.internal.postgresql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;

/** A logic database, and what all its sessions know of it. Safe for all threads. */
final class ServedDatabase {
    private static final int MOST_TEXTS = 4096;
    private static final int LONGEST_TEXT = 16 * 1024;

    private final String name;
    private final ShardingDataSource dataSource;
    private final Cache<String, ClientCommand> commands =
            Caffeine.newBuilder().maximumSize(MOST_TEXTS).build();
    /** Of texts with question marks for parameters; apart, as the same text may be something else as it is. */
    private final Cache<String, ClientCommand> preparedCommands =
            Caffeine.newBuilder().maximumSize(MOST_TEXTS).build();

    /** Of texts that differ in literals only, one of them. */
    private final Cache<TextShape, ClientCommand> alike =
            Caffeine.newBuilder().maximumSize(MOST_TEXTS).build();

    private volatile @Nullable Reading reading;

    // What data nodes say of a statement, as long as its plan is that for new executions.

    private final Cache<DeployedPlan, int[]> parameterTypes =
            Caffeine.newBuilder().weakKeys().maximumSize(MOST_TEXTS).build();
    private final Cache<DeployedPlan, SentColumn[]> columns =
            Caffeine.newBuilder().weakKeys().maximumSize(MOST_TEXTS).build();

    private volatile @Nullable Map<String, String> defaultSettings;

    /** Reads texts of one dialect. */
    record Reading(SqlParser parser, TextShapes shapes) {}

    ServedDatabase(String name, ShardingDataSource dataSource) {
        this.name = name;
        this.dataSource = dataSource;
    }

    /** The types of a plan's question marks; null where they are not known. Not to be changed. */
    int @Nullable [] parameterTypes(@Nullable DeployedPlan plan) {
        return plan == null ? null : parameterTypes.getIfPresent(plan);
    }

    void parameterTypes(@Nullable DeployedPlan plan, int[] types) {
        if (plan != null) {
            parameterTypes.put(plan, types);
        }
    }

    /** The columns of a plan's rows; null where they are not known. Not to be changed. */
    SentColumn @Nullable [] columns(@Nullable DeployedPlan plan) {
        return plan == null ? null : columns.getIfPresent(plan);
    }

    void columns(@Nullable DeployedPlan plan, SentColumn[] described) {
        if (plan != null) {
            columns.put(plan, described);
        }
    }

    void forgetColumns(@Nullable DeployedPlan plan) {
        if (plan != null) {
            columns.invalidate(plan);
        }
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

    /**
     * What is known of a text of one statement; null where it is not known yet.
     *
     * @param prepared whether its question marks stand for parameters
     */
    @Nullable
    ClientCommand known(String sql, boolean prepared) {
        return commands(prepared).getIfPresent(sql);
    }

    void keep(String sql, boolean prepared, ClientCommand command) {
        if (sql.length() <= LONGEST_TEXT) {
            commands(prepared).put(sql, command);
        }
    }

    /** By what texts are read; sessions share it, as it has tables of all words. */
    Reading reading(Dialect dialect) {
        Reading known = reading;
        if (known == null || known.parser().dialect() != dialect) {
            // of two threads that make one at the same time, either serves
            known = new Reading(new SqlParser(dialect), new TextShapes(dialect));
            reading = known;
        }
        return known;
    }

    /** What is known of a text that differs from others in literals only; null where none of them is known. */
    @Nullable
    ClientCommand known(TextShape shape) {
        return alike.getIfPresent(shape.key());
    }

    void keep(TextShape shape, ClientCommand command) {
        alike.put(shape.key(), command);
    }

    private Cache<String, ClientCommand> commands(boolean prepared) {
        return prepared ? preparedCommands : commands;
    }
}
