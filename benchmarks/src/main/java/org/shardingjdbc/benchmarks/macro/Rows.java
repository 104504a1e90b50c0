package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;

/** Rows to be inserted, sent in batches. One thread uses it. */
final class Rows implements AutoCloseable {
    private static final int BATCH = 500;

    private final Connection connection;
    private final PreparedStatement insert;
    private int waiting;

    /** @param connection not in auto-commit mode; committed with each batch */
    Rows(Connection connection, String table, int columns) throws SQLException {
        this.connection = connection;
        this.insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (" + "?, ".repeat(columns - 1) + "?)");
    }

    /** @param values of all columns in their order */
    void add(Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Instant instant) {
                insert.setTimestamp(i + 1, Timestamp.from(instant));
            } else if (value instanceof TpccLoader.Null none) {
                insert.setNull(i + 1, none.type());
            } else {
                insert.setObject(i + 1, value);
            }
        }
        insert.addBatch();
        if (++waiting == BATCH) {
            send();
        }
    }

    private void send() throws SQLException {
        if (waiting > 0) {
            insert.executeBatch();
            connection.commit();
            waiting = 0;
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            send();
        } finally {
            insert.close();
        }
    }
}
