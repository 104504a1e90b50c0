package org.shardingjdbc.jdbc.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.Acquisition;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.jdbc.internal.session.transaction.BranchUse;
import org.shardingjdbc.rule.DataSourceGuard;
import org.shardingjdbc.transaction.SurroundedConnection;

/**
 * Where the executions of a session get their physical connections from: those that it holds, else from the pools, with
 * its settings applied and in its transaction. One per session, used under the session's lock.
 */
final class ConnectionSupply implements ConnectionLease.Lender {
    private final SessionState state;
    private final SessionTransactions transactions;
    private final SessionChoice choice;

    ConnectionSupply(SessionState state) {
        this.state = state;
        this.transactions = new SessionTransactions(state, this);
        this.choice = new SessionChoice(state, transactions);
    }

    /** Decides how many connections an execution uses. */
    ExecutionGroupPlanner planner(ShardRun run) {
        return new ExecutionGroupPlanner(run, choice);
    }

    /** Which databases stand for data sources. */
    SessionChoice choice() {
        return choice;
    }

    /** The transaction that connections join. */
    SessionTransactions transactions() {
        return transactions;
    }

    /**
     * A connection that the session has and on which an execution may run now: in a transaction the one of its branch,
     * else one whose results are in memory.
     *
     * @return null when one must be taken
     */
    PhysicalConnection usable(ShardPool pool) {
        PhysicalConnection home = state.held().home(pool);
        if (home != null && transactions.isBranch(home)) {
            return home;
        }
        if (home != null
                && transactions.isOpen()
                && !home.isFree(state.settings().any())) {
            // Where it is used, a stream is read on it that began before the transaction and must not share its fate.
            state.held().replace(home);
        }
        boolean settings = state.settings().any();
        PhysicalConnection free = state.held().free(pool, settings);
        // One that lingered has no settings.
        return free != null || settings ? free : state.held().resume(pool, lingerNanos());
    }

    private long lingerNanos() {
        return state.deployment().props().lingerNanos();
    }

    /** Lets a connection go that nothing keeps: it lingers or goes back to its pool. */
    void putAside(PhysicalConnection connection) {
        long lingerNanos = lingerNanos();
        if (state.isClosed() || state.settings().any() || lingerNanos == 0) {
            state.held().giveBack(connection);
        } else {
            state.held().putAside(connection, state.deployments().workers(), lingerNanos);
        }
    }

    /** One connection of that pool, in the transaction where there is one. */
    PhysicalConnection one(ShardPool pool) throws SQLException {
        DataSourceGuard entered = pool.guard() == null ? null : admitted(pool);
        if (entered == null) {
            return unguarded(pool);
        }
        boolean done = false;
        try {
            PhysicalConnection connection = unguarded(pool);
            connection.entered(entered);
            done = true;
            return connection;
        } finally {
            if (!done) {
                entered.withdraw();
            }
        }
    }

    /**
     * Asks who guards a data source whether a statement may run there.
     *
     * @return who is to be left afterwards; null where nobody guards it, or the session uses it already
     * @throws SQLException when it may not
     */
    DataSourceGuard admitted(ShardPool pool) throws SQLException {
        DataSourceGuard guard = pool.guard();
        PhysicalConnection home = state.held().home(pool);
        if (guard == null
                || home != null && transactions.isBranch(home)
                || state.held().uses(pool)) {
            return null;
        }
        try {
            guard.enter();
            return guard;
        } catch (ShardingException refused) {
            throw SqlErrors.from(refused);
        }
    }

    private PhysicalConnection unguarded(ShardPool pool) throws SQLException {
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
        PhysicalConnection pinned = state.held().pinned(pool);
        if (pinned != null) {
            return pinned;
        }
        standBack();
        PhysicalConnection taken = state.held().any() ? pool.openAtOnce() : Acquisition.takeOne(pool, false);
        state.held().took(taken);
        state.held().pin(taken);
        boolean done = false;
        try {
            if (!taken.jdbc().getAutoCommit()) {
                taken.jdbc().setAutoCommit(true);
            }
            state.settings()
                    .applyButReadOnlyTo(taken, state.dialect().sessions().readOnlySettings());
            done = true;
            return taken;
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, pool.name());
        } finally {
            if (!done) {
                taken.unfit();
                state.held().giveBack(taken);
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
                Acquisition.takeAtOnce(pools, counts, state.held().any());
        return taken == null ? null : took(taken);
    }

    /**
     * Takes connections and gives them the session's settings.
     *
     * @throws SQLException after which none is taken
     */
    PhysicalConnection[] take(ShardPool[] pools, int[] counts) throws SQLException {
        return took(Acquisition.take(pools, counts, state.held().any()));
    }

    private PhysicalConnection[] took(PhysicalConnection[] taken) throws SQLException {
        boolean done = false;
        try {
            for (PhysicalConnection connection : taken) {
                state.held().took(connection);
            }
            if (state.settings().any()) {
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
                    state.held().giveBack(connection);
                }
            }
        }
    }

