package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;

/**
 * The shards' PreparedStatements that a logical one keeps for its next execution, as long as the session has their
 * connections: a statement that is executed a thousand times is prepared once per data node.
 *
 * <p><b>Who may call what.</b> A logical statement has one execution at a time, and an execution begins when the one
 * before it is over. So a statement is lent to one thread, which alone changes that it is lent, until it is released.
 *
 * <ul>
 *   <li>{@link #take(PhysicalConnection, String)}, {@link #lend} and {@link #release} lock, as the threads of an
 *       execution in groups come at the same time.
 *   <li>{@link #take(PhysicalConnection, String, int)} and {@link CachedStatement#release} are for an execution on one
 *       unit, and for its thread alone: they look at what was lent last, and change that it is, without the lock, so
 *       that two threads that came at once could be lent the same statement.
 *   <li>{@link #clear} is for the thread of the logical statement between two executions. It may also come from another
 *       thread that closes the logical statement while that executes: what is lent then is closed by who releases it,
 *       as soon as he sees that; where he does not any more, it ends with its connection.
 * </ul>
 */
public final class CachedStatements {
    /** Statements kept per connection; beyond it they are closed after use. */
    private static final int LIMIT = 64;

    /** Null until a statement is lent. */
    private @Nullable Known all;
    /** By unit of the plan, what was found last; some may be of no use any more. */
    private @Nullable CachedStatement @Nullable [] ofUnits;

    private volatile boolean again;

    /** All of them, lent or not: by connection and key, and by what the driver made. With the lock. */
    private record Known(
            Map<PhysicalConnection, Map<String, CachedStatement>> byConnection,
            Map<Statement, CachedStatement> byStatement) {
        /** Statements of connections that went back to their pools are closed by it. */
        void dropReleased() {
            byConnection.keySet().removeIf(PhysicalConnection::isReleased);
            byStatement.values().removeIf(one -> one.connection.isReleased());
        }
    }

    /** A statement that is kept, or will be when the execution that it is lent to releases it. */
    public final class CachedStatement {
        private final PreparedStatement statement;
        private final PhysicalConnection connection;
        private final String key;
        private boolean lent = true;
        private boolean forgotten;

        private CachedStatement(PreparedStatement statement, PhysicalConnection connection, String key) {
            this.statement = statement;
            this.connection = connection;
            this.key = key;
        }

        public PreparedStatement statement() {
            return statement;
        }

        /**
         * An execution of one unit is done with it: it is kept, or closed. The parameters stay set: the next execution
         * sets all of them.
         */
        public void release() throws SQLException {
            if (forgotten) {
                statement.close();
            } else if (!connection.mayOutliveExecution() || statement.isClosed()) {
                forget(this);
                statement.close();
            } else {
                lent = false;
            }
        }
    }

    /**
     * Whether a statement on that connection is kept for the next execution. Where the connection only may outlive this
     * one, the first execution does not keep any: most statements are executed once.
     */
    boolean mayKeep(PhysicalConnection connection) {
        return connection.isKept() || again && connection.mayOutliveExecution();
    }

    /** The statement was executed before, and may be again. */
    public void executedBefore() {
        if (!again) {
            again = true;
        }
    }

    /**
     * A kept statement, which is then no other's.
     *
     * @param key the actual SQL and whatever else makes statements different
     * @return null when there is none
     */
    public synchronized @Nullable PreparedStatement take(PhysicalConnection connection, String key) {
        CachedStatement found = find(connection, key);
        return found == null ? null : found.statement;
    }

    private @Nullable CachedStatement find(PhysicalConnection connection, String key) {
        Map<String, CachedStatement> ofConnection =
                all == null ? null : all.byConnection().get(connection);
        CachedStatement found = ofConnection == null ? null : ofConnection.get(key);
        if (found == null || found.lent) {
            return null;
        }
        found.lent = true;
        return found;
    }

