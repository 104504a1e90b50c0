package org.shardingjdbc.engine.internal.run;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;

/**
 * Why an execution is to end early, and all that is done until it ends, be it of one unit or of several. At once its
 * statements are cancelled, also those whose results are read. {@link CancelTimes#SECOND_CANCEL_MILLIS} later they are
 * cancelled once more, as a cancel between two calls of a driver may be lost. A part that has not ended after
 * {@link CancelTimes#GRACE_MILLIS} loses its connection.
 *
 * <p>The first reason counts. A signal serves one execution, or one after the other: a reason stops only the execution
 * during which it came. {@link #stop} and {@link #attach} may be called by any thread at any time, the other methods by
 * the executing thread unless they say otherwise.
 */
public final class StopSignal {
    private static final AtomicIntegerFieldUpdater<StopSignal> PHASE =
            AtomicIntegerFieldUpdater.newUpdater(StopSignal.class, "phase");

    /** The execution does not run. What it returned may be read. */
    static final int OVER = 0;
    /** The execution has failed or was stopped, and closes what it has. */
    private static final int CLOSING = 1;
    /** The execution runs, or is about to. */
    private static final int RUNNING = 2;
    /** The execution runs, and another thread closed it meanwhile: the executing thread closes what it has. */
    private static final int LEFT = 3;

    private final Target target;
    /** Null as long as the execution may go on. Set with the monitor held, reset when an execution begins. */
    volatile @Nullable Throwable reason;
    /** Written by the executing thread; changed from RUNNING to LEFT by another thread that closes. */
    volatile int phase;

    /** The execution that a signal stops. */
    public interface Target {
        /** The execution's parts, one for each of its connections. By any thread. */
        ConnectionRun[] parts();

        /** The clock that runs later cancels and break offs. */
        TaskClock workers();
    }

    public StopSignal(Target target) {
        this.target = target;
    }

    /** As {@link #begin}, and forgets the reason that stopped the execution before. */
    public void beginAnew() {
        if (reason != null) {
            reason = null;
        }
        PHASE.lazySet(this, RUNNING);
    }

    /**
     * The execution runs from now on. A stopping thread either sees that, or {@link #isStopped} notices its reason when
     * asked after the next barrier; taking a connection is a barrier, and so is each statement.
     */
    public void begin() {
        PHASE.lazySet(this, RUNNING);
    }

    /**
     * The execution runs no more: nothing is broken off, and only statements whose results are read are cancelled.
     * Returns whether the execution was stopped.
     */
    public boolean end() {
        PHASE.lazySet(this, OVER);
        return reason != null;
    }

    /**
     * As {@link #end}, after success. Returns false where the execution was stopped or closed: the caller must
     * {@link #beginClosing} then.
     */
    boolean endWell() {
        // Read twice: an execution that was stopped before goes to CLOSING without OVER in between, and a reason
        // that comes along with the end is noticed.
        return reason == null && PHASE.compareAndSet(this, RUNNING, OVER) && reason == null;
    }

    /** The execution runs no more, and closes what it has. */
    void beginClosing() {
        PHASE.lazySet(this, CLOSING);
    }

    /** Whether another thread has closed the running execution, whose own thread then closes. By any thread. */
    boolean isLeft() {
        return phase == LEFT;
    }

    /** Leaves closing to the executing thread; returns false where the execution has ended. By any thread. */
    boolean leaveClosing() {
        return PHASE.compareAndSet(this, RUNNING, LEFT) || phase != OVER;
    }

    /** Whether the execution runs, or is about to. By any thread. */
    public boolean isRunning() {
        return phase >= RUNNING;
    }

    /** Whether the execution is to end early. By any thread. */
    public boolean isStopped() {
        return reason != null;
    }

    /** Why the execution is to end early, or null. By any thread. */
    public @Nullable Throwable reason() {
        return reason;
    }

    /** Whether the execution runs, and {@code why} stops it. By any thread. */
    boolean stopsRunning(Throwable why) {
        return phase >= RUNNING && reason == why;
    }

    /**
     * Stops the execution, unless it is stopped already; does not wait. Returns whether {@code why} is the reason now.
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

    /** As {@link #stop}, for an execution whose connections are broken off, so that nothing need be cancelled. */
    void stopBrokenOff(Throwable why) {
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

    /** Adds a further failure to the reason as suppressed; does nothing where there is no reason. By any thread. */
    public synchronized void attach(Throwable error) {
        Throwable first = reason;
        if (first != null && first != error) {
            first.addSuppressed(error);
        }
    }
}
