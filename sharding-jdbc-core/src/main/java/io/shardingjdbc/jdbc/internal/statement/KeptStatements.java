package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The shards' PreparedStatements that a logical one keeps for its next execution, as long as the session has their
 * connections: a statement that is executed a thousand times is prepared once per data node. Safe for the threads of an
 * execution.
 */
final class KeptStatements {
    /** Statements kept per connection; beyond it they are closed after use. */
    private static final int LIMIT = 64;

    /** Null until a statement is lent. */
    private Map<PhysicalConnection, Map<String, PreparedStatement>> idle;

    private Map<Statement, Lent> lent;
    private volatile boolean again;

    private record Lent(PhysicalConnection connection, String key) {}

    /**
     * Whether a statement on that connection is kept for the next execution. Where the connection only may outlive this
     * one, the first execution does not keep any: most statements are executed once.
     */
    boolean mayKeep(PhysicalConnection connection) {
        return connection.isKept() || again && connection.mayOutliveExecution();
    }

    /** The statement was executed, and may be again. */
    void executed() {
        again = true;
    }

    /**
     * A kept statement, which is then no other's.
     *
     * @param key the actual SQL and whatever else makes statements different
     * @return null when there is none
     */
    synchronized PreparedStatement take(PhysicalConnection connection, String key) {
        Map<String, PreparedStatement> ofConnection = idle == null ? null : idle.get(connection);
        PreparedStatement found = ofConnection == null ? null : ofConnection.remove(key);
        if (found != null) {
            lent.put(found, new Lent(connection, key));
        }
        return found;
    }

    /** A new statement is in use; it comes back by {@link #release}. */
    synchronized void lend(PreparedStatement statement, PhysicalConnection connection, String key) {
        if (lent == null) {
            idle = new IdentityHashMap<>();
            lent = new IdentityHashMap<>();
        }
        dropReleased();
        lent.put(statement, new Lent(connection, key));
    }

    /** Statements of connections that went back to their pools are closed by it. */
    private void dropReleased() {
        Iterator<PhysicalConnection> connections = idle.keySet().iterator();
        while (connections.hasNext()) {
            if (connections.next().isReleased()) {
                connections.remove();
            }
        }
    }

    /** The execution is done with the statement: it is kept, or closed. */
    void release(Statement statement) throws SQLException {
        if (!keep(statement)) {
            statement.close();
        }
    }

    private synchronized boolean keep(Statement statement) throws SQLException {
        Lent what = lent == null ? null : lent.remove(statement);
        if (what == null || !what.connection.mayOutliveExecution() || statement.isClosed()) {
            return false;
        }
        Map<String, PreparedStatement> ofConnection =
                idle.computeIfAbsent(what.connection, connection -> new HashMap<>());
        if (ofConnection.size() >= LIMIT || ofConnection.containsKey(what.key)) {
            return false;
        }
        PreparedStatement prepared = (PreparedStatement) statement;
        prepared.clearParameters();
        ofConnection.put(what.key, prepared);
        return true;
    }

    /** Closes what is kept. */
    synchronized void clear() throws SQLException {
        if (idle == null) {
            return;
        }
        for (Map.Entry<PhysicalConnection, Map<String, PreparedStatement>> each : idle.entrySet()) {
            close(each.getKey(), each.getValue());
        }
        idle.clear();
    }

    private static void close(PhysicalConnection connection, Map<String, PreparedStatement> statements)
            throws SQLException {
        boolean lingering = connection.isLingering();
        if (connection.isReleased() || lingering && !connection.resume()) {
            return;
        }
        try {
            for (PreparedStatement statement : statements.values()) {
                statement.close();
            }
        } finally {
            if (lingering && !connection.linger()) {
                connection.release();
            }
        }
    }
}
