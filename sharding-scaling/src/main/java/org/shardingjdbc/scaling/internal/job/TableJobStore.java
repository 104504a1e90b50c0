package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;

/**
 * The table {@code sharding_jdbc_scaling} of the first database whose rows move. It is made by the first job and
 * dropped by the last one. Each method is a transaction of its own.
 */
public final class TableJobStore implements JobStore {
    private static final String TABLE = "sharding_jdbc_scaling";

    /** An item that is there for the table's sake, and told to nobody. */
    private static final String MADE = "made";

    private static final int TRIES = 10;

    private final ScalingDatabase kind;
    private final Connections connections;
    private final String job;

    /** Opens connections to the database. */
    @FunctionalInterface
    public interface Connections {
        /** A new one, in autocommit mode. */
        Connection open() throws SQLException;
    }

    /** @param kind of the database */
    public TableJobStore(ScalingDatabase kind, Connections connections, String job) {
        this.kind = kind;
        this.connections = connections;
        this.job = job;
    }

    /** Makes the table, where it is not there, and a first item: a table with rows is dropped by nobody. */
    public void create() throws SQLException {
        begin(Map.of(MADE, ""));
    }

    @Override
    public void begin(Map<String, String> items) throws SQLException {
        for (int i = 1; !isMade(items, i == TRIES); i++) {
            // the last job that had rows there has dropped it in between
        }
    }

    private boolean isMade(Map<String, String> items, boolean last) throws SQLException {
        try (Connection connection = connections.open()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                        + " (job VARCHAR(64) NOT NULL, item VARCHAR(190) NOT NULL, content TEXT NOT NULL,"
                        + " PRIMARY KEY (job, item))");
            }
            try {
                connection.setAutoCommit(false);
                for (Map.Entry<String, String> each : items.entrySet()) {
                    write(connection, each.getKey(), each.getValue());
                }
                connection.commit();
                return true;
            } catch (SQLException e) {
                if (last) {
                    throw e;
                }
                return false;
            }
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
                    if (rows.getString(2).equals(MADE)) {
                        continue;
                    }
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
        try (Connection connection = connections.open()) {
            write(connection, item, content);
        }
    }

    private void write(Connection connection, String item, String content) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + TABLE + " SET content = ? WHERE job = ? AND item = ?")) {
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
            try {
                kind.dropEmpty(connection, TABLE);
            } catch (SQLException e) {
                // another one that ends at the same time has dropped it
                if (isThere(connection)) {
                    throw e;
                }
            }
        }
    }
}
