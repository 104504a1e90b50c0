package org.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.Acquisition;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;

/**
 * Where the executions of a session get their physical connections from: those that it holds, else from the pools, with
 * its settings applied and in its transaction. One per session, used under the session's lock.
 */
final class ConnectionSupply {
    private final Session session;

    ConnectionSupply(Session session) {
        this.session = session;
    }

    /**
     * A connection that the session has and on which an execution may run now: in a transaction the one of its branch,
     * else one whose results are in memory.
     *
     * @return null when one must be taken
     */
    PhysicalConnection usable(ShardPool pool) {
        PhysicalConnection home = session.held().home(pool);
        if (home != null && session.transactions().isBranch(home)) {
            return home;
        }
        if (home != null
                && session.transactions().isOpen()
                && !home.isFree(session.settings().any())) {
            // A stream is read on it that began before the transaction and must not share its fate.
            session.held().leave(home);
        }
        boolean settings = session.settings().any();
        PhysicalConnection free = session.held().free(pool, settings);
        // One that lingered has no settings.
        return free != null || settings ? free : session.held().resume(pool, lingerNanos());
    }

    private long lingerNanos() {
        return session.deployment().props().lingerNanos();
    }

    /** Lets a connection go that nothing keeps: it lingers or goes back to its pool. */
    void putAside(PhysicalConnection connection) {
        long lingerNanos = lingerNanos();
        if (session.isClosed() || session.settings().any() || lingerNanos == 0) {
            session.held().giveBack(connection);
        } else {
            session.held().putAside(connection, session.deployments().workers(), lingerNanos);
        }
    }

    /** One connection of that pool, in the transaction where there is one. */
    PhysicalConnection one(ShardPool pool) throws SQLException {
        PhysicalConnection home = usable(pool);
        if (home == null) {
            home = takeOne(pool);
        }
        enter(home);
        return home;
    }

    /**
     * The connection of that pool that serves what lasts for the session and must outlast its statements and
     * transactions: locks. One who holds others does not wait for it.
     */
    PhysicalConnection ofState(ShardPool pool) throws SQLException {
        PhysicalConnection pinned = session.held().pinned(pool);
        if (pinned != null) {
            return pinned;
        }
        standBack();
        PhysicalConnection taken = session.held().any() ? pool.openAtOnce() : Acquisition.takeOne(pool, false);
        session.held().took(taken);
        session.held().pin(taken);
        boolean done = false;
        try {
            if (!taken.jdbc().getAutoCommit()) {
                taken.jdbc().setAutoCommit(true);
            }
            session.settings().applyButReadOnlyTo(taken);
            done = true;
            return taken;
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, pool.name());
        } finally {
            if (!done) {
                taken.unfit();
                session.held().giveBack(taken);
            }
        }
    }

    /**
     * Takes connections and gives them the session's settings, if nobody has to wait for them.
     *
     * @return null when somebody has to
     * @throws SQLException after which none is taken
     */
    PhysicalConnection[] takeAtOnce(ShardPool[] pools, int[] counts) throws SQLException {
        PhysicalConnection[] taken =
                Acquisition.takeAtOnce(pools, counts, session.held().any());
        return taken == null ? null : took(taken);
    }

    /**
     * Takes connections and gives them the session's settings.
     *
     * @throws SQLException after which none is taken
     */
    PhysicalConnection[] take(ShardPool[] pools, int[] counts) throws SQLException {
        return took(Acquisition.take(pools, counts, session.held().any()));
    }

    private PhysicalConnection[] took(PhysicalConnection[] taken) throws SQLException {
        boolean done = false;
        try {
            for (PhysicalConnection connection : taken) {
                session.held().took(connection);
            }
            if (session.settings().any()) {
                for (PhysicalConnection connection : taken) {
                    apply(connection);
                }
            }
            done = true;
            return taken;
        } finally {
            if (!done) {
                for (PhysicalConnection connection : taken) {
                    connection.unfit();
                    session.held().giveBack(connection);
                }
            }
        }
    }

    /** As {@link #take}, of one pool. */
    private PhysicalConnection takeOne(ShardPool pool) throws SQLException {
        PhysicalConnection taken =
                Acquisition.takeOneAtOnce(pool, session.held().any());
        if (taken == null) {
            standBack();
            taken = Acquisition.takeOne(pool, session.held().any());
        }
        boolean done = false;
        try {
            session.held().took(taken);
            if (session.settings().any()) {
                apply(taken);
            }
            done = true;
            return taken;
        } finally {
            if (!done) {
                taken.unfit();
                session.held().giveBack(taken);
            }
        }
    }

    /**
     * Gives back what the session keeps only to save the preparing: who waits must not keep what others may wait for,
     * who keep what he waits for.
     */
    void standBack() {
        for (PhysicalConnection home : session.held().homes().clone()) {
            if (home != null) {
                standBack(home);
            }
        }
    }

    /** Gives back a connection that the session has, if it can do without. Returns whether it did. */
    boolean standBack(PhysicalConnection connection) {
        if (connection.inUse() || session.transactions().isBranch(connection)) {
            return false;
        }
        session.held().giveBack(connection);
        return true;
    }

    private void apply(PhysicalConnection connection) throws SQLException {
        try {
            session.settings().applyTo(connection);
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, connection.dataSourceName());
        }
        connection.prepared();
        if (session.held().home(connection.pool()) == null) {
            session.held().keep(connection);
        }
    }

    /** Makes a connection ready for what the session is in: a transaction, which it joins, or autocommit. */
    void enter(PhysicalConnection connection) throws SQLException {
        try {
            if (session.transactions().isOpen()) {
                if (session.held().home(connection.pool()) == null) {
                    session.held().keep(connection);
                }
                session.transactions().ensure().join(connection);
            } else if (!connection.jdbc().getAutoCommit()) {
                connection.jdbc().setAutoCommit(true);
            }
        } catch (SQLException e) {
            connection.unfit();
            session.settle(connection);
            throw SqlErrors.onDataSource(e, connection.dataSourceName());
        }
    }
}
