package org.shardingjdbc.feature.together.transactions;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The plain or the sharded database, with a connection that writes and one that only looks. Not thread-safe. */
final class Side implements AutoCloseable {
    /** Where its connections come from. */
    interface Source {
        Connection open() throws SQLException;
    }

    private final Source source;
    private final List<Savepoint> savepoints = new ArrayList<>();
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private Connection writer;
    private Connection reader;
    private Savepoint beforeBatch;

    Side(Source source) throws SQLException {
        this.source = source;
        writer = source.open();
        reader = source.open();
    }

    Connection writer() {
        return writer;
    }

    Connection reader() {
        return reader;
    }

    boolean inTransaction() throws SQLException {
        return !writer.getAutoCommit();
    }

    /** Closes both connections, with whatever is open on them. */
    @Override
    public void close() throws SQLException {
        savepoints.clear();
        prepared.clear();
        try {
            writer.close();
        } finally {
            reader.close();
        }
    }

    /** New connections, after {@link #close}. */
    void open() throws SQLException {
        writer = source.open();
        reader = source.open();
    }

    /** Begins, commits and so on: what was set before counts no more. */
    void forgetSavepoints() {
        savepoints.clear();
    }

    /** @param name null for one without */
    void setSavepoint(String name) throws SQLException {
        savepoints.add(name == null ? writer.setSavepoint() : writer.setSavepoint(name));
    }

    /**
     * Rolls back to a savepoint.
     *
     * @param age 0 for the youngest
     * @return whether there is one
     */
    boolean rollbackTo(int age) throws SQLException {
        int position = savepoints.size() - 1 - age;
        if (position < 0) {
            return false;
        }
        writer.rollback(savepoints.get(position));
        savepoints.subList(position + 1, savepoints.size()).clear();
        return true;
    }

    /** Releases a savepoint, with those that are younger; as {@link #rollbackTo}. */
    boolean release(int age) throws SQLException {
        int position = savepoints.size() - 1 - age;
        if (position < 0) {
            return false;
        }
        writer.releaseSavepoint(savepoints.get(position));
        savepoints.subList(position, savepoints.size()).clear();
        return true;
    }

    /** A batch comes, in a transaction. */
    void beginBatch() throws SQLException {
        beforeBatch = writer.setSavepoint();
    }

    /** Nothing is to be left of the batch. */
    void undoBatch() throws SQLException {
        writer.rollback(beforeBatch);
    }

    /** By a statement that is prepared once for each text. */
    int update(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = writer.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        bind(statement, parameters);
        return statement.executeUpdate();
    }

    /** All rows, by a statement of its own; values as texts. */
    static List<List<String>> read(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                List<List<String>> all = new ArrayList<>();
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        row.add(rows.getString(i));
                    }
                    all.add(row);
                }
                return all;
            }
        }
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
