package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
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
    /** That of {@link #state}. */
    private final ReentrantLock lock;

    private final ConnectionSupply supply;

    /** One of those that are open, or null: most sessions have one at a time. Written with the lock, read without. */
    private volatile @Nullable Run first;
    /** Null until several were open at once. */
    private volatile @Nullable OtherRuns others;

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

    // ---- an execution begins, in the same order on one connection and in groups

    @Override
    public FanOut prepare(GroupedRun run, long startNanos) throws SQLException {
        lock.lock();
        try {
            begins(run.deployed(), run.settings().statementClass());
            boolean lent = false;
            try {
                FanOut fanOut = grouped(run, startNanos);
                lent = true;
                return fanOut;
            } finally {
                if (!lent) {
                    leftNothing();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean lend(Run.OfOneUnit run, DeployedPlan deployed, int dataSource) throws SQLException {
        lock.lock();
        try {
            boolean transaction = state.open;
            boolean production = state.side == null || state.side.isProduction();
            // null where it matters what the session is in
            ShardPool plain = !transaction && production ? deployed.poolOfPlainRead(dataSource) : null;
            if (plain != null) {
                beginsPlain();
            } else {
                begins(deployed, run.statementClass());
            }
            boolean lent = false;
            try {
                PhysicalConnection only = plain != null ? supply.one(plain, run) : chosen(run, deployed, dataSource);
                state.last = only;
                shows(run, deployed, deployed.use(only, run, transaction));
                lent = true;
                return transaction && state.open;
            } finally {
                if (!lent) {
                    leftNothing();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * As {@link #begins}, for a plain read outside of transactions and on production, to which nothing else matters.
     */
    private void beginsPlain() throws SQLException {
        if (state.closed) {
            state.checkOpen();
        }
        state.use = BranchUse.READ;
        if (!state.ordinary) {
            supply.transactions().checkOrigin();
        }
    }

    /** Whether an execution may begin, as the session is now; its connections are not looked for yet. */
    private void begins(DeployedPlan deployed, StatementClass statementClass) throws SQLException {
        if (state.closed) {
            state.checkOpen();
        }
        if (statementClass == StatementClass.DEFINITION) {
            for (Run other : open()) {
                other.refuseDefinition();
            }
        }
        supply.transactions().beforeExecution(statementClass, deployed);
        if (state.open) {
            // a transaction stays on the side of the first statement that runs in it
            state.side().ran();
        }
        supply.choice().begins(deployed, statementClass, isIdle());
        state.begins(statementClass);
    }

    /** The connection of an execution that is in a transaction, or for which a rule may choose another database. */
    private PhysicalConnection chosen(Run.OfOneUnit run, DeployedPlan deployed, int dataSource) throws SQLException {
        SessionChoice choice = supply.choice();
        StatementClass statementClass = run.statementClass();
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
            throw askedElsewhere(deployed);
        }
        return only;
    }

    /** The connections of an execution in groups. */
    private FanOut grouped(GroupedRun run, long startNanos) throws SQLException {
        ExecutionGroup[] groups = RunPreparation.groups(state, supply, run);
        PhysicalConnection only = groups.length == 1 ? groups[0].connection() : null;
        boolean known = false;
        try {
            // The session may have been aborted while this waited for connections.
            state.checkOpen();
            if (asksOfOther(run.deployed(), only)) {
                throw askedElsewhere(run.deployed());
            }
            run.give(groups);
            known = true;
        } finally {
            if (!known) {
                // before anybody else gets them
                run.comesToNothing();
                supply.giveBackUnused(connections(groups));
            }
        }
        state.last = only;
        FanOut fanOut =
                new FanOut(run.work(), groups, state.workers(), run.settings().queryTimeoutSeconds(), startNanos);
        if (groups.length > 1) {
            fanOut.guidedBy(run.deployed());
        }
        uses(run, fanOut);
        return fanOut;
    }

    private static PhysicalConnection[] connections(ExecutionGroup[] groups) {
        PhysicalConnection[] connections = new PhysicalConnection[groups.length];
        for (int i = 0; i < groups.length; i++) {
            connections[i] = groups[i].connection();
        }
        return connections;
    }

    /** The run has its groups, and is one of the session's runs. When this throws, it is not. */
    private void uses(GroupedRun run, FanOut fanOut) throws SQLException {
        Deployment by = run.deployed().deployment();
        boolean transaction = state.open;
        for (ExecutionGroup group : fanOut.groups()) {
            group.reserve(by, transaction);
        }
        run.took(fanOut);
        boolean shown = false;
        try {
            shows(run, run.deployed(), by.exit() != null);
            SqlLog.execution(run.deployed(), run.work(), fanOut.groups());
            shown = true;
        } finally {
            if (!shown) {
                run.comesToNothing();
                end(run);
            }
        }
    }

    /**
     * An execution has its connections. From now on a thread that closes the session sees the execution, and so does a
     * thread that waits until the deployment is left; where such a thread came before, this notices it.
     *
     * @param left whether its deployment was found to be left after it showed itself on its connections
     * @throws SQLException when the session is closed by now, or the deployment admits it no more
     */
    private void shows(Run run, DeployedPlan deployed, boolean left) throws SQLException {
        if (first == null) {
            first = run;
        } else {
            add(run);
        }
        if (state.closed) {
            state.checkOpen();
        }
        if (left) {
            supply.version().requireAdmitted(deployed.deployment());
        }
    }

    /** The execution that has begun does not take place. */
    private void leftNothing() {
        if (state.transaction != null) {
            state.transaction.leftNothing();
        }
    }

    /**
     * Whether an execution asks for something that the last one left, which ran on another connection than this one.
     */
    private boolean asksOfOther(DeployedPlan deployed, @Nullable PhysicalConnection only) {
        return deployed.plan() instanceof ShardPlan plan
                && plan.rules().ofLast()
                && (only == null || state.last != only);
    }

    private static SQLException askedElsewhere(DeployedPlan deployed) {
        return SqlErrors.of(ErrorCode.LAST_STATEMENT_ASKED, deployed.sql(), 1, 1);
    }

    // ---- what a run asks while it runs, and the end of a run

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
            ExecutionGroup[] groups = run.handBack();
            remove(run);
            Error first = null;
            for (ExecutionGroup group : groups) {
                try {
                    end(group);
                } catch (Error e) {
                    first = first == null ? e : first;
                }
            }
            if (first != null) {
                throw first;
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(ExecutionGroup group) {
        group.share();
        if (group.streams()) {
            group.connection().endStream();
        }
        group.connection().endTables();
        group.connection().unuse(null, state.held.all);
        supply.settle(group.connection());
    }

    @Override
    public void end(Run.OfOneUnit run) {
        lock.lock();
        try {
            PhysicalConnection left = run.handBack();
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
            @Nullable StatementSavepoints points,
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
     * Closes the open runs; stops those that other threads execute, and these threads close them then. Returns the
     * first failure, or null.
     */
    @Nullable
    Throwable closeAll() {
        if (first == null && others == null) {
            return null;
        }
        Throwable failure = null;
        for (Run run : open()) {
            try {
                run.close();
            } catch (SQLException | RuntimeException | Error e) {
                failure = Closing.first(failure, e);
            }
        }
        return failure;
    }

    /** Breaks the open runs. By any thread. */
    void breakOff() {
        for (Run run : open()) {
            run.breakOff();
        }
    }

    // ---- the open runs: a thread that closes the session sees each run that was listed before

    private boolean isIdle() {
        return first == null && (others == null || others.count == 0);
    }

    private void add(Run run) {
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

    /** The runs that are open now. By any thread. */
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
