package org.shardingjdbc.engine.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.Acquisition;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionWait;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool.WhenBusy;
import org.shardingjdbc.engine.internal.session.run.ExecutionGroupPlanner;
import org.shardingjdbc.engine.internal.session.run.GroupedRun;
import org.shardingjdbc.engine.internal.session.run.Run;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.transaction.SurroundedConnection;

/**
 * Where the executions of a session get their physical connections from: those that it holds, else from the pools, with
 * its settings applied and in its transaction. One per session, used under the session's lock.
 */
final class ConnectionSupply implements ConnectionLease.Lender {
    private final SessionState state;
    private final HeldConnections held;
    /** The transaction that connections join. */
    final SessionTransactions transactions;
    /** Null until something asks. */
    private SessionChoice choice;
    /** What ends the waits for connections. */
    final SessionWait wait;
    /** Null until a deployment is left, or something is more than one execution. */
    private SessionVersion version;

    ConnectionSupply(SessionState state) {
        this.state = state;
        this.held = state.held;
        this.wait = new SessionWait(state);
        this.transactions = new SessionTransactions(state, this);
    }

    /** By which deployment the session goes on while one is left. */
    SessionVersion version() {
        if (version == null) {
            version = new SessionVersion(state, transactions);
        }
        return version;
    }

    /** Decides how many connections an execution uses. */
    ExecutionGroupPlanner planner(GroupedRun run) {
        SessionChoice chosen = choice();
        ExecutionFacts facts = chosen.facts(run.deployed(), run.settings().statementClass());
        return new ExecutionGroupPlanner(run, facts, chosen::begunOn);
    }

    /** Which databases stand for data sources. */
    SessionChoice choice() {
        if (choice == null) {
            choice = new SessionChoice(state, transactions);
        }
        return choice;
    }

    /**
     * A connection that the session has and on which an execution may run now: in a transaction the one of its branch,
     * else one whose results are in memory.
     *
     * @return null when one must be taken
     */
    PhysicalConnection usable(ShardPool pool) {
        if (held.all.isEmpty()) {
            return state.settings.any ? null : held.resume(pool);
        }
        PhysicalConnection home = held.home(pool);
        if (home != null && transactions.isBranch(home)) {
            return home;
        }
        if (home != null && transactions.isOpen() && !home.isFree(state.settings.any)) {
            // A stream is still read on it that began before the transaction, and must not end with the transaction.
            held.replace(home);
        }
        boolean set = state.settings.any;
        PhysicalConnection free = held.free(pool, set);
        // One that lingered has no settings.
        return free != null || set ? free : held.resume(pool);
    }

    /**
     * One connection of that pool, in the transaction where there is one: the session's, or else taken.
     *
     * @param run for which; null where it is for no execution
     */
    PhysicalConnection one(ShardPool pool, Run run) throws SQLException {
        DataSourceGuard.Admission entered = pool.guard() == null ? null : admitted(pool, run);
        boolean done = false;
        try {
            boolean none = held.all.isEmpty() && held.lingering.length == 0;
            PhysicalConnection home = none ? null : usable(pool);
            if (home == null) {
                home = take(pool, WhenBusy.NONE, run);
                if (home == null) {
                    standBack();
                    home = take(pool, WhenBusy.WAIT, run);
                }
                if (state.settings.any) {
                    apply(new PhysicalConnection[] {home});
                }
            }
            enter(home);
            if (entered != null) {
                home.entered(entered);
            }
            done = true;
            return home;
        } finally {
            if (!done && entered != null) {
                entered.withdraw();
            }
        }
    }

    /**
     * A connection of that pool that the session does not have yet, for what must not run on one of those: as it comes
     * from the pool. One who holds others does not wait for it.
     */
    PhysicalConnection another(ShardPool pool, Run run) throws SQLException {
        return GuardedPools.enter(this, run, pool, () -> unguardedOther(pool, run));
    }

    private PhysicalConnection unguardedOther(ShardPool pool, Run run) throws SQLException {
        return take(pool, held.all.isEmpty() ? WhenBusy.WAIT : WhenBusy.BESIDES, run);
    }

    /**
     * Takes connections of several pools and gives them the session's settings.
     *
     * @return null where too few are free, and none is to be taken then
     * @throws SQLException after which none is taken
     */
    PhysicalConnection[] several(ShardPool[] pools, int[] counts, WhenBusy busy, Run run) throws SQLException {
        PhysicalConnection[] taken;
        try (SessionWait waiting = wait.of(run)) {
            taken = Acquisition.take(pools, counts, !held.all.isEmpty(), busy, waiting);
        }
        if (taken != null) {
            Collections.addAll(held.all, taken);
            if (state.settings.any) {
                apply(taken);
            }
        }
        return taken;
    }

