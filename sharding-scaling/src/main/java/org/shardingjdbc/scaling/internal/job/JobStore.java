package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.KeptText;

/**
 * The table {@code sharding_jdbc_scaling} of the first database whose rows move: texts by a job's name and an item. It
 * is made by the first job and dropped by the last one. Each method is a transaction of its own. Safe for all threads.
 */
public final class JobStore {
    private static final String TABLE = "sharding_jdbc_scaling";

    private final Connections connections;
    private final String job;

    /** Opens connections to the database. */
    @FunctionalInterface
    public interface Connections {
        /** A new one, in autocommit mode. */
        Connection open() throws SQLException;
    }

    public JobStore(Connections connections, String job) {
        this.connections = connections;
        this.job = job;
    }

    /** Makes the table, where it is not there. */
    public void create() throws SQLException {
        try (Connection connection = connections.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + " (job VARCHAR(64) NOT NULL, item VARCHAR(190) NOT NULL, content TEXT NOT NULL,"
                    + " PRIMARY KEY (job, item))");
        }
    }

    /** All items of the job; empty where it has none, or there is no table. */
    public Map<String, String> read() throws SQLException {
        Map<String, String> items = new LinkedHashMap<>();
        try (Connection connection = connections.open()) {
            if (!isThere(connection)) {
                return items;
            }
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT item, content FROM " + TABLE + " WHERE job = ? ORDER BY item")) {
                query.setString(1, job);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        items.put(rows.getString(1), rows.getString(2));
                    }
                }
            }
        }
        return items;
    }

    private static boolean isThere(Connection connection) throws SQLException {
        try (ResultSet rows = connection
                .getMetaData()
                .getTables(connection.getCatalog(), connection.getSchema(), TABLE, new String[] {"TABLE"})) {
            return rows.next();
        }
    }

    /** @return null where there is no such item */
    public @Nullable String read(String item) throws SQLException {
        return read().get(item);
    }

    /** Keeps an item, in place of the former one. */
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

    /** The names of all jobs that the database knows of; empty where there is no table. */
    public static Set<String> jobs(Connection connection) throws SQLException {
        Set<String> jobs = new LinkedHashSet<>();
        if (isThere(connection)) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT DISTINCT job FROM " + TABLE)) {
                while (rows.next()) {
                    jobs.add(rows.getString(1));
                }
            }
        }
        return jobs;
    }

    /** One item, for who is to know of no other. */
    public KeptText item(String item) {
        return new KeptText() {
            @Override
            public @Nullable String read() throws SQLException {
                return JobStore.this.read(item);
            }

            @Override
            public void write(String text) throws SQLException {
                JobStore.this.write(item, text);
            }
        };
    }

    /** Forgets the job, and the table with the last one. */
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
