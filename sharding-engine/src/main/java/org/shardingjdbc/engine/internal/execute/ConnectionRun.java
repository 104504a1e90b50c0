package org.shardingjdbc.engine.internal.execute;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.CancelTimes;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.limit.GuardedUse;
import org.shardingjdbc.rule.DataSourceGuard;

/**
 * What an execution does on one of its connections: the one way in which that is run, cancelled, broken off and closed,
 * whether it is one unit ({@code OneUnitRun}) or one of several connections ({@link ExecutionGroup}). One thread at a
 * time runs it and closes it; it is cancelled and broken off by any thread at any time, by its {@link StopSignal}.
 *
 * <p>Its statements may be cancelled while they are its own, and at no other time, as a cancel that came later could
 * hit what the next user runs on the connection. So whoever cancels says so, and who closes waits for him, unless the
 * connection is broken off: nobody else will use that. Likewise whoever breaks the connection off because a cancel was
 * not answered is waited for by {@link #ended}.
 */
public abstract class ConnectionRun {
    /** Nobody may cancel: there is no statement, or it is being closed. */
    private static final int CLOSED = 0;
    /** A statement executes, or its results are read. */
    private static final int OPEN = 1;

    private static final AtomicIntegerFieldUpdater<ConnectionRun> STATE =
            AtomicIntegerFieldUpdater.newUpdater(ConnectionRun.class, "state");

    /** Null when it has none. */
    protected PhysicalConnection connection;
    /** What stops the execution. */
    protected StopSignal signal;

    /** Below {@link #CLOSED} the number of the thread that is in the driver's cancel; each has one of its own. */
    private volatile int state;

    private int cancels;
    /** Whether a cancel was sent that may come too late; read when nobody cancels. */
    private boolean sent;

    private volatile boolean broken;

    /**
     * Makes its statements and executes them.
     *
     * @throws SQLException the driver's, or the reason for which it was stopped
     */
    protected abstract void runStatements() throws SQLException;

    /** Whether something was executed, of which who guards the data source is told. */
    protected boolean hasExecuted() {
        return true;
    }

    /** Whether the time is over that the execution may take. */
    protected boolean isLate() {
        return false;
    }

    /** Whether all that it will ever run has run, though others of the execution may run. By any thread. */
    protected boolean isFinished() {
        return false;
    }

    /** The statements that may be cancelled: the one that executes, or those whose results are read. */
    protected abstract List<Statement> targets();

    /** Closes its statements, or hands them to who keeps them; returns the first failure, or null. */
    protected abstract SQLException closeStatements();

    /**
     * Runs it, unless it was stopped before it began, and tells who guards its data source, and its pool, what came of
     * it.
     *
     * @return null, or why it failed, which says where; the statements are still open then
     */
    protected final Throwable attempt() {
        if (signal.reason != null) {
            return null;
        }
        PhysicalConnection on = connection;
        DataSourceGuard guard = on.guard();
        long begin = guard == null ? 0 : GuardedUse.begins(guard);
        try {
            runStatements();
            if (begin != 0 && hasExecuted()) {
                tell(guard, begin, null);
            }
            return null;
        } catch (SQLException e) {
            tell(guard, begin, e);
            Throwable reason = signal.reason;
            if (e == reason) {
                return e;
            }
            if (reason == null) {
                on.pool().failed(e);
            }
            return SqlErrors.onDataSource(e, on.dataSourceName());
        } catch (Throwable e) {
            return e;
        }
    }

    private void tell(DataSourceGuard guard, long begin, SQLException error) {
        boolean late = isLate();
        if (late || error != null && signal.isStopped()) {
            GuardedUse.stopped(guard, begin, error, late);
        } else {
            GuardedUse.ended(guard, begin, error);
        }
    }

    // ---- its statements may be cancelled, or not

    /**
     * What was opened may be cancelled from now on. Who stops it sees the statements, or is seen here.
     *
     * @return whether it may go on; false when it is to end
     */
    protected final boolean mayGoOn() {
        if (broken) {
            broken = false;
        }
        state = OPEN;
        return signal.reason == null;
    }