    /**
     * A kept statement, which is then no other's, for an execution of one unit, which no other thread takes part in.
     *
     * @param sql the actual SQL
     * @param unit its position among the plan's; -1 when it has none
     */
    public @Nullable CachedStatement take(PhysicalConnection connection, String sql, int unit) {
        @Nullable CachedStatement[] last = ofUnits;
        if (last != null && unit >= 0 && unit < last.length) {
            CachedStatement known = last[unit];
            // A plan has the same text for a unit as long as it is used, so another object is another text, or may be.
            if (known != null && known.connection == connection && known.key == sql && !known.lent) {
                known.lent = true;
                return known;
            }
        }
        CachedStatement found;
        synchronized (this) {
            found = find(connection, sql);
        }
        if (found != null && unit >= 0) {
            remember(found, unit);
        }
        return found;
    }

    private void remember(CachedStatement found, int unit) {
        if (ofUnits == null) {
            ofUnits = new CachedStatement[unit + 1];
        } else if (unit >= ofUnits.length) {
            ofUnits = Arrays.copyOf(ofUnits, Math.max(unit + 1, 2 * ofUnits.length));
        }
        ofUnits[unit] = found;
    }

    /**
     * A new statement is in use; it comes back by {@link #release}.
     *
     * @return null when it is not kept but closed then
     */
    public synchronized @Nullable CachedStatement lend(
            PreparedStatement statement, PhysicalConnection connection, String key) {
        Known known = all;
        if (known == null) {
            known = new Known(new IdentityHashMap<>(), new IdentityHashMap<>());
            all = known;
        }
        known.dropReleased();
        Map<String, CachedStatement> ofConnection =
                known.byConnection().computeIfAbsent(connection, any -> new HashMap<>());
        if (ofConnection.size() >= LIMIT || ofConnection.containsKey(key)) {
            return null;
        }
        CachedStatement lent = new CachedStatement(statement, connection, key);
        ofConnection.put(key, lent);
        known.byStatement().put(statement, lent);
        return lent;
    }

    /** The execution is done with the statement: it is kept, or closed. */
    public void release(Statement statement) throws SQLException {
        if (!keep(statement)) {
            statement.close();
        }
    }

    private synchronized void forget(CachedStatement lent) {
        if (all == null) {
            return;
        }
        all.byStatement().remove(lent.statement);
        Map<String, CachedStatement> ofConnection = all.byConnection().get(lent.connection);
        if (ofConnection != null) {
            ofConnection.remove(lent.key);
        }
    }

    private synchronized boolean keep(Statement statement) throws SQLException {
        CachedStatement lent = all == null ? null : all.byStatement().get(statement);
        if (lent == null) {
            return false;
        }
        if (!lent.connection.mayOutliveExecution() || statement.isClosed()) {
            forget(lent);
            return false;
        }
        lent.statement.clearParameters();
        lent.lent = false;
        return true;
    }

    /**
     * Closes what is kept, all of it whatever fails meanwhile.
     *
     * @throws SQLException the first failure, or it is something else that a driver threw; a connection with one is not
     *     used again
     */
    public synchronized void clear() throws SQLException {
        Known left = all;
        if (left == null) {
            return;
        }
        for (CachedStatement each : left.byStatement().values()) {
            each.forgotten = true;
        }
        @Nullable Throwable failure = null;
        for (Map.Entry<PhysicalConnection, Map<String, CachedStatement>> each :
                left.byConnection().entrySet()) {
            failure = Closing.first(failure, close(each.getKey(), each.getValue()));
        }
        left.byConnection().clear();
        left.byStatement().clear();
        ofUnits = null;
        if (failure != null) {
            Closing.raise(failure);
        }
    }

    /** Returns the first failure, or null. */
    private static @Nullable Throwable close(PhysicalConnection connection, Map<String, CachedStatement> statements) {
        boolean lingering = connection.isLingering();
        if (connection.isReleased() || lingering && !connection.resume()) {
            return null;
        }
        @Nullable Throwable failure = null;
        for (CachedStatement each : statements.values()) {
            if (!each.lent) {
                failure = Closing.first(failure, close(connection, each.statement));
            }
        }
        if (lingering && (failure != null || !connection.lingerAgain())) {
            try {
                connection.releaseIdle();
            } catch (RuntimeException | Error e) {
                failure = Closing.first(failure, e);
            }
        }
        return failure;
    }

    private static @Nullable Throwable close(PhysicalConnection connection, PreparedStatement statement) {
        try {
            statement.close();
            return null;
        } catch (SQLException | RuntimeException e) {
            connection.unfit();
            return e;
        } catch (Error e) {
            connection.defect(e);
            return e;
        }
    }
}
