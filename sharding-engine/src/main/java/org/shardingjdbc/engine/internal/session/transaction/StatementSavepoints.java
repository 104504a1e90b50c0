package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;

/**
 * The savepoints before one statement that writes by several tasks, one on each of its connections. A branch of the
 * transaction that begins with this statement needs no savepoint: it is rolled back as a whole. Each thread sets the
 * savepoint of its connection; afterwards one thread may undo all.
 */
public final class StatementSavepoints {
    /**
     * Always the same name: most databases replace an older savepoint of that name, so that savepoints do not pile up.
     */
    private static final String NAME = "sharding_statement";

    private final PhysicalConnection[] connections;
    private final boolean[] whole;
    private final boolean[] begun;
    private final @Nullable Savepoint[] points;

    /** @param whole for each connection, whether a rollback of all that was done there undoes the statement */
    public StatementSavepoints(PhysicalConnection[] connections, boolean[] whole) {
        this.connections = connections;
        this.whole = whole;
        this.begun = new boolean[connections.length];
        this.points = new Savepoint[connections.length];
    }

    public void set(int position) throws SQLException {
        if (!whole[position]) {
            points[position] = connections[position].jdbc().setSavepoint(NAME);
        }
        begun[position] = true;
    }

    /** Releases the savepoints after the statement has succeeded, for databases where they would pile up. */
    public void release() throws SQLException {
        for (int i = 0; i < points.length; i++) {
            if (points[i] != null) {
                connections[i].jdbc().releaseSavepoint(points[i]);
            }
        }
    }

    /** Whether the statement's work on that connection can be undone. */
    public boolean isSet(int position) {
        return begun[position];
    }

    /** Undoes what was done since the savepoints; tries all connections. */
    public void rollback() throws SQLException {
        SQLException first = null;
        for (int i = 0; i < points.length; i++) {
            if (begun[i]) {
                try {
                    rollback(i);
                } catch (SQLException e) {
                    first = first == null ? e : first;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void rollback(int position) throws SQLException {
        if (whole[position]) {
            connections[position].jdbc().rollback();
        } else {
            connections[position].jdbc().rollback(points[position]);
        }
    }
}
