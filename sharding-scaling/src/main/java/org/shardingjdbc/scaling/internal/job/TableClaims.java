package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.scaling.internal.layout.Layouts;

/**
 * Which job moves a logic table, so that no other one does, whatever it is called and wherever it runs: each would end
 * in a configuration that knows nothing of the other one's. The database of the table's first data node says so, in the
 * table {@code sharding_jdbc_scaling_claims}, which is there while a job is. Safe for all threads.
 */
public final class TableClaims {
    private static final String TABLE = "sharding_jdbc_scaling_claims";
    private static final long PATIENCE_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 20;

    private final Layouts layouts;
    private final String job;

    public TableClaims(Layouts layouts, String job) {
        this.layouts = layouts;
        this.job = job;
    }

    /** Other jobs that move tables of this one, as a sentence for each; empty where there are none. */
    public List<String> obstacles() throws SQLException {
        List<String> obstacles = new ArrayList<>();
        for (String table : layouts.tables()) {
            String owner = owner(table);
            if (owner != null && !owner.equals(job)) {
                obstacles.add(movedBy(table, owner));
            }
        }
        return obstacles;
    }

    private static String movedBy(String table, String owner) {
        return "Table " + table + " is moved by job " + owner + "; complete or cancel that one first";
    }

    /**
     * Says that this job moves its tables. What it says before it finds another job at one of them, it says no more
     * then.
     *
     * @return the sentence of another job that was first; null where none was
     */
    public @Nullable String claim() throws SQLException {
        for (String table : layouts.tables()) {
            try (Connection connection = open(table)) {
                if (!isAlone(connection)) {
                    throw new SQLException("Somebody else has been claiming tables for "
                            + TimeUnit.MILLISECONDS.toSeconds(PATIENCE_MILLIS) + " s");
                }
                try (Statement create = connection.createStatement()) {
                    create.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                            + " (logic_table VARCHAR(190) NOT NULL PRIMARY KEY, job VARCHAR(64) NOT NULL)");
                }
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + TABLE + " (logic_table, job) VALUES (?, ?)")) {
                    insert.setString(1, key(table));
                    insert.setString(2, job);
                    insert.executeUpdate();
                }
            } catch (SQLException e) {
                String owner = owner(table);
                if (owner == null) {
                    throw e;
                }
                if (!owner.equals(job)) {
                    release();
                    return movedBy(table, owner);
                }
            }
        }
        return null;
    }

    /** Nothing of this job is claimed any more. */
    public void release() throws SQLException {
        for (String table : layouts.tables()) {
            try (Connection connection = open(table)) {
                if (!isThere(connection)) {
                    continue;
                }
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + TABLE + " WHERE logic_table = ? AND job = ?")) {
                    delete.setString(1, key(table));
                    delete.setString(2, job);
                    delete.executeUpdate();
                }
                // who claims meanwhile would lose what it said; where somebody does, the table is not empty
                if (isAlone(connection)
                        && isThere(connection)
                        && Asking.rows(connection, "SELECT job FROM " + TABLE).isEmpty()) {
                    try (Statement drop = connection.createStatement()) {
                        drop.execute("DROP TABLE IF EXISTS " + TABLE);
                    }
                }
            }
        }
    }

    private @Nullable String owner(String table) throws SQLException {
        try (Connection connection = open(table)) {
            Object owner = isThere(connection)
                    ? Asking.first(connection, "SELECT job FROM " + TABLE + " WHERE logic_table = ?", key(table))
                    : null;
            return owner == null ? null : owner.toString();
        }
    }

    /**
     * Waits until nobody else makes the table, claims in it or drops it; nobody does then until the connection closes.
     *
     * @return false where it takes too long
     */
    private boolean isAlone(Connection connection) throws SQLException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!layouts.databases().kind().lock(connection, TABLE)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("Interrupted while a table is claimed", "57014", e);
            }
        }
        return true;
    }

    private Connection open(String table) throws SQLException {
        return layouts.databases().open(layouts.before(table).get(0).dataSource());
    }

    private static String key(String table) {
        return table.toLowerCase(Locale.ROOT);
    }

    private static boolean isThere(Connection connection) throws SQLException {
        try (ResultSet rows = connection
                .getMetaData()
                .getTables(connection.getCatalog(), connection.getSchema(), TABLE, new String[] {"TABLE"})) {
            return rows.next();
        }
    }
}
