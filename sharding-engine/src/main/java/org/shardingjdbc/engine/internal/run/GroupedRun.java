package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.transaction.IncompleteCommitException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run in execution groups, on any number of connections and whatever is asked of it: from the acquisition of
 * connections until its results are closed; {@link ShardWork} says what it does on them. What is of one unit and needs
 * no groups is run by {@link OneUnitRun}s. One thread at a time uses it; only {@link #cancel}, {@link #breakOff} and
 * {@link #close} may be called by any thread at any time.
 *
 * <p>Atomicity. In autocommit mode several tasks that write are one transaction of their own. Inside a transaction of
 * the user they are undone together by a savepoint, where the database itself would undo just the statement; where it
 * fails the transaction as a whole, so does the session. A single task needs neither: its database does it.
 */
public final class GroupedRun implements Run {
    private static final Logger LOG = LoggerFactory.getLogger(GroupedRun.class);
    private static final String IN_TRANSACTION_BLOCK = "25001";

    private final ConnectionLender lender;
    private final DeployedPlan deployed;
    private final ShardWork work;
    private final RunSettings settings;
    /** Null where the run uses connections of its session. */
    private final @Nullable Aside aside;
    /** Null when nobody is told of the units. */
    private @Nullable UnitListener listener;

    /** Null when nobody wants to know. */
    private @Nullable IntConsumer outages;

    /** Null when the run's connections need not know what the session remembers. */
    private @Nullable Remembered remembered;

    private Set<String> left = Set.of();

    private volatile @Nullable FanOut fanOut;
    private volatile boolean cancelled;
    /**
     * Whether the executing thread is in {@link #execute}, and whether the run was closed: a closing thread writes
     * {@code closed} and then reads this.
     */
    private volatile boolean executing;

    private volatile boolean closed;
    private long sinceNanos;
    /** When the query timeout of the present attempt began. */
    private long startNanos;

    private @Nullable LogicTransaction ownTransaction;
    private @Nullable StatementSavepoints savepoints;
    private boolean userTransaction;
    private boolean definitionAlone;
    private boolean undone;

    /**
     * What an execution makes on a connection of its own, besides the session's.
     *
     * @param removal what removes its tables
     */
    public record Aside(List<String> removal) {}

    public GroupedRun(ConnectionLender lender, DeployedPlan deployed, ShardWork work, RunSettings settings) {
        this(lender, deployed, work, settings, null);
    }

    /** @param aside not null when the run uses a connection of its own */
    public GroupedRun(
            ConnectionLender lender,
            DeployedPlan deployed,
            ShardWork work,
            RunSettings settings,
            @Nullable Aside aside) {
        this.lender = lender;
        this.deployed = deployed;
        this.work = work;
        this.settings = settings;
        this.aside = aside;
    }

    /** Sets who is told of the run's units; before the run is executed. */
    public GroupedRun telling(UnitListener told) {
        listener = told;
        work.tellTo(told);
        return this;
    }

    /** What the run makes on a connection of its own; null when the run uses those of the session. */
    public @Nullable Aside aside() {
        return aside;
    }

    /** What a session remembers and connections are to know. */
    @FunctionalInterface
    public interface Remembered {
        /** @throws SQLException when nobody knows any more what the session remembered */
        void give(ExecutionGroup[] groups) throws SQLException;
    }

    /** Sets what the run's connections are given; before the run is executed. */
    public void asksFor(Remembered known) {
        remembered = known;
    }

    /** Sets the variables of the user in which the run leaves values; before the run is executed. */
    public void leaves(Set<String> variables) {
        left = variables;
    }

    /** Gives the run's connections what the session remembers, and tells them which variables the run leaves. */
    public void give(ExecutionGroup[] groups) throws SQLException {
        if (remembered != null) {
            remembered.give(groups);
        }
        for (ExecutionGroup group : left.isEmpty() ? new ExecutionGroup[0] : groups) {
            group.connection().altering().left(left);
        }
    }

    /** Sets who is told of data sources that the run cannot reach; before the run is executed. */
    public void tellOf(IntConsumer unreached) {
        outages = unreached;
    }

    /** Is told of data sources that the run cannot reach; null when nobody wants to know. */
    public @Nullable IntConsumer outages() {
        return outages;
    }

    public DeployedPlan deployed() {
        return deployed;
    }

    public ShardWork work() {
        return work;
    }

    public RunSettings settings() {
        return settings;
    }

    /** Whether the run's tasks must succeed or fail together. */
    public boolean writesAsOne() {
        return work.size() > 1
                && (settings.statementClass() == StatementClass.WRITE
                        || settings.statementClass() == StatementClass.DEFINITION
                                && deployed.deployment().dialect().sessions().transactionalDefinitions()
                                && !definitionAlone);
    }

    /**
     * Whether what some of the run's tasks did may be there though another task failed. Where drivers undo each
     * statement by themselves that may also be what functions of a query wrote, or rows that it locked.
     */
    public boolean mayLeaveTraces(boolean writes) {
        return writes
                || work.size() > 1 && deployed.deployment().dialect().sessions().failureAbortsTransaction();
    }

    /** Sets the transaction that the run makes for itself, in autocommit mode; before any connection joins that. */
    public void ownTransaction(LogicTransaction transaction) {
        ownTransaction = transaction;
    }

    /**
     * The run does not take place after all: the transaction that it began for itself is rolled back; where that fails,
     * the connections of its branches are not used again. Called before the connections go, as the next statement on
     * them would be in that transaction. Throws nothing.
     */
    public void comesToNothing() {
        LogicTransaction begun = ownTransaction;
        if (begun == null) {
            return;
        }
        ownTransaction = null;
        try {
            begun.rollback();
        } catch (SQLException | RuntimeException | Error e) {
            // who calls has to let the connections go, because of a failure that tells more
            LOG.debug("What an execution began that does not run could not be rolled back", e);
        } finally {
            if (!begun.isRolledBack()) {
                begun.branches().forEach(PhysicalConnection::unfit);
            }
        }
    }

    /** The savepoints by which it can be undone inside the user's transaction. */
    public void savepoints(StatementSavepoints points) {
        savepoints = points;
    }

    public void inUserTransaction() {
        userTransaction = true;
    }

    /**
     * Takes connections, runs all tasks, and in autocommit mode commits what they wrote. Afterwards result sets and
     * keys that the work took may be read until {@link #close}.
     *
     * @throws SQLException the first failure, others attached; then nothing is open and, in autocommit mode, several
     *     tasks left nothing written
     */
    public void execute() throws SQLException {
        executing = true;
        try {
            attemptAsAllowed();
        } finally {
            executing = false;
        }
        if (closed) {
            // under it, at the very end: nobody else closes what it opened
            close();
            throw lender.whyClosed();
        }
    }

    private void attemptAsAllowed() throws SQLException {
        try {
            attempt();
        } catch (SQLException e) {
            if (!mustRunOutsideTransaction(e)) {
                throw e;
            }
            definitionAlone = true;
            attempt();
        }
    }

    private boolean mustRunOutsideTransaction(SQLException error) {
        return ownTransaction != null
                && settings.statementClass() == StatementClass.DEFINITION
                && IN_TRANSACTION_BLOCK.equals(error.getSQLState());
    }

    private void attempt() throws SQLException {
        ownTransaction = null;
        boolean timed = settings.queryTimeoutSeconds() > 0 && sinceNanos == 0;
        long start = timed ? System.nanoTime() : sinceNanos;
        startNanos = start;
        FanOut run = lender.prepare(this, start);
        boolean completed = false;
        try {
            if (listener != null) {
                listener.connected();
                run.tellTo(listener);
            }
            if (cancelled) {
                throw SqlErrors.of(ErrorCode.CANCELLED);
            }
            if (closed) {
                throw lender.whyClosed();
            }
            run.run();
            if (ownTransaction != null) {
                ownTransaction.commit();
            }
            if (savepoints != null && deployed.deployment().dialect().sessions().keepsHiddenSavepoints()) {
                savepoints.release();
            }
            completed = true;
            lender.executed(run.groups());
        } catch (SQLException e) {
            noteOutage(run, e);
            SQLException described = describe(run, e);
            fail(run, described);
            throw described;
        } catch (RuntimeException | Error e) {
            defect(e);
            fail(run, e);
            throw e;
        } finally {
            if (!completed) {
                lender.end(this);
            }
        }
        if (settings.statementClass() == StatementClass.DEFINITION) {
            definitionsChanged();
            lender.redefined(deployed.deployment());
        }
    }

    /** Only the first failure tells of its data source: others are broken off because of it. */
    private void noteOutage(FanOut failed, SQLException error) {
        if (outages == null || !SqlErrors.isOutageWhileExecuting(error)) {
            return;
        }
        for (ExecutionGroup group : failed.groups()) {
            if (group.error() == error) {
                outages.accept(work.dataSource(group.task(0)));
            }
        }
    }

    /** A definition statement that not all nodes took says which did. */
    private SQLException describe(FanOut failed, SQLException error) {
        if (settings.statementClass() == StatementClass.DEFINITION) {
            definitionsChanged();
            lender.redefined(deployed.deployment());
            if (ownTransaction == null && work.size() > 1) {
                return DefinitionOutcome.describe(work, failed.groups(), error);
            }
        }
        return error;
    }

    private void definitionsChanged() {
        List<String> tables =
                deployed.plan() instanceof ShardPlan shard ? shard.facts().logicTables() : List.of();
        deployed.deployment().definitionsChanged(tables);
    }

    private void fail(FanOut failed, Throwable cause) {
        SQLException closing = failed.close();
        if (closing != null && closing != cause) {
            cause.addSuppressed(closing);
        }
        if (ownTransaction != null) {
            undone = !(cause instanceof IncompleteCommitException) && !SqlErrors.isOutsideOfTransaction(cause);
            if (!undone) {
                // nobody knows what a driver made of the commit, or of the transaction that was begun
                ownTransaction.branches().forEach(PhysicalConnection::unfit);
            }
            try {
                ownTransaction.rollback();
            } catch (SQLException | RuntimeException e) {
                // The connection is lost or not used again, so its database rolls back.
                cause.addSuppressed(e);
                for (PhysicalConnection branch : ownTransaction.branches()) {
                    branch.unfit();
                }
            }
        } else if (aside != null) {
            lender.failedAside(deployed.shielded(cause));
        } else if (userTransaction) {
            undone = lender.failed(deployed, groups(), savepoints, failedWhole(), cause);
        }
    }

    /** Whether the run is one statement that failed as a whole, which the database undoes by itself. */
    private boolean failedWhole() {
        if (settings.statementClass() != StatementClass.WRITE || work.size() > 1 || !work.failsWhole()) {
            return false;
        }
        for (ExecutionGroup group : groups()) {
            if (group.error() != null && !SqlErrors.leavesNothing(group.error())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a failed execution left nothing of what its tasks wrote: it was undone, or the transaction can only be
     * rolled back. If not, what a driver reports of its part holds.
     */
    public boolean isUndone() {
        return undone;
    }

    /**
     * Sets when the execution began of which this run is a step: the query timeout counts from then. Before the run is
     * executed.
     *
     * @param startNanos by {@link System#nanoTime()}
     */
    public void since(long startNanos) {
        sinceNanos = startNanos;
    }

    /** Cancels the run, which is not executed yet. */
    public void cancelBefore() {
        cancelled = true;
    }

    @Override
    public void cancel() throws SQLException {
        cancelled = true;
        FanOut running = fanOut;
        if (running != null) {
            running.stop(SqlErrors.of(ErrorCode.CANCELLED));
        } else {
            lender.wake();
        }
    }

    @Override
    public @Nullable SQLException stopped() {
        if (cancelled) {
            return SqlErrors.of(ErrorCode.CANCELLED);
        }
        int seconds = settings.queryTimeoutSeconds();
        return seconds > 0 && leftNanos() <= 0 ? SqlErrors.of(ErrorCode.QUERY_TIMEOUT, seconds) : null;
    }

    /** How much is left of the query timeout, which the run has; not above 0 where the time is over. */
    public long leftNanos() {
        return startNanos + TimeUnit.SECONDS.toNanos(settings.queryTimeoutSeconds()) - System.nanoTime();
    }

    @Override
    public void breakOff() {
        for (ExecutionGroup group : groups()) {
            group.breakOff();
        }
    }

    @Override
    public void defect(Throwable cause) {
        for (ExecutionGroup group : groups()) {
            group.defect(cause);
        }
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        FanOut finished = fanOut;
        if (executing && isLeftToIt(finished)) {
            return;
        }
        if (finished == null) {
            return;
        }
        SQLException error;
        try {
            error = finished.close();
        } finally {
            lender.end(this);
        }
        if (error != null) {
            throw SqlErrors.onDataSource(error, "closed last");
        }
    }

    /**
     * Stops the run; returns whether the executing thread closes it.
     *
     * @param running null while the run has no connections yet
     */
    private boolean isLeftToIt(@Nullable FanOut running) {
        if (running == null) {
            return true;
        }
        boolean broken = isBrokenOff(running);
        running.stopClosed(lender.whyClosed(), broken);
        return !broken;
    }

    /** Whether all connections are broken off: their drivers need not be waited for, and may never return. */
    private static boolean isBrokenOff(FanOut running) {
        for (ExecutionGroup group : running.groups()) {
            if (!group.connection().isBroken()) {
                return false;
            }
        }
        return true;
    }

    /** The run has those groups from now on. With the lock of its session. */
    public void took(FanOut started) {
        fanOut = started;
    }

    /** Takes the groups away from the run; none when it has none any more. With the lock of its session. */
    public ExecutionGroup[] handBack() {
        ExecutionGroup[] left = groups();
        fanOut = null;
        return left;
    }

    @Override
    public void refuseDefinition() throws SQLException {
        for (ExecutionGroup group : groups()) {
            if (group.streams()) {
                throw SqlErrors.refuse(
                        "A definition statement while a result of the same connection is still read from its tables",
                        "close the result first");
            }
        }
    }

    /** The groups of an execution that is not over, or none. */
    ExecutionGroup[] groups() {
        FanOut running = fanOut;
        return running == null ? new ExecutionGroup[0] : running.groups();
    }
}
