package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.PoolLosses;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.run.ConnectionLender;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.run.FanOut;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.run.SqlLog;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** The executions of a session that are open, and how they get and leave their connections. One per session. */
final class SessionRuns implements ConnectionLender {
    private final SessionState state;
    /** The state's. */
    private final ReentrantLock lock;

    private final ConnectionSupply supply;

    /** One of those that are open, or null: most sessions have one at a time. Written with the lock, read without. */
    private volatile Run first;
    /** Null until several were open at once. */
    private volatile OtherRuns others;

    private static final AtomicReferenceFieldUpdater<SessionRuns, Run> FIRST =
            AtomicReferenceFieldUpdater.newUpdater(SessionRuns.class, Run.class, "first");

    SessionRuns(SessionState state, ConnectionSupply supply) {
        this.state = state;
        this.lock = state.lock;
        this.supply = supply;
    }

    @Override
    public Workers workers() {
        return state.workers();
    }

    @Override
    public FanOut prepare(GroupedRun run, long startNanos) throws SQLException {
        lock.lock();
        try {
            state.checkOpen();
            StatementClass statementClass = run.settings().statementClass();
            if (statementClass == StatementClass.DEFINITION) {
                for (Run other : open()) {
                    other.refuseDefinition();
                }
            }
            supply.transactions().beforeExecution(statementClass, run.deployed());
            boolean prepared = false;
            try {
                FanOut fanOut = prepared(run, startNanos);
                prepared = true;
                return fanOut;
            } finally {
                if (!prepared) {
                    supply.transactions().leftNothing();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private FanOut prepared(GroupedRun run, long startNanos) throws SQLException {
        decideSide();
        supply.choice().begins(run.deployed(), run.settings().statementClass(), isIdle());
        ExecutionGroup[] groups = RunPreparation.groups(state, supply, run);
        PhysicalConnection only = groups.length == 1 ? groups[0].connection() : null;
        boolean known = false;
        try {
            // The session may have been aborted while this waited for connections: the run was not listed then, so
            // that nobody could stop it.
            state.checkOpen();
            if (asksOfOther(run.deployed(), only)) {
                throw askedElsewhere(run.deployed());
            }
            run.give(groups);
            known = true;
        } finally {
            if (!known) {
                leave(groups);
            }
        }
        state.last = only;
        FanOut fanOut =
                new FanOut(run.work(), groups, state.workers(), run.settings().queryTimeoutSeconds(), startNanos);
        if (groups.length > 1) {
            fanOut.guidedBy(run.deployed());
        }
        begins(run, fanOut);
        SqlLog.execution(run.deployed(), run.work(), groups);
        return fanOut;
    }

    /** It is one of the session's from now on. When this throws, it is not. */
    private void begins(GroupedRun run, FanOut fanOut) throws SQLException {
        Deployment by = run.deployed().deployment();
        boolean open = state.open;
        for (ExecutionGroup group : fanOut.groups()) {
            group.reserve(by, open);
        }
        run.took(fanOut);
        add(run);
        if (state.closed) {
            // An abort that came before the run was listed has not stopped it.
            end(run);
            state.checkOpen();
        }
        if (by.exit() != null) {
            requireAdmitted(by, run, fanOut.groups());
        }
    }

    private void requireAdmitted(Deployment by, GroupedRun run, ExecutionGroup[] groups) throws SQLException {
        boolean admitted = false;
        try {
            supply.version().requireAdmitted(by);
            admitted = true;
        } finally {
            if (!admitted) {
                for (ExecutionGroup group : groups) {
                    // it may have begun something on them, which the next user must not find there
                    if (!state.isBranch(group.connection())) {
                        group.connection().unfit();
                    }
                }
                end(run);
            }
        }
    }

    /** Of an execution that does not come about. */
    private void leave(ExecutionGroup[] groups) {
        for (ExecutionGroup group : groups) {
            supply.giveBackUnused(group.connection());
        }
    }

    @Override
    public boolean lend(Run.OfOneUnit run, DeployedPlan deployed, int dataSource) throws SQLException {
        lock.lock();
        try {
            if (state.closed) {
                state.checkOpen();
            }
            boolean open = state.open;
            ShardPool pool = open ? null : deployed.poolOfPlainRead(dataSource);
            PhysicalConnection only;
            if (pool != null && (state.ordinary || isOnProduction())) {
                state.use = BranchUse.READ;
                only = supply.one(pool, run);
            } else {
                only = chosen(run, deployed, dataSource);
            }
            state.last = only;
            boolean left = deployed.use(only, run, open);
            if (first == null) {
                first = run;
            } else {
                add(run);
            }
            // The session may have been aborted while this waited for a connection: the run was not listed then.
            if (state.closed) {
                state.checkOpen();
            }
            if (left) {
                supply.version().requireAdmitted(deployed.deployment());
            }
            return open && state.open;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Of a session that has had to do with transactions or with sides: whether the read that is about to run is on
     * production, in the transaction of its thread, which is none.
     */
    private boolean isOnProduction() throws SQLException {
        if (state.side != null && state.side.isShadow()) {
            return false;
        }
        supply.transactions().checkOrigin();
        return true;
    }

    /** A connection for what is in a transaction, or may run elsewhere than its data source is configured. */
    private PhysicalConnection chosen(Run.OfOneUnit run, DeployedPlan deployed, int dataSource) throws SQLException {
        StatementClass statementClass = run.statementClass();
        supply.transactions().beforeExecution(statementClass, deployed);
        decideSide();
        SessionChoice choice = supply.choice();
        choice.begins(deployed, statementClass, isIdle());
        PhysicalConnection only;
        try {
            only = supply.one(choice.chosen(deployed, dataSource, statementClass), run);
        } catch (SQLException e) {
            // Where the database is lost that was chosen, another one may be by now; nothing was executed yet.
            boolean bound = deployed.deployment().choice() == null || state.open;
            if (bound || !PoolLosses.isRefused(e)) {
                throw e;
            }
            only = supply.one(choice.chosen(deployed, dataSource, statementClass), run);
        }
        if (asksOfOther(deployed, only)) {
            supply.giveBackUnused(only);
            supply.transactions().leftNothing();
            throw askedElsewhere(deployed);
        }
        return only;
    }

    /** A transaction stays on the side of the first statement that runs in it. */
    private void decideSide() {
        if (state.open) {
            state.side().ran();
        }
    }

    /** Whether an execution asks for what was executed before on another connection than this one. */
    private boolean asksOfOther(DeployedPlan deployed, PhysicalConnection only) {
        return deployed.plan() instanceof ShardPlan plan
                && plan.rules().ofLast()
                && (only == null || state.last != only);
    }

    private static SQLException askedElsewhere(DeployedPlan deployed) {
        return SqlErrors.of(ErrorCode.LAST_STATEMENT_ASKED, deployed.sql(), 1, 1);
    }

    @Override
    public SQLException whyClosed() {
        return state.closed ? SqlErrors.of(ErrorCode.CLOSED, "connection") : SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
    }

    @Override
    public void wake() {
        supply.wait.wake();
    }

    @Override
    public void executed(ExecutionGroup[] groups) {
        lock.lock();
        try {
            for (ExecutionGroup group : groups) {
                if (!group.streams()) {
                    group.share();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end(GroupedRun run) {
        lock.lock();
        try {
            ExecutionGroup[] groups = run.leave();
            remove(run);
            for (ExecutionGroup group : groups) {
                group.share();
                if (group.streams()) {
                    group.connection().endStream();
                }
                group.connection().endTables();
                group.connection().unuse(null, state.held.all);
                supply.settle(group.connection());
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end(Run.OfOneUnit run) {
        lock.lock();
        try {
            PhysicalConnection left = run.leave();
            if (left != null) {
                left.unuse(run, state.held.all);
                if (first == run) {
                    FIRST.lazySet(this, null);
                } else {
                    remove(run);
                }
                supply.settle(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void failed(DeployedPlan deployed, PhysicalConnection on, boolean executed, Throwable cause) {
        boolean whole =
                !executed && deployed.plan() instanceof ShardPlan plan && plan.statementClass() == StatementClass.WRITE;
        supply.transactions().failures().failed(deployed.deployment().dialect(), on, whole, deployed.shielded(cause));
    }

    @Override
    public boolean failed(
            DeployedPlan deployed,
            ExecutionGroup[] groups,
            StatementSavepoints points,
            boolean whole,
            Throwable cause) {
        return supply.transactions()
                .failures()
                .failed(deployed.deployment().dialect(), groups, points, whole, deployed.shielded(cause));
    }

    @Override
    public void failedAside(Throwable cause) {
        supply.transactions().failures().failedAside(cause);
    }

    @Override
    public void redefined(Deployment deployment) {
        supply.transactions().redefined(deployment);
    }

    /**
     * Closes those that are open, and stops those that run on other threads, which close then; returns the first
     * failure, or null.
     */
    SQLException closeAll() {
        if (isIdle()) {
            return null;
        }
        SQLException failure = null;
        for (Run run : open()) {
            try {
                run.close();
            } catch (SQLException e) {
                failure = failure == null ? e : failure;
            }
        }
        return failure;
    }

    /** Breaks those that are open. By any thread. */
    void breakOff() {
        for (Run run : open()) {
            run.breakOff();
        }
    }

    // ---- those that are open: what was listed before somebody closed the session is seen by him

    private boolean isIdle() {
        return first == null && (others == null || others.count == 0);
    }

    private void add(Run run) {
        if (first == null) {
            first = run;
            return;
        }
        OtherRuns known = others;
        if (known == null) {
            known = new OtherRuns();
        }
        known.add(run);
        others = known;
    }

    private void remove(Run run) {
        if (first == run) {
            FIRST.lazySet(this, null);
        } else if (others != null) {
            others.remove(run);
        }
    }

    /** Those that are open now. By any thread. */
    private List<Run> open() {
        List<Run> found = new ArrayList<>(2);
        Run one = first;
        if (one != null) {
            found.add(one);
        }
        OtherRuns more = others;
        if (more != null) {
            more.addTo(found);
        }
        return found;
    }

    /** The executions that are open beside one. Changed with the session's lock held, read by any thread without it. */
    private static final class OtherRuns {
        private static final int FIRST_PLACES = 4;

        /** Null where a place is free. */
        private volatile AtomicReferenceArray<Run> places = new AtomicReferenceArray<>(FIRST_PLACES);

        private int count;

        void add(Run run) {
            AtomicReferenceArray<Run> now = places;
            int place = 0;
            while (place < now.length() && now.getPlain(place) != null) {
                place++;
            }
            if (place == now.length()) {
                now = wider(now);
            }
            now.set(place, run);
            places = now;
            count++;
        }

        private static AtomicReferenceArray<Run> wider(AtomicReferenceArray<Run> narrow) {
            Run[] all = new Run[narrow.length() * 2];
            for (int i = 0; i < narrow.length(); i++) {
                all[i] = narrow.getPlain(i);
            }
            return new AtomicReferenceArray<>(all);
        }

        void remove(Run run) {
            AtomicReferenceArray<Run> now = places;
            for (int i = 0; i < now.length(); i++) {
                if (now.getPlain(i) == run) {
                    now.setRelease(i, null);
                    count--;
                    return;
                }
            }
        }

        void addTo(List<Run> found) {
            AtomicReferenceArray<Run> now = places;
            for (int i = 0; i < now.length(); i++) {
                Run run = now.get(i);
                if (run != null) {
                    found.add(run);
                }
            }
        }
    }
}