    /** Takes a connection, which the session then has. */
    private PhysicalConnection take(ShardPool pool, WhenBusy busy, Run run) throws SQLException {
        PhysicalConnection taken;
        try (SessionWait waiting = wait.of(run)) {
            taken = pool.take(!held.all.isEmpty(), busy, waiting);
        }
        if (taken != null) {
            held.all.add(taken);
        }
        return taken;
    }

    /** Gives connections that were taken the session's settings; where that fails, none of them is taken. */
    private void apply(PhysicalConnection[] taken) throws SQLException {
        boolean done = false;
        try {
            for (PhysicalConnection connection : taken) {
                apply(connection);
            }
            done = true;
        } finally {
            if (!done) {
                for (PhysicalConnection connection : taken) {
                    connection.unfit();
                    held.giveBack(connection);
                }
            }
        }
    }

    /**
     * Asks who guards a data source whether a statement may run there.
     *
     * @param run for which; null where it is for no execution
     * @return what is to be left afterwards; null where nobody guards it, or the session uses it already
     * @throws SQLException when it may not
     */
    DataSourceGuard.Admission admitted(ShardPool pool, Run run) throws SQLException {
        DataSourceGuard guard = pool.guard();
        PhysicalConnection home = held.home(pool);
        if (guard == null || home != null && transactions.isBranch(home) || held.uses(pool)) {
            return null;
        }
        try (SessionWait waiting = wait.of(run)) {
            return waiting.interruptibly(() -> entered(guard));
        }
    }

    private static DataSourceGuard.Admission entered(DataSourceGuard guard) throws SQLException {
        try {
            return guard.enter();
        } catch (ShardingException refused) {
            throw SqlErrors.from(refused);
        }
    }

