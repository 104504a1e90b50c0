package org.shardingjdbc.jdbc.internal.workerid;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.governance.WorkerLease;
import org.shardingjdbc.jdbc.governance.WorkerLeases;

/**
 * The table of leases: one row for each worker id that was ever leased. Every method is one statement, committed at
 * once.
 */
public final class WorkerTable implements WorkerLeases {
    private static final String TABLE = "sharding_jdbc_worker";
    private static final String READ = "SELECT worker_id, holder, beat, used_until FROM " + TABLE;
    private static final String CREATE = "CREATE TABLE IF NOT EXISTS " + TABLE
            + " (worker_id INT NOT NULL PRIMARY KEY, holder VARCHAR(64) NOT NULL,"
            + " beat BIGINT NOT NULL, used_until BIGINT NOT NULL)";
    private static final String ADD =
            "INSERT INTO " + TABLE + " (worker_id, holder, beat, used_until) VALUES (?, ?, 1, ?)";
    private static final String TAKE = "UPDATE " + TABLE
            + " SET holder = ?, beat = beat + 1, used_until = ? WHERE worker_id = ? AND holder = ? AND beat = ?";
    private static final String BEAT =
            "UPDATE " + TABLE + " SET beat = beat + 1, used_until = ? WHERE worker_id = ? AND holder = ?";
    private static final String RELEASE =
            "UPDATE " + TABLE + " SET holder = ?, beat = beat + 1, used_until = ? WHERE worker_id = ? AND holder = ?";

    private final Connections connections;

    /** Opens connections to the database that has the table; each is closed after one statement. */
    @FunctionalInterface
    public interface Connections {
        /** A connection of its own, not part of anybody's transaction. */
        Connection open() throws SQLException;
    }

    public WorkerTable(Connections connections) {
        this.connections = connections;
    }

    /** All rows; makes the table when it is not there. */
    @Override
    public List<WorkerLease> read() throws SQLException {
        try (Connection connection = open()) {
            try {
                return read(connection);
            } catch (SQLException missing) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(CREATE);
                } catch (SQLException e) {
                    // another process may have made it at the same moment: the read below tells
                    missing.addSuppressed(e);
                }
                try {
                    return read(connection);
                } catch (SQLException e) {
                    missing.addSuppressed(e);
                    throw missing;
                }
            }
        }
    }

    private static List<WorkerLease> read(Connection connection) throws SQLException {
        List<WorkerLease> leases = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(READ)) {
            while (rows.next()) {
                leases.add(new WorkerLease(rows.getInt(1), rows.getString(2), rows.getLong(3), rows.getLong(4)));
            }
        }
        return leases;
    }

    /** Adds a row for an id that has none; false when another process was faster. */
    @Override
    public boolean add(int workerId, String holder, long usedUntil) throws SQLException {
        try {
            return update(ADD, workerId, holder, usedUntil) == 1;
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith("23")) {
                return false;
            }
            throw e;
        }
    }

    /** Takes a row over as it was read; false when it has changed since. */
    @Override
    public boolean take(WorkerLease lease, String holder, long usedUntil) throws SQLException {
        return update(TAKE, holder, usedUntil, lease.workerId(), lease.holder(), lease.beat()) == 1;
    }

    /** A sign of life; false when the lease is another's now. */
    @Override
    public boolean beat(int workerId, String holder, long usedUntil) throws SQLException {
        return update(BEAT, usedUntil, workerId, holder) == 1;
    }

    /** Gives the lease back. */
    @Override
    public void release(int workerId, String holder, long usedUntil) throws SQLException {
        update(RELEASE, WorkerLease.NOBODY, usedUntil, workerId, holder);
    }

    private int update(String sql, Object... parameters) throws SQLException {
        try (Connection connection = open();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    private Connection open() throws SQLException {
        Connection connection = connections.open();
        try {
            connection.setAutoCommit(true);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
