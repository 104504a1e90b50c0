package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The table {@code sharding_jdbc_scaling} of the first database whose rows move. It is made by the first job and
 * dropped by the last one. Each method is a transaction of its own.
 */
public final class TableJobStore implements JobStore {
    private static final String TABLE = "sharding_jdbc_scaling";

    private final Connections connections;
    private final String job;

    /** Opens connections to the database. */
    @FunctionalInterface
    public interface Connections {
        /** A new one, in autocommit mode. */
        Connection open() throws SQLException;
    }

    public TableJobStore(Connections connections, String job) {
        this.connections = connections;
        this.job = job;
    }

    /** Makes the table, where it is not there. */
    @Override
    public void create() throws SQLException {
        try (Connection connection = connections.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + " (job VARCHAR(64) NOT NULL, item VARCHAR(190) NOT NULL, content TEXT NOT NULL,"
                    + " PRIMARY KEY (job, item))");
        }
    }

    @Override
    public Map<String, String> read() throws SQLException {
        return all(connections).getOrDefault(job, Map.of());
    }

    /** The items of all jobs that keep them in a database, by their names; empty where there is no table. */
    public static Map<String, Map<String, String>> all(Connections connections) throws SQLException {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        try (Connection connection = connections.open()) {
            if (!isThere(connection)) {
                return all;
            }
            try (Statement query = connection.createStatement();
                    ResultSet rows =
                            query.executeQuery("SELECT job, item, content FROM " + TABLE + " ORDER BY job, item")) {
                while (rows.next()) {
                    all.computeIfAbsent(rows.getString(1), first -> new LinkedHashMap<>())
                            .put(rows.getString(2), rows.getString(3));
                }
            }
        }
        return all;
    }

    private static boolean isThere(Connection connection) throws SQLException {
        try (ResultSet rows = connection
                .getMetaData()
                .getTables(connection.getCatalog(), connection.getSchema(), TABLE, new String[] {"TABLE"})) {
            return rows.next();
        }
    }

    @Override
    public void write(String item, String content) throws SQLException {
        try (Connection connection = connections.open();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE " + TABLE + " SET content = ? WHERE job = ? AND item = ?")) {
            update.setString(1, content);
            update.setString(2, job);
            update.setString(3, item);
            if (update.executeUpdate() == 0) {
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + TABLE + " (content, job, item) VALUES (?, ?, ?)")) {
                    insert.setString(1, content);
                    insert.setString(2, job);
                    insert.setString(3, item);
                    insert.executeUpdate();
                }
            }
        }
    }

    /** Forgets an item. */
    public void remove(String item) throws SQLException {
        try (Connection connection = connections.open();
                PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + TABLE + " WHERE job = ? AND item = ?")) {
            delete.setString(1, job);
            delete.setString(2, item);
            delete.executeUpdate();
        }
    }

    /** Forgets the job, and the table with the last one. */
    @Override
    public void drop() throws SQLException {
        try (Connection connection = connections.open()) {
            if (!isThere(connection)) {
                return;
            }
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + TABLE + " WHERE job = ?")) {
                delete.setString(1, job);
                delete.executeUpdate();
            }
            try (Statement statement = connection.createStatement()) {
                boolean last;
                try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + TABLE)) {
                    last = !rows.next();
                }
                if (last) {
                    statement.execute("DROP TABLE " + TABLE);
                }
            }
        }
    }
}