    /**
     * The connection of that pool that serves what lasts for the session and must outlast its statements and
     * transactions: locks. One who holds others does not wait for it.
     */
    PhysicalConnection ofState(ShardPool pool, Run run) throws SQLException {
        PhysicalConnection pinned = held.pinned(pool);
        if (pinned != null) {
            return pinned;
        }
        standBack();
        PhysicalConnection taken = unguardedOther(pool, run);
        held.pin(taken);
        boolean done = false;
        try {
            if (!taken.jdbc().getAutoCommit()) {
                taken.jdbc().setAutoCommit(true);
            }
            state.settings.applyButReadOnlyTo(taken, state.dialect().sessions().readOnlySettings());
            done = true;
            return taken;
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, pool.name());
        } finally {
            if (!done) {
                taken.unfit();
                held.giveBack(taken);
            }
        }
    }

    /**
     * Gives back the connections that the session keeps only to save their preparation, before it waits for others: two
     * sessions that wait, each for what the other keeps, would wait for ever.
     */
    void standBack() {
        for (PhysicalConnection home : held.homes().clone()) {
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
        held.giveBack(connection);
        return true;
    }

    private void apply(PhysicalConnection connection) throws SQLException {
        try {
            state.settings.applyTo(connection, state.dialect().sessions().readOnlySettings());
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, connection.dataSourceName());
        }
        connection.prepared();
        if (held.home(connection.pool()) == null) {
            held.keep(connection);
        }
    }

    /**
     * Makes a connection ready for what the session is in: a transaction, which it joins, or autocommit.
     *
     * @return whether it has become a branch of the transaction
     */
    boolean enter(PhysicalConnection connection) throws SQLException {
        boolean open = transactions.open;
        boolean joined = false;
        try {
            if (open) {
                joined = join(connection);
            } else {
                Connection jdbc = connection.jdbc();
                if (!jdbc.getAutoCommit()) {
                    jdbc.setAutoCommit(true);
                }
                if (jdbc instanceof SurroundedConnection surrounded) {
                    surrounded.outsideOfTransactions(transactions.reads());
                }
            }
        } catch (SQLException e) {
            connection.unfit();
            settle(connection);
            throw SqlErrors.onDataSource(e, connection.dataSourceName());
        } catch (RuntimeException | Error e) {
            connection.defect(e);
            settle(connection);
            throw e;
        }
        if (open) {
            // a failure before this line leaves the branch as it is
            transactions.use(connection);
        }
        return joined;
    }

    private boolean join(PhysicalConnection connection) throws SQLException {
        if (held.home(connection.pool()) == null) {
            held.keep(connection);
        }
        return transactions.ensure().join(connection);
    }

    /** Lends a connection of one data source, in the transaction where there is one. */
    @Override
    public ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException {
        return lease(deployment, dataSource, BranchUse.READ, () -> {});
    }

    /** As {@link #lease}, for what may write there. */
    ConnectionLease leaseToWrite(Deployment deployment, int dataSource) throws SQLException {
        if (deployment.isWatched()) {
            state.begins(true, transactions.isOpen(), false);
        }
        if (!deployment.begin()) {
            throw SqlErrors.of(ErrorCode.VERSION_LEFT);
        }
        boolean lent = false;
        try {
            ConnectionLease lease = lease(deployment, dataSource, BranchUse.WRITE, deployment::ended);
            lent = true;
            return lease;
        } finally {
            if (!lent) {
                deployment.ended();
            }
        }
    }

    private ConnectionLease lease(Deployment deployment, int dataSource, BranchUse use, Runnable end)
            throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            transactions.checkUsable();
            transactions.willUse(use);
            PhysicalConnection connection = one(choice().homeOfLease(deployment, dataSource, use), null);
            connection.use(null, deployment, transactions.isOpen());
            return new ConnectionLease(
                    lent -> {
                        endUse(lent);
                        end.run();
                    },
                    connection);
        } finally {
            state.lock.unlock();
        }
    }

    /** Gives back what is kept for settings only, when there are none any more. */
    void relax() {
        if (state.settings.any) {
            return;
        }
        for (PhysicalConnection home : held.homes().clone()) {
            if (home != null) {
                settle(home);
            }
        }
    }

    /** A loan is over. */
    private void endUse(PhysicalConnection connection) {
        state.lock.lock();
        try {
            connection.unuse(null, held.all);
            settle(connection);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * As {@link #settle}, of one that was had for an execution that does not come about: it leaves what it has entered
     * for that. Each way between {@link #one} and the use of a connection ends here or in that use.
     */
    void giveBackUnused(PhysicalConnection connection) {
        connection.leaveUnused();
        settle(connection);
    }

    /** Gives back what was had for an execution that does not come about: what neither runs nor is kept. */
    void giveBackUnused() {
        for (PhysicalConnection each : held.all.toArray(new PhysicalConnection[0])) {
            if (each.isLeft()) {
                giveBackUnused(each);
            }
        }
    }

    @Override
    public void settle(PhysicalConnection connection) {
        if (!connection.isLeft() && !mayGo(connection)) {
            return;
        }
        if (state.closed || state.settings.any) {
            held.giveBack(connection);
        } else {
            held.putAside(connection);
        }
    }

    /** Whether the session need not keep a connection any more that it kept. */
    private boolean mayGo(PhysicalConnection connection) {
        if (connection.inUse() || connection.isReleased()) {
            return false;
        }
        if (connection.isPinned()) {
            if (state.closed || connection.isBroken() || !connection.hasSessionState()) {
                held.giveBack(connection);
            }
            return false;
        }
        // How a branch ends, and whether its connection may be used again, is known when its transaction is over.
        return !transactions.isBranch(connection) && (state.closed || !state.settings.any || connection.isBroken());
    }

    /**
     * The waits of a session for connections: what an execution waits for ends with its cancel and its time, and all of
     * them with the session. One per session; used with its lock held, but for {@link #wake}.
     */
    static final class SessionWait extends ConnectionWait implements AutoCloseable {
        private final SessionState state;
        /** For what is waited; null where it is no execution, or nothing. */
        private volatile Run run;
        /** Null when its time is not bounded. */
        private ScheduledFuture<?> timer;

        SessionWait(SessionState state) {
            this.state = state;
        }

        /**
         * Connections are taken for that execution, whose time ends the wait for them, until this is closed.
         *
         * @param taker null where it is for none
         * @throws SQLException where its time is over
         */
        SessionWait of(Run taker) throws SQLException {
            run = taker;
            if (taker instanceof GroupedRun timed && timed.settings().queryTimeoutSeconds() > 0) {
                check();
                long left = TimeUnit.NANOSECONDS.toMillis(timed.leftNanos());
                timer = state.workers().runAfter(Math.max(0, left) + 1, this::wake);
            }
            return this;
        }

        @Override
        protected SQLException reason() {
            if (state.closed || state.leaving) {
                return SqlErrors.of(ErrorCode.CLOSED, "connection");
            }
            Run taker = run;
            return taker == null ? null : taker.stopped();
        }

        @Override
        public void close() {
            run = null;
            if (timer != null) {
                timer.cancel(false);
                timer = null;
            }
        }
    }
}
