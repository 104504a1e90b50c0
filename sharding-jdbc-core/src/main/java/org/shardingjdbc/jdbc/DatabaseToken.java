package org.shardingjdbc.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.shardingjdbc.dialect.Dialect;

/**
 * What one connection leaves in its database for a moment, so that another one sees whether it is in the same: a lock
 * that nobody else takes; with H2, which has none, its own session. One per connection; not thread-safe.
 */
final class DatabaseToken implements AutoCloseable {
    private final Dialect dialect;
    private final Connection connection;
    private final Object[] token;

    private DatabaseToken(Dialect dialect, Connection connection, Object... token) {
        this.dialect = dialect;
        this.connection = connection;
        this.token = token;
    }

    static DatabaseToken leave(Dialect dialect, Connection connection) throws SQLException {
        if (dialect.mySqlFamily()) {
            String lock = "sharding_" + UUID.randomUUID();
            first(connection, "SELECT GET_LOCK(?, 0)", lock);
            return new DatabaseToken(dialect, connection, lock);
        }
        if (dialect.postgreSqlFamily()) {
            Long lock = ThreadLocalRandom.current().nextLong();
            first(connection, "SELECT pg_try_advisory_lock(?)", lock);
            return new DatabaseToken(dialect, connection, lock);
        }
        Object session = first(connection, "SELECT SESSION_ID()");
        Object start = first(
                connection, "SELECT SESSION_START FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = ?", session);
        return new DatabaseToken(dialect, connection, session, start);
    }

    /** Whether another connection is in the database where this token was left. */
    boolean isSeenBy(Connection other) throws SQLException {
        if (dialect.mySqlFamily()) {
            return first(other, "SELECT IS_USED_LOCK(?)", token) != null;
        }
        if (!dialect.postgreSqlFamily()) {
            String sql = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = ? AND SESSION_START = ?";
            return first(other, sql, token) instanceof Number sessions && sessions.intValue() > 0;
        }
        if (Boolean.FALSE.equals(first(other, "SELECT pg_try_advisory_lock(?)", token))) {
            return true;
        }
        first(other, "SELECT pg_advisory_unlock(?)", token);
        return false;
    }

    @Override
    public void close() throws SQLException {
        if (dialect.mySqlFamily()) {
            first(connection, "SELECT RELEASE_LOCK(?)", token);
        } else if (dialect.postgreSqlFamily()) {
            first(connection, "SELECT pg_advisory_unlock(?)", token);
        }
    }

    private static Object first(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getObject(1) : null;
            }
        }
    }
}
