package org.shardingjdbc.governance.jdbc.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.AnswerTime;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.jdbc.internal.document.BareUrl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two tables of a registry: values with versions, and what processes announce, with beats. Each method is one
 * statement, committed at once, in SQL that all databases know. Safe for all threads.
 */
final class RegistryTables implements BeatTable, AutoCloseable {
    private static final String VALUES = "sharding_jdbc_registry";
    private static final String BEATS = "sharding_jdbc_instance";
    private static final String COLUMNS =
            " (entry_key VARCHAR(190) NOT NULL PRIMARY KEY, entry_value %s NOT NULL, entry_version BIGINT NOT NULL)";
    private static final int QUERY_SECONDS = 5;
    /** For an answer that does not come at all; longer than what a database ends itself. */
    private static final int SILENCE_MILLIS = 8_000;

    private static final Logger LOG = LoggerFactory.getLogger(RegistryTables.class);

    private final HikariDataSource connections;
    private final String prefix;
    private volatile boolean made;

    /** @param namespace what all keys begin with */
    RegistryTables(HikariDataSource connections, String namespace) {
        this.connections = connections;
        this.prefix = namespace + "/";
    }

    /** What is done with a statement. */
    @FunctionalInterface
    private interface Use<T> {
        @Nullable
        T of(PreparedStatement statement) throws SQLException;
    }

    /** The URL without parameters, user and password. */
    @Override
    public String name() {
        return BareUrl.of(connections.getJdbcUrl());
    }

    @Nullable
    StoredValue read(String key) {
        return find(
                "SELECT entry_key, entry_value, entry_version FROM " + VALUES + " WHERE entry_key = ?", statement -> {
                    statement.setString(1, prefix + key);
                    try (ResultSet rows = statement.executeQuery()) {
                        if (!rows.next()) {
                            return null;
                        }
                        requireOwn(rows.getString(1), key);
                        return new StoredValue(rows.getString(2), rows.getLong(3));
                    }
                });
    }

