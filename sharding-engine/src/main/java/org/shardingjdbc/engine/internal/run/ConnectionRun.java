package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * The part of an execution that runs on one connection. An execution on one connection is a {@link Single}; an
 * execution on several has one {@link ExecutionGroup} for each. All parts are run, cancelled, broken off and closed by
 * this class.
 *
 * <p>One thread at a time runs a part: the executing thread. It also closes the part; {@link Single#close} says how
 * another thread closes it. Any thread may cancel the part or break it off at any time, by its {@link StopSignal}.
 *
 * <p><b>The executing thread and a stopping thread meet at three places.</b> Each side writes before it reads. So
 * whichever order their steps come in, one of the two threads sees the other:
 *
 * <pre>
 *                            the executing thread                    the stopping thread
 *   before a statement       {@link #mayGoOn}: state = OPEN,         {@link StopSignal#stop}: reason = why,
 *                            then reads reason                       then {@link #cancel}: state OPEN to its number
 *   at the end               {@link StopSignal#end}: not running,    {@link #breakOffRunning}: reads phase with the
 *                            then {@link #awaitBreakOff}             monitor, and marks the connection there
 *   at the end, where        phase RUNNING to OVER; if that          {@link Single#close}: phase RUNNING to LEFT; if
 *   another thread closes    fails, it closes the part               the phase is OVER, it closes the part
 *   where both close         state OPEN to CLOSING, then reads       the same: who fails waits for the other one
 *                            connection and phase once more
 * </pre>
 *
 * <p><b>Cancel.</b> A statement may be cancelled only while it belongs to this part: a later cancel could hit what the
 * next user runs on the connection. So a cancelling thread writes its number to {@code state}, and a closing thread
 * waits for the end of that cancel ({@link #hold}). It does not wait when the connection is broken off, as nobody else
 * will use that connection.
 *
 * <p><b>Where a driver begins a transaction along with its first statement</b>, a cancel waits a moment if that
 * statement may write ({@link PhysicalConnection#cancelWaitsMillis}); {@code BeginningModelTest} tries these orders.
 *
 * <p><b>Break off.</b> When a driver does not answer a cancel in time, its connection is aborted. Before the abort, the
 * connection is marked unfit with the monitor held. {@link #awaitBreakOff} waits for that monitor, so that a connection
 * which somebody is about to abort is not given back as sound. Nobody waits for the abort itself, as it may hang.
 *
 * <p><b>One reason, one execution.</b> A {@link Single} is used again. A stopping thread compares its own reason with
 * {@code reason} ({@link StopSignal#stopsRunning}): when the next execution has begun, {@code reason} is another one or
 * null.
 *
 * <p><b>What is not a barrier.</b> The beginning of an execution and {@code connection} are written as release stores,
 * which cost nothing. Only the second cancel and the break off may see them too late, and those come seconds after a
 * stop.
 *
 * <p>{@code CancelModelTest} runs {@link Single#run} itself in each order of these steps.
 */
public abstract class ConnectionRun {
    /** Nobody may cancel: there is no statement, or the statement is being closed. */
    private static final int CLOSED = 0;
    /** A statement executes, or its results are read. */
    private static final int OPEN = 1;
    /** A thread closes the statements of an execution that is over: see {@link Single#close}. */
    private static final int CLOSING = 2;
    /** That thread has closed them, and gives the connection back. */
    private static final int RETURNING = 3;
    /** Between two looks of a thread that waits for another one's closing. */
    private static final long PAUSE_NANOS = 100_000;

    private static final AtomicIntegerFieldUpdater<ConnectionRun> STATE =
            AtomicIntegerFieldUpdater.newUpdater(ConnectionRun.class, "state");
    private static final AtomicReferenceFieldUpdater<ConnectionRun, PhysicalConnection> CONNECTION =
            AtomicReferenceFieldUpdater.newUpdater(ConnectionRun.class, PhysicalConnection.class, "connection");

    /** Null when the part has no connection. Written by the executing thread, read by any thread. */
    protected volatile @Nullable PhysicalConnection connection;
    /** What stops the execution. */
    // the constructor of Single sets it, and of a group the fan-out that it is given to, before anybody runs or stops
    // it
    @SuppressWarnings("NullAway.Init")
    protected StopSignal signal;

    /**
     * {@link #CLOSED}, {@link #OPEN}, {@link #CLOSING}, {@link #RETURNING}, or below {@link #CLOSED} the number of the
     * cancel that is in the driver.
     */
    private volatile int state;

    /** The number of the last thread that was in the driver's cancel. Guarded by the monitor. */
    private int cancels;

    /**
     * Whether a late cancel may come. Written with the monitor while {@link #state} is a number; read after
     * {@link #hold}.
     */
    private boolean sent;

    /**
     * Whether the connection is broken off. Set with the monitor held, reset by the executing thread; read by any
     * thread.
     */
    private volatile boolean broken;

    /**
     * Makes the part's statements and executes them.
     *
     * @param on the part's connection, which another thread may take from the part once the connection is broken off
     * @throws SQLException the driver's, or the reason for which the execution was stopped
     */
    protected abstract void runStatements(PhysicalConnection on) throws SQLException;

    /** Whether a statement was executed; if so, the guard of the data source learns the outcome. */
    protected boolean hasExecuted() {
        return true;
    }

    /** Whether the execution has used up the time that it may take. */
    protected boolean isLate() {
        return false;
    }

    /** Whether this part has run all that it will ever run; other parts may still run. By any thread. */
    protected boolean isFinished() {
        return false;
    }

    /** The statements that may be cancelled: the one that executes, or those whose results are read. */
    protected abstract List<Statement> targets();

    /** Closes the part's statements, or hands them to the cache that keeps them; returns the first failure, or null. */
    protected abstract @Nullable SQLException closeStatements();

    /**
     * Runs the part, unless the execution was stopped before, and reports the outcome to the guard of the data source
     * and to its pool.
     *
     * @param on the part's connection
     * @return null, or why the part failed, naming the data source; after a failure the statements are still open
     */
    protected final @Nullable Throwable attempt(PhysicalConnection on) {
        if (signal.reason != null) {
            return null;
        }
        DataSourceGuard.OutcomeListener guard = on.outcomeListener();
        long begin = guard == null ? 0 : System.nanoTime();
        try {
            runStatements(on);
            if (guard != null && hasExecuted()) {
                report(guard, begin, null);
            }
            return null;
        } catch (SQLException e) {
            if (guard != null) {
                report(guard, begin, e);
            }
            if (on.ranWithoutBeginning(e)) {
                return SqlErrors.outsideOfTransaction(on.dataSourceName(), e);
            }
            Throwable reason = signal.reason;
            if (e == reason) {
                return e;
            }
            if (reason == null) {
                on.pool().failed(e);
            }
            return SqlErrors.onDataSource(e, on.dataSourceName());
        } catch (Throwable e) {
            on.defect(e);
            return e;
        }
    }

    /**
     * Reports the outcome to the guard, with the error or null. The outcome of a stopped run says nothing of the
     * database, unless its time was over or its connection is lost: drivers give the errors of cancelled statements any
     * class.
     */
    private void report(DataSourceGuard.OutcomeListener guard, long beginNanos, @Nullable SQLException error) {
        boolean stopped = error != null && signal.isStopped();
        if (isLate() || error != null && isOutage(error, stopped)) {
            guard.failed();
        } else if (!stopped) {
            guard.answered(System.nanoTime() - beginNanos);
        }
    }

    private static boolean isOutage(SQLException error, boolean stopped) {
        return stopped ? SqlErrors.isLost(error) : SqlErrors.isOutageWhileExecuting(error);
    }

    // ---- its statements may be cancelled, or not

    /**
     * Allows cancels of the open statements from now on. A stopping thread either sees these statements, or has written
     * its reason before, which is noticed here. Returns whether the part may go on.
     */
    protected final boolean mayGoOn() {
        if (broken) {
            broken = false;
        }
        state = OPEN;
        return signal.reason == null;
    }

    /**
     * Forbids cancels of the open statements until {@link #mayGoOn}; waits for a cancel that is under way. It may find
     * the state CLOSING though its execution is not over: a thread that was to close the execution before came too late
     * for that. Such a thread sees that another execution runs, and sets the state back at once.
     */
    protected final void hold() {
        while (true) {
            int found = state;
            if (found == OPEN && STATE.compareAndSet(this, OPEN, CLOSED) || found == CLOSED || found == RETURNING) {
                return;
            }
            if (found < CLOSED) {
                awaitCancel();
            } else if (found == CLOSING) {
                if (broken) {
                    return;
                }
                Thread.onSpinWait();
            }
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

    /**
     * Closes the statements; nobody cancels any more. Returns the first failure, which makes the connection unfit, or
     * null.
     */
    protected final @Nullable SQLException closeAll() {
        hold();
        return closeHeld();
    }

    private @Nullable SQLException closeHeld() {
        PhysicalConnection used = connection;
        @Nullable SQLException failure;
        try {
            failure = closeStatements();
        } catch (RuntimeException e) {
            failure = SqlErrors.unexpected(e);
        } catch (Error e) {
            if (used != null) {
                used.defect(e);
            }
            throw e;
        }
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
     * The part runs no more, and {@link #breakOffRunning} finds that from now on. Waits for a thread that found the
     * part running before, so that this thread does not break off what runs on the connection next.
     */
    protected final void awaitBreakOff() {
        if (signal.isStopped()) {
            synchronized (this) {
                // A thread that breaks the part off looks and acts with the monitor held: when we hold it, that is
                // done.
            }
        }
    }

    // ---- by any thread

    /**
     * Cancels the part's statements, if {@code why} still stops the execution, statements may be cancelled now, and no
     * other thread cancels them. Where the network carries nothing, a cancel may hang until the connection ends.
     */
    final void cancel(Throwable why) {
        if (signal.reason != why) {
            return;
        }
        long wait = cancelWaitsMillis();
        if (wait > 0) {
            cancelLater(wait, why);
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
                signal.clock().runAfter(CancelTimes.UNANSWERED_MILLIS, () -> breakOffHanging(mine, on));
        try {
            send(on);
        } finally {
            if (unanswered != null) {
                unanswered.cancel(false);
            }
            endCancel(mine);
        }
    }

    private void cancelLater(long waitMillis, Throwable why) {
        if (signal.clock().runAfter(waitMillis, () -> cancel(why)) == null) {
            // The data source is closed.
            breakOffRunning(why);
        } else {
            signal.clock().runAfter(waitMillis + CancelTimes.SECOND_CANCEL_MILLIS, () -> cancelAgain(why));
        }
    }

    /** As {@link #cancel}, some time later, if the part still runs. Does nothing while both cancels are put off. */
    void cancelAgain(Throwable why) {
        if (signal.stopsRunning(why) && !isFinished() && cancelWaitsMillis() == 0) {
            cancel(why);
        }
    }

    private long cancelWaitsMillis() {
        PhysicalConnection on = connection;
        return on == null ? 0 : on.cancelWaitsMillis(signal.clock().nanoTime());
    }

    private void send(PhysicalConnection on) {
        for (Statement statement : targets()) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                signal.attach(SqlErrors.onDataSource(e, on.dataSourceName()));
            } catch (RuntimeException e) {
                // Connector/J throws one for a connection that it has closed meanwhile
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
        brokenOff();
    }

    /** Breaks the connection if {@code why} still stops the part; {@link #awaitBreakOff} waits for the mark of that. */
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
        brokenOff();
    }

    /** The connection was broken off while the part runs; its driver may never return to say so. */
    protected void brokenOff() {
        // The executing thread closes the part.
    }

    /** Breaks the part's connection, if any: a thread that waits in it gets an exception. Nobody waits for a cancel. */
    public final void breakOff() {
        PhysicalConnection used = connection;
        if (used == null) {
            return;
        }
        synchronized (this) {
            if (connection != used) {
                // The execution to be broken off is over, and the next one is none of the caller's.
                return;
            }
            isBroken(used);
        }
        used.abort();
    }

    /** A driver threw something else than an SQLException while results were read: the connection is not used again. */
    public final void defect(Throwable cause) {
        PhysicalConnection used = connection;
        if (used != null) {
            used.defect(cause);
        }
    }

    /** Called with the monitor held. */
    private void isBroken(PhysicalConnection on) {
        on.unfit();
        broken = true;
        notifyAll();
    }

    // ---- alone

    /**
     * An execution on one connection, by the caller's thread. One object serves one execution after the other; each
     * begins when the one before is closed.
     *
     * <pre>
     * run ── signal.beginAnew     a stop is noticed from now on
     *     ├── takeConnection       a stop ends the wait for a connection
     *     ├── attempt              runStatements, unless the execution is stopped by now
     *     ├── signal.endWell       nobody begins to break it off any more
     *     └── fail                 where it failed, was stopped or closed: awaitBreakOff,
     *                              closeAll, failed, giveConnectionBack
     *
     * close ── closeAll            nobody cancels any more
     *       └── giveConnectionBack
     * </pre>
     *
     * <p><b>Closed by another thread.</b> Another thread may close the execution: a coordinator that ends the
     * transaction, a thread that aborts the session, or one that closes the statement or its connection. While the
     * execution runs, such a close only stops it, and the executing thread closes: nobody else may have the connection,
     * or end the statement, while a driver may be at work there. A compare-and-set decides which of the two threads
     * closes. Only when the connection is broken off, so that its driver may never return, the closing thread closes it
     * or, where that was left to the executing thread, the thread that breaks it off. So the executing thread reads its
     * connection once.
     */
    public abstract static class Single extends ConnectionRun
            implements StopSignal.Target, PhysicalConnection.Borrower {
        protected Single() {
            signal = new StopSignal(this);
        }

        /**
         * Takes the connection, which {@link #took} receives; those who cancel know of the execution before.
         *
         * @throws SQLException also where the execution was stopped meanwhile
         */
        protected abstract void takeConnection() throws SQLException;

        /** Gives back the connection, which {@link #handBack} hands out; does nothing where the execution has none. */
        protected abstract void giveConnectionBack();

        /** Why the execution ends that another thread closes while it runs. Called by that thread. */
        protected abstract SQLException whyClosed();

        /** Stops the execution, also while it waits for its connection. By any thread. */
        protected void stop(SQLException why) {
            signal.stop(why);
        }

        /**
         * The execution failed on its connection, which it still has unless that is broken off. No statement is open
         * there any more, and nobody breaks the connection off from now on.
         *
         * @param failure what its statements failed with; null where it was stopped and succeeded all the same
         * @param cause what is thrown
         */
        protected abstract void failed(PhysicalConnection on, @Nullable Throwable failure, Throwable cause);

        /**
         * Takes the connection and executes. The results may be read until {@link #close}.
         *
         * @throws SQLException why the execution failed, or for which reason it was stopped; then nothing is open
         */
        protected final void run() throws SQLException {
            boolean completed = false;
            if (super.state != CLOSED) {
                // Another thread closes the execution before, and would give back the connection of this one.
                await(CLOSING);
                await(RETURNING);
                if (super.state > OPEN) {
                    // The connection is broken off, and its driver may never return from closing.
                    throw whyClosed();
                }
            }
            signal.beginAnew();
            try {
                takeConnection();
                PhysicalConnection on = connection;
                // Null where another thread has broken the connection off and closed the execution since.
                Throwable failure = on == null ? whyClosed() : attempt(on);
                if (failure != null || !signal.endWell()) {
                    Closing.raise(fail(on, failure));
                }
                completed = true;
            } finally {
                if (!completed) {
                    signal.beginClosing();
                    awaitBreakOff();
                    try {
                        giveConnectionBack();
                    } finally {
                        signal.end();
                    }
                }
            }
        }

        /** Returns what is to be thrown. */
        private Throwable fail(@Nullable PhysicalConnection on, @Nullable Throwable failure) {
            signal.beginClosing();
            // A thread that found the execution running has broken the connection off by now; what follows sees that.
            awaitBreakOff();
            Throwable cause = cause(on, failure);
            SQLException closing = closeAll();
            if (closing != null && closing != cause) {
                cause.addSuppressed(closing);
            }
            if (on != null) {
                failed(on, failure, cause);
            }
            return cause;
        }

        /**
         * The reason of a stop, with the failure attached; without a stop the failure, or that the execution was
         * closed.
         */
        private Throwable cause(@Nullable PhysicalConnection on, @Nullable Throwable failure) {
            Throwable reason = signal.reason();
            if (reason == null) {
                return failure == null ? whyClosed() : failure;
            }
            if (failure != null) {
                signal.attach(failure);
                if (on != null && SqlErrors.isOutsideOfTransaction(failure)) {
                    return SqlErrors.outsideOfTransaction(on.dataSourceName(), reason);
                }
            }
            return reason;
        }

        /**
         * Closes the statements and gives back the connection. Another thread that calls this while the execution runs
         * only stops it, and its own thread then closes; not so when the connection is broken off. Closing twice
         * changes nothing: of two threads that close an execution that is over, one closes and the other waits for it,
         * unless the connection is broken off.
         */
        public final void close() throws SQLException {
            // Read before the phase: so this is not a connection that was taken after the execution was found not to
            // run.
            PhysicalConnection used = connection;
            if (used == null) {
                return;
            }
            boolean over = signal.phase == StopSignal.OVER;
            if (!over && isLeftToIt()) {
                return;
            }
            boolean once = over || !super.broken;
            if (once) {
                if (!claimClosing(used)) {
                    return;
                }
            } else if (connection == used) {
                hold();
            } else {
                return;
            }
            SQLException error = null;
            try {
                error = super.closeHeld();
            } finally {
                if (once) {
                    // Who waits for that may hold the lock with which the connection is given back.
                    STATE.lazySet(this, RETURNING);
                }
                try {
                    giveConnectionBack();
                } finally {
                    if (once) {
                        STATE.lazySet(this, CLOSED);
                    }
                }
            }
            if (error != null) {
                throw SqlErrors.onDataSource(error, "closed last");
            }
        }

        /** Returns whether this thread closes; if not, another thread has closed the statements when this returns. */
        private boolean claimClosing(PhysicalConnection used) throws SQLException {
            while (true) {
                int found = super.state;
                if (found == OPEN) {
                    if (!STATE.compareAndSet(this, OPEN, CLOSING)) {
                        continue;
                    }
                    if (connection == used && signal.phase == StopSignal.OVER) {
                        return true;
                    }
                    // The execution was closed since, and the next one runs. That one is closed as any other that runs.
                    STATE.compareAndSet(this, CLOSING, OPEN);
                    close();
                    return false;
                }
                if (found < CLOSED) {
                    super.awaitCancel();
                    continue;
                }
                await(CLOSING);
                // A thread that came late by an execution may have claimed this one for a moment.
                if (super.state != OPEN || connection != used) {
                    return false;
                }
            }
        }

        /** Waits as long as another thread is there with its closing, or until the connection is broken off. */
        private void await(int passing) {
            boolean interrupted = false;
            while (super.state == passing && !super.broken) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        /** Stops the execution; returns whether the executing thread closes what it has. */
        private boolean isLeftToIt() {
            if (!super.broken) {
                if (!signal.leaveClosing()) {
                    return false;
                }
                stop(whyClosed());
            }
            // Read after the phase is LEFT: a thread that breaks the connection off from now on sees that phase.
            if (super.broken) {
                signal.stopBrokenOff(whyClosed());
                return false;
            }
            return true;
        }

        @Override
        protected final void brokenOff() {
            if (!signal.isLeft()) {
                return;
            }
            try {
                close();
            } catch (SQLException e) {
                signal.attach(e);
            }
        }

        @Override
        public final void took(PhysicalConnection taken) {
            CONNECTION.lazySet(this, taken);
        }

        @Override
        public final @Nullable PhysicalConnection handBack() {
            PhysicalConnection used = connection;
            CONNECTION.lazySet(this, null);
            return used;
        }

        @Override
        public final boolean isExecuting() {
            return signal.isRunning();
        }

        /** Why the execution was stopped, or null. By any thread. */
        public final @Nullable SQLException stopped() {
            return signal.reason() instanceof SQLException why ? why : null;
        }

        @Override
        public final ConnectionRun[] parts() {
            return new ConnectionRun[] {this};
        }
    }
}
