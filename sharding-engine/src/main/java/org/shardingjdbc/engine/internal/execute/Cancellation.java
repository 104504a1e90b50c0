package org.shardingjdbc.engine.internal.execute;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;

/**
 * When the statements of an execution on one connection may be cancelled: while they are the execution's, and at no
 * other time, as a cancel that came later could hit what the next user runs on the connection. So whoever cancels says
 * so, and {@link #close} waits for him, unless the connection is broken off: nobody else will use that. Likewise
 * whoever breaks the connection off because a cancel was not answered is waited for by {@link #ended}. One thread at a
 * time opens and closes it; {@link #cancel} and {@link #breakOff} may be called by any thread at any time.
 */
public final class Cancellation {
    /** Nobody may cancel: there is no statement, or it is being closed. */
    private static final int CLOSED = 0;
    /** A statement executes, or its results are read. */
    private static final int OPEN = 1;

    private static final AtomicIntegerFieldUpdater<Cancellation> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Cancellation.class, "state");

    /** Below {@link #CLOSED} the number of the thread that is in the driver's cancel; each has one of its own. */
    private volatile int state;

    private int cancels;
    /** Whether a cancel was sent since it was asked last; read when nobody cancels. */
    private boolean sent;

    private volatile boolean broken;

    /** What is cancelled. */
    public interface Target {
        /**
         * The connection of the statements; null when there is nothing to cancel any more. Nothing is closed meanwhile.
         */
        PhysicalConnection toCancel();

        /** Cancels them; a failure is not raised, but kept with the reason of the cancel. */
        void sendCancel();
    }

    /** From now on what was written before may be cancelled. */
    public void open() {
        if (broken) {
            broken = false;
        }
        state = OPEN;
    }

    /**
     * From now on nobody cancels; waits for who does.
     *
     * @return whether {@link #takeSent} has anything to tell
     */
    public boolean close() {
        while (state != CLOSED && !STATE.compareAndSet(this, OPEN, CLOSED)) {
            awaitCancel();
        }
        return sent;
    }

    /** Whether a cancel was sent that may come too late; asked once, when it is closed. */
    public boolean takeSent() {
        boolean was = sent;
        if (was) {
            sent = false;
        }
        return was;
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
     * Cancels, if that is possible now and nobody else does. A cancel that hangs as the statement does, because the
     * network carries nothing, ends with the connection.
     */
    public void cancel(Target target, Workers workers) {
        PhysicalConnection on;
        int mine;
        synchronized (this) {
            mine = cancels == Integer.MIN_VALUE ? CLOSED - 1 : cancels - 1;
            if (!STATE.compareAndSet(this, OPEN, mine)) {
                return;
            }
            on = target.toCancel();
            if (on == null) {
                state = OPEN;
                return;
            }
            cancels = mine;
            sent = true;
        }
        ScheduledFuture<?> unanswered =
                workers.runAfter(CancelTimes.UNANSWERED_MILLIS, () -> breakOffHanging(mine, on));
        try {
            target.sendCancel();
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
     * Breaks the connection of an execution that did not answer to a cancel, unless it has ended meanwhile.
     *
     * @param running its connection, null when it has ended; from when that is asked until the connection is known to
     *     be broken, {@link #ended} waits
     */
    public void breakOff(Supplier<PhysicalConnection> running) {
        PhysicalConnection on;
        synchronized (this) {
            on = running.get();
            if (on == null) {
                return;
            }
            isBroken(on);
        }
        on.abort();
    }

    /**
     * An execution that somebody stopped has ended, as {@link #breakOff(Supplier)} finds from now on: waits for who
     * found it running, so that what follows on the connection is not broken off in its place.
     */
    public synchronized void ended() {
        // Who breaks it off found out and did so under the monitor.
    }

    /** Breaks the connection: whoever waits in it gets an exception, and nobody waits for a cancel on it. */
    public void breakOff(PhysicalConnection on) {
        synchronized (this) {
            isBroken(on);
        }
        on.abort();
    }

    /** With the monitor. */
    private void isBroken(PhysicalConnection on) {
        on.unfit();
        broken = true;
        notifyAll();
    }
}
