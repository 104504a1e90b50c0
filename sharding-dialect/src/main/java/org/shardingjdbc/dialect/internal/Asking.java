package org.shardingjdbc.dialect.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Small questions to a database. Stateless. */
public final class Asking {
    private Asking() {}

    /** The first value of the first row; null when there is none. */
    public static @Nullable Object first(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getObject(1) : null;
        }
    }

    /** Each row, its columns as texts. */
    public static List<String[]> rows(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            int width = rows.getMetaData().getColumnCount();
            List<String[]> all = new ArrayList<>();
            while (rows.next()) {
                String[] row = new String[width];
                for (int i = 0; i < width; i++) {
                    row[i] = rows.getString(i + 1);
                }
                all.add(row);
            }
            return all;
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
