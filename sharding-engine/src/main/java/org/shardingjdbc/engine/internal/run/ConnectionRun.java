package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * The part of a run on one of its connections: the one way in which that is run, cancelled, broken off and closed,
 * whether it is the only one ({@link Single}) or one of several ({@link ExecutionGroup}). One thread at a time runs it;
 * it is cancelled and broken off by any thread at any time, by its {@link StopSignal}. Who runs it closes it, too; how
 * another thread does, {@link Single#close} says.
 *
 * <p><b>Who stops an execution, and who runs it, meet at three places.</b> Each side writes before it reads, so that
 * whichever order their steps come in, one of them sees the other:
 *
 * <pre>
 *                            the one that runs                       the one that stops
 *   before a statement       {@link #mayGoOn}: state = OPEN,         {@link StopSignal#stop}: reason = why,
 *                            then reads reason                       then {@link #cancel}: state OPEN to its number
 *   at the end               {@link StopSignal#ends}: not running,   {@link #breakOffRunning}: reads phase with the
 *                            then {@link #ended}: the monitor        monitor, and marks the connection there
 *   at the end, closed       phase RUNNING to OVER, else it          {@link Single#close}: phase RUNNING to LEFT, else
 *   from beside              closes                                  it is over: who closes does
 * </pre>
 *
 * <p><b>Cancel.</b> Its statements may be cancelled while they are its own, and at no other time, as a cancel that came
 * later could hit what the next user runs on the connection. So whoever cancels says so in {@code state}, and who
 * closes waits for him ({@link #hold}), unless the connection is broken off: nobody else will use that.
 *
 * <p><b>Where a driver begins a transaction along with its first statement</b>, a cancel waits a moment when that may
 * write ({@link PhysicalConnection#cancelWaitsMillis}); {@code BeginningModelTest} tries these orders.
 *
 * <p><b>Break off.</b> Where no driver answers a cancel in time, the connection is aborted. It is marked unfit with the
 * monitor before, for which {@link #ended} waits, so that it is not given back as sound while somebody is about to
 * abort it; the abort itself nobody waits for, as it may hang.
 *
 * <p><b>One reason, one execution.</b> A {@link Single} is used again. A thread that stops it compares the reason for
 * which it does so with {@code reason} ({@link StopSignal#stopsRunning}): when the next execution has begun, that is
 * another one or none.
 *
 * <p><b>What is not a barrier.</b> That it begins, and {@code connection}, are written as release stores, which cost
 * nothing. They may be seen too late by the second cancel and the break off alone, and those come seconds after a stop.
 *
 * <p>{@code CancelModelTest} runs {@link Single#run} itself in each order of these steps.
 */
public abstract class ConnectionRun {
    /** Nobody may cancel: there is no statement, or it is being closed. */
    private static final int CLOSED = 0;
    /** A statement executes, or its results are read. */
    private static final int OPEN = 1;

    private static final AtomicIntegerFieldUpdater<ConnectionRun> STATE =
            AtomicIntegerFieldUpdater.newUpdater(ConnectionRun.class, "state");
    private static final AtomicReferenceFieldUpdater<ConnectionRun, PhysicalConnection> CONNECTION =
            AtomicReferenceFieldUpdater.newUpdater(ConnectionRun.class, PhysicalConnection.class, "connection");

    /** Null when it has none. Written by who runs it, read by any thread. */
    protected volatile @Nullable PhysicalConnection connection;
    /** What stops the execution. */
    // the constructor of Single sets it, and of a group the fan-out that it is given to, before anybody runs or stops
    // it
    @SuppressWarnings("NullAway.Init")
    protected StopSignal signal;

    /** Below {@link #CLOSED} the number of the thread that is in the driver's cancel; each has one of its own. */
    private volatile int state;

    /** The number of the last thread that was in the driver's cancel. Guarded by the monitor. */
    private int cancels;

    /** Whether a cancel was sent that may come too late. Written before {@link #state} is a number, read after that. */
    private boolean sent;

    /** Whether its connection is broken off. Written with the monitor, and back by who runs it; read by any thread. */
    private volatile boolean broken;

    /**
     * Makes its statements and executes them.
     *
     * @param on its connection, which another thread may take from it once it is broken off
     * @throws SQLException the driver's, or the reason for which it was stopped
     */
    protected abstract void runStatements(PhysicalConnection on) throws SQLException;

    /** Whether something was executed; if so, the guard of the data source is told. */
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

    /** Closes its statements, or hands them to the cache that keeps them; returns the first failure, or null. */
    protected abstract @Nullable SQLException closeStatements();

    /**
     * Runs it, unless it was stopped before it began, and tells the guard of its data source and its pool how it ended.
     *
     * @param on its connection
     * @return null, or why it failed, which says where; the statements are still open then
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
                tell(guard, begin, null);
            }
            return null;
        } catch (SQLException e) {
            if (guard != null) {
                tell(guard, begin, e);
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
     * Tells who guards its data source what became of it. What comes of a run that was stopped says nothing of the
     * database, unless its time was over or its connection is lost: drivers give the errors of cancelled statements any
     * class.
     *
     * @param error null when there was none
     */
    private void tell(DataSourceGuard.OutcomeListener guard, long beginNanos, @Nullable SQLException error) {
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
     * What was opened may be cancelled from now on. A thread that stops it either sees the statements, or has given its
     * reason before and is noticed here.
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

    /** What it opened may not be cancelled until {@link #mayGoOn}; waits for a cancel that is under way. */
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
    protected final @Nullable SQLException closeAll() {
        hold();
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
     * It runs no more, as {@link #breakOffRunning} finds from now on. Waits for a thread that found it running before,
     * so that this one does not break off what runs on the connection next.
     */
    protected final void ended() {
        if (signal.isStopped()) {
            synchronized (this) {
                // A thread that breaks it off looks and acts with the monitor held, so it is done when we have that.
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

    /** As {@link #cancel}, some time after that, where it runs still; does nothing where both are put off. */
    private void cancelAgain(Throwable why) {
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
        brokenOff();
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
        brokenOff();
    }

    /** Its connection is broken off while it runs, of which no driver may tell it. */
    protected void brokenOff() {
        // Who runs it closes it.
    }

    /** Breaks its connection, if it has one: whoever waits in it gets an exception, and nobody waits for a cancel. */
    public final void breakOff() {
        PhysicalConnection used = connection;
        if (used == null) {
            return;
        }
        synchronized (this) {
            if (connection != used) {
                // Its execution is over, and the next one is none of whoever breaks that off.
                return;
            }
            isBroken(used);
        }
        used.abort();
    }

    /**
     * Something else than an SQLException came out of a driver while its results were read: its connection, where it
     * has one, is not used again.
     */
    public final void defect(Throwable cause) {
        PhysicalConnection used = connection;
        if (used != null) {
            used.defect(cause);
        }
    }

    /** With the monitor. */
    private void isBroken(PhysicalConnection on) {
        on.unfit();
        broken = true;
        notifyAll();
    }

    // ---- what stops it

    /**
     * Why an execution is to end before it is done, and all that is done until it ends, be it of one unit or of
     * several: at once its statements are cancelled, also those whose results are read;
     * {@link CancelTimes#SECOND_CANCEL_MILLIS} later once more, as a cancel between two calls of a driver may be lost;
     * and what has not ended after {@link CancelTimes#GRACE_MILLIS} loses its connection.
     *
     * <p>The first reason counts. It serves one execution, or one after the other: a reason stops only the execution
     * during which it came. {@link #stop} and {@link #attach} may be called by any thread at any time, the rest by the
     * one that executes.
     */
    public static final class StopSignal {
        private static final AtomicIntegerFieldUpdater<StopSignal> PHASE =
                AtomicIntegerFieldUpdater.newUpdater(StopSignal.class, "phase");

        /** It does not run. What it returned may be read. */
        private static final int OVER = 0;
        /** It has failed, or was stopped, and closes what it has. */
        private static final int CLOSING = 1;
        /** It runs, or is about to. */
        private static final int RUNNING = 2;
        /** It runs, and was closed meanwhile: who runs it closes what it has. */
        private static final int LEFT = 3;

        private final Target target;
        /**
         * Null as long as it may go on. Written with the monitor, and back by who begins an execution; read by any
         * thread.
         */
        private volatile @Nullable Throwable reason;
        /** Written by who executes, and from RUNNING to LEFT by who closes from beside; read by any thread. */
        private volatile int phase;

        /** What is stopped. */
        public interface Target {
            /** What it does on its connections; by any thread. */
            ConnectionRun[] parts();

            /** What cancels later. */
            TaskClock workers();
        }

        public StopSignal(Target target) {
            this.target = target;
        }

        /** As {@link #begins}; what stopped the execution before stops this one no more. */
        public void beginsAnew() {
            if (reason != null) {
                reason = null;
            }
            PHASE.lazySet(this, RUNNING);
        }

        /**
         * It runs from now on. A thread that stops it either sees that, or is noticed when {@link #isStopped} is asked
         * after the next barrier; taking a connection is one, and so is each statement.
         */
        public void begins() {
            PHASE.lazySet(this, RUNNING);
        }

        /**
         * It runs no more: nothing is broken off from now on, and nothing cancelled but results that are read.
         *
         * @return whether it was stopped
         */
        public boolean ends() {
            PHASE.lazySet(this, OVER);
            return reason != null;
        }

        /**
         * As {@link #ends}, of what has not failed.
         *
         * @return false where it was stopped, or closed meanwhile: then it {@link #closes}
         */
        private boolean endsWell() {
            // Looked at twice: what has stopped it by now closes without being over before, and what comes with the
            // end is heard.
            return reason == null && PHASE.compareAndSet(this, RUNNING, OVER) && reason == null;
        }

        /** It runs no more, and closes what it has. */
        private void closes() {
            PHASE.lazySet(this, CLOSING);
        }

        /** Whether it was closed while it runs, and who runs it is to close what it has. By any thread. */
        private boolean isLeft() {
            return phase == LEFT;
        }

        /** Leaves it to who runs it to close what it has; returns false where that has ended. By any thread. */
        private boolean leave() {
            return PHASE.compareAndSet(this, RUNNING, LEFT) || phase != OVER;
        }

        /** Whether it runs, or is about to. By any thread. */
        public boolean isRunning() {
            return phase >= RUNNING;
        }

        /** Whether it is to end. By any thread. */
        public boolean isStopped() {
            return reason != null;
        }

        /** Why it is to end, or null. By any thread. */
        public @Nullable Throwable reason() {
            return reason;
        }

        /** Whether it runs, and that stops it. By any thread. */
        boolean stopsRunning(Throwable why) {
            return phase >= RUNNING && reason == why;
        }

        /**
         * Stops it for that reason, unless it is stopped already. Does not wait.
         *
         * @return whether that is the reason now
         */
        public boolean stop(Throwable why) {
            synchronized (this) {
                if (reason != null) {
                    return false;
                }
                reason = why;
            }
            // Read after the reason is written: an execution that begins from now on stops by itself.
            if (phase >= RUNNING) {
                clock().runAfter(CancelTimes.SECOND_CANCEL_MILLIS, () -> cancelAgain(why));
                clock().runAfter(CancelTimes.GRACE_MILLIS, () -> breakOff(why));
            }
            for (ConnectionRun part : target.parts()) {
                part.cancel(why);
            }
            return true;
        }

        /** As {@link #stop}, of what is broken off, so that nothing need be cancelled. */
        void tell(Throwable why) {
            synchronized (this) {
                if (reason == null) {
                    reason = why;
                }
            }
        }

        private void cancelAgain(Throwable why) {
            for (ConnectionRun part : target.parts()) {
                part.cancelAgain(why);
            }
        }

        private void breakOff(Throwable why) {
            if (!stopsRunning(why)) {
                return;
            }
            for (ConnectionRun part : target.parts()) {
                // A driver may take long for it.
                clock().runAfter(0, () -> part.breakOffRunning(why));
            }
        }

        TaskClock clock() {
            return target.workers();
        }

        /** Attaches what failed besides to the reason; does nothing where there is none. By any thread. */
        public synchronized void attach(Throwable error) {
            Throwable first = reason;
            if (first != null && first != error) {
                first.addSuppressed(error);
            }
        }
    }

    // ---- alone

    /**
     * An execution that is one such run, on the caller's thread. One object serves one execution after the other, each
     * begun when the one before is closed.
     *
     * <pre>
     * run ── signal.beginsAnew    whoever stops it from now on is heard
     *     ├── takeConnection       a stop ends its wait
     *     ├── attempt              runStatements, unless it is stopped by now
     *     ├── signal.endsWell      nobody begins to break it off any more
     *     └── fail                 where it failed, was stopped or closed: ended (who breaks it off has done so),
     *                              closeAll, failed, giveConnectionBack
     *
     * close ── closeAll            nobody cancels any more
     *       └── giveConnectionBack
     * </pre>
     *
     * <p><b>Closed by another thread.</b> Who ends a session from beside closes what runs there: a coordinator, who
     * aborts it, who closes a statement or a connection that another thread uses. While it runs that stops it, and it
     * closes and gives back by itself: nobody is to have its connection, or end its statement, while a driver may be at
     * work there. Which of both closes, a compare-and-set decides. Only what is broken off is closed under it, by who
     * closes or, where that was left to it, by who breaks it off: its driver may not come back. So it reads its
     * connection once.
     */
    public abstract static class Single extends ConnectionRun
            implements StopSignal.Target, PhysicalConnection.Borrower {
        protected Single() {
            signal = new StopSignal(this);
        }

        /**
         * Lets those who cancel know of it, and takes its connection, of which {@link #took} is told.
         *
         * @throws SQLException also where it was stopped meanwhile
         */
        protected abstract void takeConnection() throws SQLException;

        /** Gives back the connection that it has, of which {@link #leave} is told; does nothing where it has none. */
        protected abstract void giveConnectionBack();

        /** Why it ends that another thread closes while it runs. By that thread. */
        protected abstract SQLException whyClosed();

        /** Stops it, also where it waits for its connection. By any thread. */
        protected void stop(SQLException why) {
            signal.stop(why);
        }

        /**
         * It failed on its connection, which it has unless it was broken off; nothing is open on that any more, and
         * nobody breaks it off from now on.
         *
         * @param on its connection
         * @param failure what its statements failed with; null where it was stopped and answered all the same
         * @param cause what is thrown
         */
        protected abstract void failed(PhysicalConnection on, @Nullable Throwable failure, Throwable cause);

        /**
         * Takes the connection and executes; what its statements returned may be read until {@link #close}.
         *
         * @throws SQLException why it failed, or for which reason it was stopped; then nothing is open
         */
        protected final void run() throws SQLException {
            boolean completed = false;
            signal.beginsAnew();
            try {
                takeConnection();
                PhysicalConnection on = connection;
                // Where there is none another thread has broken it off and closed it since.
                Throwable failure = on == null ? whyClosed() : attempt(on);
                if (failure != null || !signal.endsWell()) {
                    Closing.raise(fail(on, failure));
                }
                completed = true;
            } finally {
                if (!completed) {
                    signal.closes();
                    ended();
                    try {
                        giveConnectionBack();
                    } finally {
                        signal.ends();
                    }
                }
            }
        }

        /** Returns what is to be thrown. */
        private Throwable fail(@Nullable PhysicalConnection on, @Nullable Throwable failure) {
            signal.closes();
            // A thread that found it running has broken the connection off by now, and what follows sees that.
            ended();
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

        /** Why it was stopped, with what failed then; where it was not, what failed, or that it was closed. */
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
         * Closes its statements, and gives back its connection; while it runs, which another thread asks for, it is
         * stopped and does so by itself, unless it is broken off. Doing it twice changes nothing.
         */
        public final void close() throws SQLException {
            // Read first: what it has now it has not taken after it is found not to run.
            PhysicalConnection used = connection;
            if (used == null || signal.phase != StopSignal.OVER && isLeftToIt()) {
                return;
            }
            SQLException error = null;
            try {
                error = closeAll();
            } finally {
                giveConnectionBack();
            }
            if (error != null) {
                throw SqlErrors.onDataSource(error, "closed last");
            }
        }

        /** Stops it; returns whether it closes what it has. */
        private boolean isLeftToIt() {
            if (!super.broken) {
                if (!signal.leave()) {
                    return false;
                }
                stop(whyClosed());
            }
            // Read after it was left: who breaks it off from now on sees that.
            if (super.broken) {
                signal.tell(whyClosed());
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
        public final @Nullable PhysicalConnection leave() {
            PhysicalConnection used = connection;
            CONNECTION.lazySet(this, null);
            return used;
        }

        @Override
        public final boolean isExecuting() {
            return signal.isRunning();
        }

        /** Why it was stopped, or null. By any thread. */
        public final @Nullable SQLException stopped() {
            return signal.reason() instanceof SQLException why ? why : null;
        }

        @Override
        public final ConnectionRun[] parts() {
            return new ConnectionRun[] {this};
        }
    }
}