    /** As {@link #take}, of one pool. */
    private PhysicalConnection takeOne(ShardPool pool) throws SQLException {
        PhysicalConnection taken = Acquisition.takeOneAtOnce(pool, state.held().any());
        if (taken == null) {
            standBack();
            taken = Acquisition.takeOne(pool, state.held().any());
        }
        boolean done = false;
        try {
            state.held().took(taken);
            if (state.settings().any()) {
                apply(taken);
            }
            done = true;
            return taken;
        } finally {
            if (!done) {
                taken.unfit();
                state.held().giveBack(taken);
            }
        }
    }

    /**
     * Gives back what the session keeps only to save the preparing: who waits must not keep what others may wait for,
     * who keep what he waits for.
     */
    void standBack() {
        for (PhysicalConnection home : state.held().homes().clone()) {
            if (home != null) {
                standBack(home);
            }
        }
    }

    /** Gives back a connection that the session has, if it can do without. Returns whether it did. */
    boolean standBack(PhysicalConnection connection) {
        if (connection.inUse() || transactions.isBranch(connection)) {
            return false;
        }
        state.held().giveBack(connection);
        return true;
    }

    private void apply(PhysicalConnection connection) throws SQLException {
        try {
            state.settings().applyTo(connection, state.dialect().sessions().readOnlySettings());
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, connection.dataSourceName());
        }
        connection.prepared();
        if (state.held().home(connection.pool()) == null) {
            state.held().keep(connection);
        }
    }

    /** Makes a connection ready for what the session is in: a transaction, which it joins, or autocommit. */
    void enter(PhysicalConnection connection) throws SQLException {
        prepare(connection);
        if (transactions.isOpen()) {
            // what is refused now leaves the branch as it is
            transactions.use(connection);
        }
    }

    private void prepare(PhysicalConnection connection) throws SQLException {
        try {
            if (transactions.isOpen()) {
                if (state.held().home(connection.pool()) == null) {
                    state.held().keep(connection);
                }
                transactions.ensure().join(connection);
            } else {
                outsideOfTransactions(connection.jdbc());
            }
        } catch (SQLException e) {
            connection.unfit();
            settle(connection);
            throw SqlErrors.onDataSource(e, connection.dataSourceName());
        }
    }

    private void outsideOfTransactions(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
        if (connection instanceof SurroundedConnection surrounded) {
            surrounded.outsideOfTransactions(transactions.course().use() == BranchUse.READ);
        }
    }

    /** Lends a connection of one data source, in the transaction where there is one. */
    @Override
    public ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException {
        return lease(deployment, dataSource, BranchUse.READ);
    }

    /** As {@link #lease}, for what may write there. */
    ConnectionLease leaseToWrite(Deployment deployment, int dataSource) throws SQLException {
        if (deployment.isWatched()) {
            state.begins(true, transactions.isOpen(), false);
        }
        return lease(deployment, dataSource, BranchUse.WRITE);
    }

    private ConnectionLease lease(Deployment deployment, int dataSource, BranchUse use) throws SQLException {
        state.lock().lock();
        try {
            state.checkOpen();
            transactions.checkUsable();
            transactions.willUse(use);
            PhysicalConnection connection = one(choice.homeOfLease(deployment, dataSource, use));
            connection.use();
            return new ConnectionLease(this::endUse, connection);
        } finally {
            state.lock().unlock();
        }
    }

    /** Gives back what is kept for settings only, when there are none any more. */
    void relax() {
        if (state.settings().any()) {
            return;
        }
        for (PhysicalConnection home : state.held().homes().clone()) {
            if (home != null) {
                settle(home);
            }
        }
    }

    /** A loan is over. */
    private void endUse(PhysicalConnection connection) {
        state.lock().lock();
        try {
            connection.unuse();
            settle(connection);
        } finally {
            state.lock().unlock();
        }
    }

    @Override
    public void settle(PhysicalConnection connection) {
        if (connection.inUse() || connection.isReleased()) {
            return;
        }
        if (connection.isPinned()) {
            if (state.isClosed() || connection.isBroken() || !connection.hasSessionState()) {
                state.held().giveBack(connection);
            }
            return;
        }
        boolean branch = transactions.isBranch(connection);
        if (!connection.isKept()
                || state.isClosed()
                || !branch && (!state.settings().any() || connection.isBroken())) {
            putAside(connection);
        }
    }
}
