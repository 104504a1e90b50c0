package org.shardingjdbc.engine.internal.execute;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.shardingjdbc.engine.internal.execute.pool.CancelTimes;
import org.shardingjdbc.engine.internal.execute.worker.Workers;

/**
 * Why an execution is to end before it is done, and all that is done until it ends, be it of one unit or of several: at
 * once its statements are cancelled, also those whose results are read; {@link CancelTimes#SECOND_CANCEL_MILLIS} later
 * once more, as a cancel between two calls of a driver may be lost; and what has not ended after
 * {@link CancelTimes#GRACE_MILLIS} loses its connection.
 *
 * <p>The first reason counts. It serves one execution, or one after the other: a reason stops only the execution during
 * which it came. {@link #stop} and {@link #attach} may be called by any thread at any time, the rest by the one that
 * executes.
 */
public final class StopSignal {
    private static final AtomicIntegerFieldUpdater<StopSignal> RUNNING =
            AtomicIntegerFieldUpdater.newUpdater(StopSignal.class, "running");

    private final Target target;
    /** Null as long as it may go on. */
    volatile Throwable reason;
    /** Whether it runs, or is about to: 1 or 0. */
    private volatile int running;

    /** What is stopped. */
    public interface Target {
        /** What it does on its connections; by any thread. */
        ConnectionRun[] parts();

        /** Whose threads cancel later. */
        Workers workers();
    }

    public StopSignal(Target target) {
        this.target = target;
    }

    /** As {@link #begins}; what stopped the execution before stops this one no more. */
    public void beginsAnew() {
        if (reason != null) {
            reason = null;
        }
        RUNNING.lazySet(this, 1);
    }

    /**
     * It runs from now on. Who stops it sees that, or is seen by what asks {@link #isStopped} after the next barrier,
     * as each connection and each statement is one.
     */
    public void begins() {
        RUNNING.lazySet(this, 1);
    }

    /**
     * It runs no more: nothing is broken off from now on, and nothing cancelled but results that are read.
     *
     * @return whether it was stopped
     */
    public boolean ends() {
        RUNNING.lazySet(this, 0);
        return reason != null;
    }

    /** Whether it runs, or is about to. By any thread. */
    public boolean isRunning() {
        return running != 0;
    }

    /** Whether it is to end. By any thread. */
    public boolean isStopped() {
        return reason != null;
    }

    /** Why it is to end, or null. By any thread. */
    public Throwable reason() {
        return reason;
    }

    /** Whether it runs, and that stops it. By any thread. */
    boolean stopsRunning(Throwable why) {
        return running != 0 && reason == why;
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
        // Read behind it: an execution that begins from now on stops by itself.
        if (running != 0) {
            Workers workers = target.workers();
            workers.runAfter(CancelTimes.SECOND_CANCEL_MILLIS, () -> cancelAgain(why));
            workers.runAfter(CancelTimes.GRACE_MILLIS, () -> breakOff(why));
        }
        for (ConnectionRun part : target.parts()) {
            part.cancel(why);
        }
        return true;
    }

    private void cancelAgain(Throwable why) {
        for (ConnectionRun part : target.parts()) {
            if (stopsRunning(why) && !part.isFinished()) {
                part.cancel(why);
            }
        }
    }

    private void breakOff(Throwable why) {
        if (!stopsRunning(why)) {
            return;
        }
        for (ConnectionRun part : target.parts()) {
            // A driver may take long for it.
            target.workers().runAfter(0, () -> part.breakOffRunning(why));
        }
    }

    Workers workers() {
        return target.workers();
    }

    /** Attaches what failed besides to the reason; does nothing where there is none. By any thread. */
    public synchronized void attach(Throwable error) {
        Throwable first = reason;
        if (first != null && first != error) {
            first.addSuppressed(error);
        }
    }

    /** Throws what an execution failed with. */
    public static void raise(Throwable failure) throws SQLException {
        if (failure instanceof SQLException sql) {
            throw sql;
        }
        if (failure instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(failure);
    }
}
