package org.shardingjdbc.engine.internal.execute;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.limit.GuardedUse;
import org.shardingjdbc.rule.DataSourceGuard;

/**
 * What an execution does on one of its connections: the one way in which that is run, cancelled, broken off and closed,
 * whether it is one unit ({@code OneUnitRun}) or one of several connections ({@link ExecutionGroup}). One thread at a
 * time runs it and closes it; it is cancelled and broken off by any thread at any time, by its {@link StopSignal}.
 */
public abstract class ConnectionRun implements Cancellation.Target {
    /** Null when it has none. */
    protected PhysicalConnection connection;
    /** What stops the execution. */
    protected StopSignal signal;

    private final Cancellation cancellation = new Cancellation();

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
     * Runs it, and tells who guards its data source, and its pool, what came of it.
     *
     * @return null, or why it failed, which says where; the statements are still open then
     */
    protected final Throwable attempt() {
        PhysicalConnection on = connection;
        DataSourceGuard guard = on.pool.guard;
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
                on.pool.failed(e);
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

    /**
     * What was opened may be cancelled from now on. Who stops it sees the statements, or is seen here.
     *
     * @return whether it may go on; false when it is to end
     */
    protected final boolean mayGoOn() {
        cancellation.open();
        return signal.reason == null;
    }

    /** What it opened may not be cancelled until {@link #mayGoOn}; waits for who does. */
    protected final void hold() {
        cancellation.close();
    }

    /** It runs no more: who found it running has broken it off by now, and nobody will. */
    protected final void ended() {
        if (signal.isStopped()) {
            cancellation.ended();
        }
    }

    /** Closes what is open: nobody cancels any more. Returns the first failure; with one the connection is unfit. */
    protected final SQLException closeAll() {
        boolean cancelled = cancellation.close();
        SQLException failure = closeStatements();
        PhysicalConnection used = connection;
        if (used == null) {
            return failure;
        }
        if (failure != null) {
            used.unfit();
        }
        if (cancelled && cancellation.takeSent()) {
            used.endLateCancel();
        }
        return failure;
    }

    /** Cancels its statements, if that still stops it: another execution may have begun. By any thread. */
    final void cancel(Throwable why) {
        if (signal.reason == why) {
            cancellation.cancel(this, signal.workers());
        }
    }

    @Override
    public final PhysicalConnection toCancel() {
        return signal.isStopped() && !targets().isEmpty() ? connection : null;
    }

    @Override
    public final void sendCancel() {
        PhysicalConnection on = connection;
        for (Statement statement : targets()) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                signal.attach(on == null ? e : SqlErrors.onDataSource(e, on.dataSourceName()));
            }
        }
    }

    /** Breaks its connection, if it runs and that still stops it. By any thread. */
    final void breakOffRunning(Throwable why) {
        cancellation.breakOff(() -> signal.stopsRunning(why) && !isFinished() ? connection : null);
    }

    /** Breaks its connection, if it has one: whoever waits in it gets an exception. By any thread. */
    public final void breakOff() {
        PhysicalConnection used = connection;
        if (used != null) {
            cancellation.breakOff(used);
        }
    }
}
