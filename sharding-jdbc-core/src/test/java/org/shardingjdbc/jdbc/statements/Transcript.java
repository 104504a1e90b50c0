package org.shardingjdbc.jdbc.statements;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** What calls of JDBC return or how they fail, in lines that can be compared. For one thread. */
final class Transcript {
    private final StringBuilder lines = new StringBuilder();

    /** A call that returns something. */
    @FunctionalInterface
    interface Call {
        Object value() throws SQLException;
    }

    /** Writes down what a call returns, or that it fails. */
    boolean call(String name, Call call) {
        try {
            Object value = call.value();
            line(name + " -> " + (value instanceof int[] counts ? Arrays.toString(counts) : value));
            return true;
        } catch (SQLException e) {
            line(name + " fails"
                    + (e instanceof BatchUpdateException batch ? " " + Arrays.toString(batch.getUpdateCounts()) : ""));
            return false;
        }
    }

    /** As {@link #call}, with the SQLState of a failure, which is the database's. */
    boolean callOfDatabase(String name, Call call) {
        try {
            line(name + " -> " + call.value());
            return true;
        } catch (SQLException e) {
            line(name + " fails with " + e.getSQLState());
            return false;
        }
    }

    void line(String text) {
        lines.append(text).append('\n');
    }

    /** All results from the current one on. */
    void results(Statement statement) throws SQLException {
        ResultSet rows = statement.getResultSet();
        for (int i = 0; i < 20; i++) {
            if (rows != null) {
                line("  rows " + rows(rows) + " count " + statement.getUpdateCount());
            } else {
                line("  count " + statement.getUpdateCount());
                if (statement.getUpdateCount() == -1) {
                    return;
                }
            }
            boolean more = statement.getMoreResults();
            rows = more ? statement.getResultSet() : null;
        }
    }

    static String rows(ResultSet rows) throws SQLException {
        StringBuilder text = new StringBuilder();
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            text.append('[');
            for (int i = 1; i <= columns; i++) {
                text.append(i > 1 ? ", " : "").append(rows.getString(i));
            }
            text.append(']');
        }
        return text.toString();
    }

    /** How many keys there are, as their values differ. */
    void keys(Statement statement) throws SQLException {
        call("  getGeneratedKeys", () -> {
            int count = 0;
            try (ResultSet keys = statement.getGeneratedKeys()) {
                while (keys.next()) {
                    count++;
                }
            }
            return count;
        });
    }

    static void seed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM t_order");
            statement.execute("DELETE FROM t_serial");
            statement.execute("DELETE FROM t_config");
            statement.execute("INSERT INTO t_config (name, content) VALUES ('a', '1')");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, 'new')")) {
            for (int i = 1; i <= 6; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i / 2);
                insert.executeUpdate();
            }
        }
    }

    void tables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            line("t_order "
                    + rows(statement.executeQuery("SELECT order_id, user_id, status FROM t_order ORDER BY order_id")));
            line("t_serial "
                    + rows(statement.executeQuery(
                            "SELECT user_id, kind, name FROM t_serial ORDER BY user_id, kind, name")));
            line("t_config " + rows(statement.executeQuery("SELECT name, content FROM t_config ORDER BY name")));
        }
    }

    String text() {
        return lines.toString();
    }
}