    /** To some databases texts are equal that differ in the case of letters or in accents. */
    private void requireOwn(String found, String key) {
        if (!found.equals(prefix + key)) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository.props.namespace '" + prefix.substring(0, prefix.length() - 1)
                            + "' is to its database the same as the namespace of '" + found
                            + "', which is there: write it like that, or take another one");
        }
    }

    /** The values below a folder, by the last part of their keys. */
    Map<String, StoredValue> values(String folder) {
        return list("SELECT entry_key, entry_value, entry_version FROM " + VALUES, folder + "/");
    }

    @Override
    public Map<String, StoredValue> announced() {
        return list("SELECT entry_key, entry_value, entry_version FROM " + BEATS, "");
    }

    /** The versions of all values outside of folders, in one text that is another one when any of them is. */
    String fingerprint() {
        String sql = "SELECT entry_key, entry_version FROM " + VALUES + " WHERE entry_key LIKE ? ORDER BY entry_key";
        return run(sql, statement -> {
            statement.setString(1, prefix + "%");
            StringBuilder all = new StringBuilder();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String key = rows.getString(1);
                    if (key.startsWith(prefix) && key.indexOf('/', prefix.length()) < 0) {
                        all.append(key).append(' ').append(rows.getLong(2)).append('\n');
                    }
                }
            }
            return all.toString();
        });
    }

    private Map<String, StoredValue> list(String sql, String folder) {
        String start = prefix + folder;
        return run(sql + " WHERE entry_key LIKE ?", statement -> {
            // An underline in it stands for any character, which is why keys are compared once more.
            statement.setString(1, start + "%");
            Map<String, StoredValue> found = new LinkedHashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String key = rows.getString(1);
                    if (key.startsWith(start)) {
                        found.put(key.substring(start.length()), new StoredValue(rows.getString(2), rows.getLong(3)));
                    }
                }
            }
            return found;
        });
    }

    /** Writes a value that has that version; false when it has another one. */
    boolean update(String key, String value, long expected) {
        String sql = "UPDATE " + VALUES
                + " SET entry_value = ?, entry_version = entry_version + 1 WHERE entry_key = ? AND entry_version = ?";
        return run(sql, statement -> {
            statement.setString(1, value);
            statement.setString(2, prefix + key);
            statement.setLong(3, expected);
            return statement.executeUpdate() == 1;
        });
    }

    /** Writes a value that is new; false when it is not. */
    boolean insert(String key, String value) {
        return insert(VALUES, key, value, 1);
    }

    /** Takes away a value that has that version; false when it has another one, or is not there. */
    boolean delete(String key, long expected) {
        return run("DELETE FROM " + VALUES + " WHERE entry_key = ? AND entry_version = ?", statement -> {
            statement.setString(1, prefix + key);
            statement.setLong(2, expected);
            return statement.executeUpdate() == 1;
        });
    }

    @Override
    public boolean beat(String key, String value) {
        String sql = "UPDATE " + BEATS + " SET entry_value = ?, entry_version = entry_version + 1 WHERE entry_key = ?";
        return run(sql, statement -> {
            statement.setString(1, value);
            statement.setString(2, prefix + key);
            return statement.executeUpdate() == 1;
        });
    }

    @Override
    public boolean enter(String key, String value, long beat) {
        return insert(BEATS, key, value, beat);
    }

    @Override
    public void withdraw(String key) {
        run("DELETE FROM " + BEATS + " WHERE entry_key = ?", statement -> {
            statement.setString(1, prefix + key);
            return statement.executeUpdate();
        });
    }

    @Override
    public void bury(String key, long beat) {
        run("DELETE FROM " + BEATS + " WHERE entry_key = ? AND entry_version = ?", statement -> {
            statement.setString(1, prefix + key);
            statement.setLong(2, beat);
            return statement.executeUpdate();
        });
    }

    private boolean insert(String table, String key, String value, long version) {
        String sql = "INSERT INTO " + table + " (entry_key, entry_value, entry_version) VALUES (?, ?, ?)";
        return run(sql, statement -> {
            statement.setString(1, prefix + key);
            statement.setString(2, value);
            statement.setLong(3, version);
            try {
                return statement.executeUpdate() == 1;
            } catch (SQLException e) {
                if (e.getSQLState() != null && e.getSQLState().startsWith("23")) {
                    return false;
                }
                throw e;
            }
        });
    }

    private <T> T run(String sql, Use<T> use) {
        return Objects.requireNonNull(find(sql, use), "a statement without an outcome");
    }

    private <T> @Nullable T find(String sql, Use<T> use) {
        try (Connection connection = connections.getConnection()) {
            // First: some drivers ask the server what autocommit mode it is in.
            bound(connection);
            connection.setAutoCommit(true);
            make(connection);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setQueryTimeout(QUERY_SECONDS);
                return use.of(statement);
            }
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.REGISTRY_UNAVAILABLE, name(), reason(e));
        }
    }

    /** Whoever waits for ever is not heard any more, and hears nothing, also when the way there is open again. */
    private static void bound(Connection connection) {
        Throwable unbounded = AnswerTime.bound(connection, SILENCE_MILLIS);
        if (unbounded != null) {
            LOG.debug("Answers of the registry cannot be bounded", unbounded);
        }
    }

    /** What its database said: a pool only tells that it has no connection. */
    private static String reason(Throwable error) {
        Throwable deepest = error;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
    }

    private void make(Connection connection) throws SQLException {
        if (made) {
            return;
        }
        for (String table : new String[] {VALUES, BEATS}) {
            if (!isThere(connection, table)) {
                make(connection, table);
            }
        }
        made = true;
    }

    private static boolean isThere(Connection connection, String table) {
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("SELECT entry_key FROM " + table + " WHERE entry_version = 0")
                    .close();
            return true;
        } catch (SQLException e) {
            // Told by whoever makes it, when it is something else.
            return false;
        }
    }

    /** The type of long texts has one of two names: the second one would be too short where the first one exists. */
    private static void make(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try {
                statement.execute("CREATE TABLE " + table + COLUMNS.replace("%s", "LONGTEXT"));
            } catch (SQLException first) {
                try {
                    statement.execute("CREATE TABLE " + table + COLUMNS.replace("%s", "TEXT"));
                } catch (SQLException second) {
                    // Another process may have made it at the same moment.
                    if (!isThere(connection, table)) {
                        second.addSuppressed(first);
                        throw second;
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
