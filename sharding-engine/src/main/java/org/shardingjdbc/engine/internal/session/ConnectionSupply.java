package org.shardingjdbc.engine.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.Acquisition;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool.WhenBusy;
import org.shardingjdbc.engine.internal.run.ExecutionGroupPlanner;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.session.SessionState.HeldConnections;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.transaction.SurroundedConnection;

/**
 * Gets physical connections for the executions of a session: those that the session holds, else from the pools. Applies
 * the session's settings to them and brings them into its transaction. One per session, used under the session's lock.
 */
final class ConnectionSupply implements ConnectionLease.Lender {
    private static final String WAITED = "who waits gets a connection";

    private final SessionState state;
    private final HeldConnections held;
    /** Null until it is asked for. */
    private @Nullable SessionTransactions transactions;
    /** Null until it is asked for. */
    private @Nullable SessionChoice choice;
    /** The session's waits for connections. */
    final SessionWait wait;
    /** Null until a deployment is left, or something consists of several executions. */
    private @Nullable SessionVersion version;

    ConnectionSupply(SessionState state) {
        this.state = state;
        this.held = state.held;
        this.wait = new SessionWait(state);
    }

    /** The transaction that connections join. */
    SessionTransactions transactions() {
        if (transactions == null) {
            transactions = new SessionTransactions(state, this);
        }
        return transactions;
    }

    /** Decides by which deployment the session goes on while one is left. */
    SessionVersion version() {
        if (version == null) {
            version = new SessionVersion(state, transactions());
        }
        return version;
    }

    /** Decides how many connections an execution uses. */
    ExecutionGroupPlanner planner(GroupedRun run) {
        SessionChoice chosen = choice();
        ExecutionFacts facts = chosen.facts(run.deployed(), run.settings().statementClass());
        return new ExecutionGroupPlanner(run, facts, chosen::begunOn);
    }

    /** Decides which databases stand for data sources. */
    SessionChoice choice() {
        if (choice == null) {
            choice = new SessionChoice(state, transactions());
        }
        return choice;
    }

    /**
     * A connection that the session has and on which an execution may run now: in a transaction the one of its branch,
     * else one whose results are in memory.
     *
     * @return null when a connection must be taken from the pool
     */
    @Nullable
    PhysicalConnection usable(ShardPool pool) {
        if (held.all.isEmpty()) {
            return state.settings.any ? null : held.resume(pool);
        }
        PhysicalConnection home = held.home(pool);
        if (home != null && state.isBranch(home)) {
            return home;
        }
        if (home != null && state.open && !home.isFree(state.settings.any)) {
            // A stream that began before the transaction is still read on it, and must not end with the transaction.
            held.replace(home);
        }
        boolean set = state.settings.any;
        PhysicalConnection free = held.free(pool, set);
        // One that lingered has no settings.
        return free != null || set ? free : held.resume(pool);
    }