    /** What it opened may not be cancelled until {@link #mayGoOn}; waits for who does. */
    protected final void hold() {
        while (state != CLOSED && !STATE.compareAndSet(this, OPEN, CLOSED)) {
            awaitCancel();
        }
    }

    private synchronized void awaitCancel() {
        boolean interrupted = false;
        while (state < CLOSED && !broken) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (state < CLOSED) {
            state = OPEN;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes what is open: nobody cancels any more. Returns the first failure; with one the connection is unfit. */
    protected final SQLException closeAll() {
        hold();
        SQLException failure;
        try {
            failure = closeStatements();
        } catch (RuntimeException e) {
            failure = SqlErrors.unexpected(e);
        }
        PhysicalConnection used = connection;
        if (failure != null && used != null) {
            used.unfit();
        }
        if (sent) {
            sent = false;
            if (used != null) {
                used.endLateCancel();
            }
        }
        return failure;
    }

    /**
     * It runs no more, as {@link #breakOffRunning} finds from now on: waits for who found it running, so that what
     * follows on the connection is not broken off in its place.
     */
    protected final void ended() {
        if (signal.isStopped()) {
            synchronized (this) {
                // Who breaks it off found out and did so under the monitor.
            }
        }
    }

    // ---- by any thread

    /**
     * Cancels its statements, if that still stops it (another execution may have begun), if that is possible now, and
     * nobody else does. A cancel that hangs as the statement does, because the network carries nothing, ends with the
     * connection.
     */
    final void cancel(Throwable why) {
        if (signal.reason != why) {
            return;
        }
        PhysicalConnection on;
        int mine;
        synchronized (this) {
            mine = cancels == Integer.MIN_VALUE ? CLOSED - 1 : cancels - 1;
            if (!STATE.compareAndSet(this, OPEN, mine)) {
                return;
            }
            // Nothing is closed from here on until the end of the cancel.
            on = signal.isStopped() && !targets().isEmpty() ? connection : null;
            if (on == null) {
                state = OPEN;
                return;
            }
            cancels = mine;
            sent = true;
        }
        ScheduledFuture<?> unanswered =
                signal.workers().runAfter(CancelTimes.UNANSWERED_MILLIS, () -> breakOffHanging(mine, on));
        try {
            send(on);
        } finally {
            if (unanswered != null) {
                unanswered.cancel(false);
            }
            endCancel(mine);
        }
    }

    private void send(PhysicalConnection on) {
        for (Statement statement : targets()) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                signal.attach(SqlErrors.onDataSource(e, on.dataSourceName()));
            } catch (RuntimeException e) {
                // Connector/J's, of a connection that it has closed meanwhile
                signal.attach(e);
            }
        }
    }

    private synchronized void endCancel(int mine) {
        STATE.compareAndSet(this, mine, OPEN);
        notifyAll();
    }

    private void breakOffHanging(int cancel, PhysicalConnection on) {
        synchronized (this) {
            if (state != cancel) {
                return;
            }
            isBroken(on);
        }
        on.abort();
    }

    /**
     * Breaks its connection, if it runs and that still stops it; {@link #ended} waits until it is known to be broken.
     */
    final void breakOffRunning(Throwable why) {
        PhysicalConnection on;
        synchronized (this) {
            on = signal.stopsRunning(why) && !isFinished() ? connection : null;
            if (on == null) {
                return;
            }
            isBroken(on);
        }
        on.abort();
    }

    /** Breaks its connection, if it has one: whoever waits in it gets an exception, and nobody waits for a cancel. */
    public final void breakOff() {
        PhysicalConnection used = connection;
        if (used != null) {
            synchronized (this) {
                isBroken(used);
            }
            used.abort();
        }
    }

    /** With the monitor. */
    private void isBroken(PhysicalConnection on) {
        on.unfit();
        broken = true;
        notifyAll();
    }
}
