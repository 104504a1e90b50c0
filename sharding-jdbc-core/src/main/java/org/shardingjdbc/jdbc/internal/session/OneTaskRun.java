package org.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.CancelTimes;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.jdbc.internal.execute.Workers;
import org.shardingjdbc.jdbc.internal.execute.loss.PoolLosses;
import org.shardingjdbc.jdbc.internal.limit.GuardedUse;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * The executions of a statement that have one task each, without a timeout, on the caller's thread: what
 * {@link ShardRun} and {@link FanOut} do for them, less what only several tasks, streams, timeouts and definitions
 * need. One per statement, which begins it anew for each execution, so that an execution makes no objects here. One
 * thread at a time uses it; only {@link #cancel} and {@link #breakOff} may be called by any thread at any time.
 *
 * <p>What it is worth: a statement that is used again costs 231 ns with it and 346 without, one that is prepared each
 * time 325 and 515 ({@code Operations.pointReused} and {@code pointPrepareEach} over stub drivers, one run).
 *
 * <p>A statement is cancelled only while it is this run's: a cancel that came later could hit what the next user runs
 * on the connection. So whoever cancels says so, and {@link #close} waits for him, unless the connection is broken off:
 * nobody else will use that.
 */
public abstract class OneTaskRun implements Run {
    /** Nobody may cancel: there is no statement, or it is being closed. */
    private static final int IDLE = 0;
    /** The statement executes, or its results are read. */
    private static final int OPEN = 1;
    /** Each thread that is in the driver's cancel has a number of its own, below that. */
    private static final int CANCELLING = 0;

    private static final AtomicIntegerFieldUpdater<OneTaskRun> STATE =
            AtomicIntegerFieldUpdater.newUpdater(OneTaskRun.class, "state");
    private static final AtomicIntegerFieldUpdater<OneTaskRun> EXECUTING =
            AtomicIntegerFieldUpdater.newUpdater(OneTaskRun.class, "executing");

    private final RunHome home;
    private DeployedPlan deployed;
    private PhysicalConnection connection;
    private Statement statement;
    private volatile SQLException stopped;
    private volatile int state;
    /** The number of the execution that is under way; 0 when none is. */
    private volatile int executing;

    private int executions;
    private boolean reserved;
    private int cancels;
    /** Whether a cancel was sent since the statement was opened; read when nobody cancels any more. */
    private boolean cancelled;

    private volatile boolean broken;

    protected OneTaskRun(RunHome home) {
        this.home = home;
    }

    // ---- what the task does

    /** Makes the statement with everything set but fetch size and query timeout. */
    protected abstract Statement open(PhysicalConnection on) throws SQLException;

    /**
     * Executes the statement and takes from it what is needed.
     *
     * @return whether it returned rows, which are read until {@link #close}
     */
    protected abstract boolean execute(Statement opened) throws SQLException;

    /** Closes the statement, or only its results when it is kept for the next execution. */
    protected abstract void close(Statement opened) throws SQLException;

    // ---- the execution

    /** Another execution begins: a cancel that comes from now on stops it. The one before must be closed. */
    protected final void begin(DeployedPlan plan) {
        if (deployed != plan) {
            deployed = plan;
        }
        if (stopped != null) {
            stopped = null;
        }
    }

    /** Where the execution runs. */
    protected final PhysicalConnection connection() {
        return connection;
    }

    /** The statement, as long as the execution is open; else null. */
    protected final Statement statement() {
        return statement;
    }

    /**
     * Takes the connection and executes. Afterwards the results may be read until {@link #close}.
     *
     * @throws SQLException after which nothing is open
     */
    protected final void run(int dataSource, StatementClass statementClass, boolean returnsRows) throws SQLException {
        boolean completed = false;
        try {
            begin(dataSource, statementClass);
            boolean transaction = home.transactions().isOpen();
            ShardPool pool = connection.pool();
            long begin = GuardedUse.begins(pool.guard());
            try {
                attempt(returnsRows && !transaction ? pool.drivers().bufferFetchSize(0) : 0);
                completed = true;
                if (begin != 0) {
                    GuardedUse.ended(pool.guard(), begin, null);
                }
            } catch (SQLException e) {
                if (stopped == null) {
                    GuardedUse.ended(pool.guard(), begin, e);
                } else {
                    GuardedUse.stopped(pool.guard(), begin, e, false);
                }
                SQLException described = describe(e);
                fail(described, transaction);
                throw described;
            } catch (RuntimeException | Error e) {
                fail(e, transaction);
                throw e;
            }
        } finally {
            EXECUTING.lazySet(this, 0);
            if (!completed) {
                home.end(this);
            }
        }
    }

    /** Where the database is lost that was chosen, another one may be by now; nothing was executed yet. */
    private void begin(int dataSource, StatementClass statementClass) throws SQLException {
        try {
            home.begin(this, deployed, dataSource, statementClass);
        } catch (SQLException e) {
            boolean bound = deployed.deployment().choice() == null
                    || home.transactions().isOpen();
            if (bound || !PoolLosses.isRefused(e)) {
                throw e;
            }
            home.begin(this, deployed, dataSource, statementClass);
        }
    }

    private void attempt(int fetchSize) throws SQLException {
        executions = executions == Integer.MAX_VALUE ? 1 : executions + 1;
        EXECUTING.lazySet(this, executions);
        checkStopped();
        PhysicalConnection on = connection;
        Statement opened = open(on);
        statement = opened;
        on.fetchSize(opened, fetchSize);
        on.timeout(opened, 0);
        state = OPEN;
        // Who stops it from now on sees the statement.
        checkStopped();
        boolean rows = execute(opened);
        checkStopped();
        if (rows) {
            // They are in memory: others may use the connection too.
            share(on);
        }
    }

    private void checkStopped() throws SQLException {
        SQLException reason = stopped;
        if (reason != null) {
            throw reason;
        }
    }

    /** Says what was the reason and where the data source is. */
    private SQLException describe(SQLException error) {
        SQLException reason = stopped;
        if (reason != null) {
            if (reason != error) {
                reason.addSuppressed(SqlErrors.onDataSource(error, connection.dataSourceName()));
            }
            return reason;
        }
        connection.pool().failed(error);
        return SqlErrors.onDataSource(error, connection.dataSourceName());
    }

    private void fail(Throwable cause, boolean transaction) {
        SQLException closing = closeStatement();
        if (closing != null && closing != cause) {
            cause.addSuppressed(closing);
        }
        if (transaction) {
            home.transactions()
                    .failures()
                    .failed(deployed.deployment().dialect(), connection, deployed.shielded(cause));
        }
    }

    // ---- the connection

    /** Has that connection from now on; with the session's lock held, as {@link #leave}. */
    final void took(PhysicalConnection taken) {
        connection = taken;
        if (broken) {
            broken = false;
        }
        taken.use();
        taken.reserve();
        reserved = true;
    }

    /** Lets the connection go; null when there is none any more. */
    final PhysicalConnection leave() {
        PhysicalConnection used = connection;
        connection = null;
        if (used != null) {
            if (reserved) {
                share(used);
            }
            used.unuse();
        }
        return used;
    }

    private void share(PhysicalConnection used) {
        reserved = false;
        used.unreserve();
    }

    // ---- the end

    @Override
    public final void close() throws SQLException {
        if (connection == null) {
            return;
        }
        SQLException error = null;
        try {
            error = closeStatement();
        } finally {
            home.end(this);
        }
        if (error != null) {
            throw SqlErrors.onDataSource(error, "closed last");
        }
    }

    /** Returns the failure, or null; a connection with one is not used again. */
    private SQLException closeStatement() {
        protect();
        Statement opened = statement;
        statement = null;
        if (opened == null) {
            return null;
        }
        PhysicalConnection used = connection;
        SQLException error = null;
        try {
            close(opened);
        } catch (SQLException e) {
            if (used != null) {
                used.unfit();
            }
            error = e;
        }
        if (cancelled) {
            cancelled = false;
            if (used != null) {
                used.endLateCancel();
            }
        }
        return error;
    }

    /** From now on nobody cancels the statement. */
    private void protect() {
        while (state != IDLE && !STATE.compareAndSet(this, OPEN, IDLE)) {
            awaitCancel();
        }
    }

    private synchronized void awaitCancel() {
        boolean interrupted = false;
        while (state < CANCELLING && !broken) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (state < CANCELLING) {
            state = OPEN;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public final void cancel() throws SQLException {
        SQLException reason = SqlErrors.of(ErrorCode.CANCELLED);
        synchronized (this) {
            if (stopped != null) {
                return;
            }
            stopped = reason;
        }
        // Read behind it: an execution that begins from now on stops by itself.
        int execution = executing;
        Workers workers = home.workers();
        if (execution != 0) {
            workers.runAfter(CancelTimes.SECOND_MILLIS, () -> {
                if (executing == execution) {
                    cancelStatement(reason);
                }
            });
            workers.runAfter(CancelTimes.GRACE_MILLIS, () -> breakOff(execution, reason));
        }
        cancelStatement(reason);
    }

    /** Cancels the statement, if that reason still stops it and nobody else cancels. */
    private void cancelStatement(SQLException reason) {
        Statement target;
        PhysicalConnection on;
        int mine;
        synchronized (this) {
            mine = cancels == Integer.MIN_VALUE ? CANCELLING - 1 : cancels - 1;
            if (!STATE.compareAndSet(this, OPEN, mine)) {
                return;
            }
            if (stopped != reason) {
                // Another execution has begun.
                state = OPEN;
                return;
            }
            cancels = mine;
            cancelled = true;
            target = statement;
            on = connection;
        }
        ScheduledFuture<?> unanswered =
                home.workers().runAfter(CancelTimes.UNANSWERED_MILLIS, () -> breakOffHanging(mine, on));
        try {
            target.cancel();
        } catch (SQLException e) {
            reason.addSuppressed(SqlErrors.onDataSource(e, on.dataSourceName()));
        } finally {
            if (unanswered != null) {
                unanswered.cancel(false);
            }
            endCancel(mine);
        }
    }

    private synchronized void endCancel(int mine) {
        STATE.compareAndSet(this, mine, OPEN);
        notifyAll();
    }

    /** A cancel hangs as the statement does: the network carries nothing. */
    private void breakOffHanging(int cancel, PhysicalConnection on) {
        synchronized (this) {
            if (state != cancel) {
                return;
            }
            breakOff(on);
        }
        on.abort();
    }

    private void breakOff(int execution, SQLException reason) {
        if (executing == execution && stopped == reason) {
            breakOff();
        }
    }

    @Override
    public final void breakOff() {
        PhysicalConnection used = connection;
        if (used != null) {
            synchronized (this) {
                breakOff(used);
            }
            used.abort();
        }
    }

    /** With the monitor. */
    private void breakOff(PhysicalConnection used) {
        used.unfit();
        broken = true;
        notifyAll();
    }
}
