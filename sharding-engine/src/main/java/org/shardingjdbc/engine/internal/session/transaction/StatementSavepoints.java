package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;

/**
 * The savepoints before one statement that writes by several tasks, one on each of its connections. Each thread sets
 * the one of its connection; afterwards one thread may undo all.
 */
public final class StatementSavepoints {
    /** Always the same: most databases replace an older savepoint of that name, so that they do not pile up. */
    private static final String NAME = "sharding_statement";

    private final PhysicalConnection[] connections;
    private final Savepoint[] points;

    public StatementSavepoints(PhysicalConnection[] connections) {
        this.connections = connections;
        this.points = new Savepoint[connections.length];
    }

    public void set(int position) throws SQLException {
        points[position] = connections[position].jdbc().setSavepoint(NAME);
    }

    /** The statement has succeeded: where they would pile up. */
    public void release() throws SQLException {
        for (int i = 0; i < points.length; i++) {
            if (points[i] != null) {
                connections[i].jdbc().releaseSavepoint(points[i]);
            }
        }
    }

    /** Whether that connection has one. */
    public boolean isSet(int position) {
        return points[position] != null;
    }

    /** Undoes what was done since; tries all connections. */
    public void rollback() throws SQLException {
        SQLException first = null;
        for (int i = 0; i < points.length; i++) {
            if (points[i] != null) {
                try {
                    connections[i].jdbc().rollback(points[i]);
                } catch (SQLException e) {
                    first = first == null ? e : first;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
