package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Runs statements that a connection needs besides those of the application, and whose results nobody reads. Stateless.
 */
public final class SideStatements {
    private SideStatements() {}

    /** Runs a statement. */
    public static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a statement with the values of its placeholders. */
    public static void run(Connection connection, String sql, List<Object> values) throws SQLException {
        if (values.isEmpty()) {
            run(connection, sql);
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            statement.execute();
        }
    }
}
