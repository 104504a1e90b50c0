package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;

/**
 * Makes the shards' statements of executions, in the shape and with the options of the logical statement. Safe for the
 * threads of one execution.
 */
public final class UnitStatements {
    private final StatementShape shape;
    private final GeneratedKeyRequest keys;
    private final StatementOptions options;
    private final long maxRowsOfShard;
    /** Null where statements are closed after use. */
    private final @Nullable CachedStatements cached;

    private final @Nullable String distanceOfUntoldKeys;

    /**
     * @param keys the keys that the drivers are asked to return
     * @param maxRowsOfShard 0 for all
     * @param cached keeps statements for the next execution; null when they are closed after use
     * @param distanceOfUntoldKeys as in {@link org.shardingjdbc.dialect.internal.Drivers#distanceOfUntoldKeys}
     */
    public UnitStatements(
            StatementShape shape,
            GeneratedKeyRequest keys,
            StatementOptions options,
            long maxRowsOfShard,
            @Nullable CachedStatements cached,
            @Nullable String distanceOfUntoldKeys) {
        this.shape = shape;
        this.keys = keys;
        this.options = options;
        this.maxRowsOfShard = maxRowsOfShard;
        this.cached = cached;
        this.distanceOfUntoldKeys = distanceOfUntoldKeys;
    }

    /** Whether the statements ask for these keys and have that limit of rows. */
    public boolean areFor(GeneratedKeyRequest driverKeys, long maxRows) {
        return keys == driverKeys && maxRowsOfShard == maxRows;
    }

    public GeneratedKeyRequest keys() {
        return keys;
    }

    /**
     * As {@link org.shardingjdbc.dialect.internal.Drivers#distanceOfUntoldKeys}; null where drivers return all keys.
     */
    public @Nullable String distanceOfUntoldKeys() {
        return distanceOfUntoldKeys;
    }

    /** A statement that gets its SQL when it is executed. */
    public Statement create(PhysicalConnection connection) throws SQLException {
        return options.on(shape.create(connection.jdbc()), maxRowsOfShard);
    }

    /** A statement for that SQL. */
    public PreparedStatement prepare(PhysicalConnection connection, String sql) throws SQLException {
        if (cached == null || !cached.mayKeep(connection)) {
            return made(connection, sql);
        }
        String key = key(sql);
        PreparedStatement kept = cached.take(connection, key);
        if (kept != null) {
            return kept;
        }
        PreparedStatement made = made(connection, sql);
        cached.lend(made, connection, key);
        return made;
    }

    private PreparedStatement made(PhysicalConnection connection, String sql) throws SQLException {
        PreparedStatement prepared =
                keys.wanted() ? keys.prepare(connection.jdbc(), sql) : shape.prepare(connection.jdbc(), sql);
        return options.on(connection.asNew(prepared), maxRowsOfShard);
    }

    /**
     * The key of a kept statement. Options and requested keys are the same for all kept statements; only the limit may
     * differ.
     */
    private String key(String sql) {
        return maxRowsOfShard == 0 ? sql : maxRowsOfShard + " " + sql;
    }

    /** The execution does not need the statement any more: closes it or keeps it for the next execution. */
    public void release(Statement statement) throws SQLException {
        if (cached == null) {
            statement.close();
        } else {
            cached.release(statement);
        }
    }
}