    /**
     * One connection of that pool, in the transaction where there is one: one that the session has, or else a new one.
     *
     * @param run the execution that needs the connection; null for none
     */
    PhysicalConnection one(ShardPool pool, @Nullable Run run) throws SQLException {
        DataSourceGuard.Admission entered = pool.guard() == null ? null : admitted(pool, run);
        boolean done = false;
        try {
            boolean none = held.all.isEmpty() && held.lingering.length == 0;
            PhysicalConnection home = none ? null : usable(pool);
            if (home == null) {
                home = take(pool, WhenBusy.NONE, run);
                if (home == null) {
                    standBack();
                    home = Objects.requireNonNull(take(pool, WhenBusy.WAIT, run), WAITED);
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
     * Takes from the pool a connection that the session does not have yet, for work that must not run on one of those.
     * It is as it comes from the pool. A session that holds other connections does not wait.
     */
    PhysicalConnection another(ShardPool pool, Run run) throws SQLException {
        return GuardedPools.enter(this, run, pool, () -> unguardedOther(pool, run));
    }

    private PhysicalConnection unguardedOther(ShardPool pool, Run run) throws SQLException {
        return Objects.requireNonNull(take(pool, held.all.isEmpty() ? WhenBusy.WAIT : WhenBusy.BESIDES, run), WAITED);
    }

    /**
     * Takes connections of several pools and gives them the session's settings.
     *
     * @return null where too few are free and {@code busy} forbids to wait; then none is taken
     * @throws SQLException after which none is taken
     */
    PhysicalConnection @Nullable [] several(ShardPool[] pools, int[] counts, WhenBusy busy, Run run)
            throws SQLException {
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

    /** Takes a connection, which then belongs to the session; null where none is free and it must not wait. */
    private @Nullable PhysicalConnection take(ShardPool pool, WhenBusy busy, @Nullable Run run) throws SQLException {
        PhysicalConnection taken;
        try (SessionWait waiting = wait.of(run)) {
            taken = pool.take(!held.all.isEmpty(), busy, waiting);
        }
        if (taken != null) {
            held.all.add(taken);
        }
        return taken;
    }

    /** Gives taken connections the session's settings. Where that fails, all of them go back. */
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
     * Asks the guard of a data source whether a statement may run there.
     *
     * @param run the execution that asks; null for none
     * @return the admission that is left afterwards; null where there is no guard, or the session uses the data source
     *     already
     * @throws SQLException when the statement may not run there
     */
    DataSourceGuard.@Nullable Admission admitted(ShardPool pool, @Nullable Run run) throws SQLException {
        DataSourceGuard guard = pool.guard();
        PhysicalConnection home = held.home(pool);
        if (guard == null || home != null && state.isBranch(home) || held.uses(pool)) {
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
     * The connection of that pool that holds what outlasts statements and transactions: locks of the session. A session
     * that holds other connections does not wait.
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
     * Gives back the connections that the session keeps only to save their preparation. Called before the session waits
     * for others: two sessions that each wait for what the other one keeps would wait for ever.
     */
    void standBack() {
        for (PhysicalConnection home : held.homes().clone()) {
            if (home != null) {
                standBack(home);
            }
        }
    }

    /** Gives back a connection that the session has, if the session can do without. Returns whether it did. */
    boolean standBack(PhysicalConnection connection) {
        if (connection.inUse() || state.isBranch(connection)) {
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
     * Brings a connection into the transaction where one is open, else into autocommit.
     *
     * @return whether the connection has become a branch of the transaction
     */
    boolean enter(PhysicalConnection connection) throws SQLException {
        boolean open = state.open;
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
                    surrounded.outsideOfTransactions(state.use == BranchUse.READ);
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
            transactions().use(connection);
        }
        return joined;
    }

    private boolean join(PhysicalConnection connection) throws SQLException {
        if (held.home(connection.pool()) == null) {
            held.keep(connection);
        }
        return transactions().ensure().join(connection);
    }

    /** Lends a connection of one data source, in the transaction where there is one. */
    @Override
    public ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException {
        return lease(deployment, dataSource, BranchUse.READ, () -> {});
    }

    /** As {@link #lease}, for a use that may write there. */
    ConnectionLease leaseToWrite(Deployment deployment, int dataSource) throws SQLException {
        if (deployment.isWatched()) {
            state.begins(true, state.open, false);
        }
        if (!deployment.beginStay()) {
            throw SqlErrors.of(ErrorCode.VERSION_LEFT);
        }
        boolean lent = false;
        try {
            ConnectionLease lease = lease(deployment, dataSource, BranchUse.WRITE, deployment::endStay);
            lent = true;
            return lease;
        } finally {
            if (!lent) {
                deployment.endStay();
            }
        }
    }

    private ConnectionLease lease(Deployment deployment, int dataSource, BranchUse use, Runnable end)
            throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            transactions().checkUsable();
            transactions().willUse(use);
            PhysicalConnection connection = one(choice().homeOfLease(deployment, dataSource, use), null);
            connection.use(null, deployment, state.open);
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

    /** Gives back the connections that were kept for settings only, when no settings are left. */
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

    /** A lease is over. */
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
     * As {@link #settle}, for a connection that was taken for an execution which does not happen: the connection leaves
     * the guard that it has entered. Each way from {@link #one} ends here or in the use of the connection.
     */
    void giveBackUnused(PhysicalConnection connection) {
        connection.leaveUnused();
        settle(connection);
    }

    /**
     * Gives back what was taken for an execution which does not happen: these connections, and all others that neither
     * run nor are kept; all of them also where one throws an Error.
     *
     * @param taken null where a statement was closed under its execution, and its connection went
     */
    void giveBackUnused(PhysicalConnection[] taken) {
        Error first = null;
        for (PhysicalConnection each : taken) {
            first = each == null ? first : withoutError(each, first);
        }
        for (PhysicalConnection each : held.all.toArray(new PhysicalConnection[0])) {
            first = each.isLeft() ? withoutError(each, first) : first;
        }
        if (first != null) {
            throw first;
        }
    }

    /** Returns the first Error, or null. */
    private @Nullable Error withoutError(PhysicalConnection unused, @Nullable Error before) {
        try {
            giveBackUnused(unused);
            return before;
        } catch (Error e) {
            return before == null ? e : before;
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
        return !state.isBranch(connection) && (state.closed || !state.settings.any || connection.isBroken());
    }

    /**
     * The session's waits for connections. The wait of an execution ends with its cancel and with its time; all waits
     * end with the session. One per session; used with its lock held, but for {@link #wake}.
     */
    static final class SessionWait extends ConnectionWait implements AutoCloseable {
        private final SessionState state;
        /** The execution that waits; null where no execution waits. */
        private volatile @Nullable Run run;
        /** Null when the time of the wait is not bounded. */
        private @Nullable ScheduledFuture<?> timer;

        SessionWait(SessionState state) {
            this.state = state;
        }

        /**
         * Connections are taken for that execution until this is closed. The execution's time bounds the wait.
         *
         * @param taker null for none
         * @throws SQLException where the execution's time is over
         */
        SessionWait of(@Nullable Run taker) throws SQLException {
            run = taker;
            if (taker instanceof GroupedRun timed && timed.settings().queryTimeoutSeconds() > 0) {
                check();
                long left = TimeUnit.NANOSECONDS.toMillis(timed.leftNanos());
                timer = state.workers().runAfter(Math.max(0, left) + 1, this::wake);
            }
            return this;
        }

        @Override
        protected @Nullable SQLException reason() {
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
