package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one session for connections. A wait ends before its time when there is a reason: the execution was
 * cancelled, the time of the execution is over, the session is closed. One thread at a time waits; any thread may call
 * {@link #wake} at any time.
 *
 * <p>A thread that waits at a {@link ConnectionGate} is woken and looks for the reason. A wait inside of another
 * library, such as HikariCP, is ended by an interrupt, which reaches the thread in {@link #interruptibly} and nowhere
 * else: no interrupt is left behind. Where nobody called {@link #wake}, that costs two writes.
 */
public abstract class ConnectionWait {
    /** No thread is to be interrupted, and nobody called {@link #wake}. */
    private static final int APART = 0;
    /** The thread is where an interrupt ends its wait. */
    private static final int WITHIN = 1;
    /** The thread is there, and another thread is about to interrupt it: the first one waits for the interrupt. */
    private static final int STRUCK = 2;
    /** The thread was there when it was interrupted. */
    private static final int INTERRUPTED = 3;
    /** No thread is to be interrupted; {@link #wake} was called, so there may be a reason before the wait begins. */
    private static final int CALLED = 4;

    private static final AtomicIntegerFieldUpdater<ConnectionWait> PLACE =
            AtomicIntegerFieldUpdater.newUpdater(ConnectionWait.class, "place");

    /** Written by compare-and-set, and by who has made it {@link #STRUCK} or found it {@link #INTERRUPTED}. */
    private volatile int place;
    /** Null when nobody waits. Written by the thread that waits, read with the monitor. */
    private volatile @Nullable Thread waiting;
    /** The exception that ended the wait; used by the thread that waits. */
    private @Nullable SQLException end;

    /** Waits. */
    @FunctionalInterface
    public interface Waiting<T> {
        /** @throws SQLException also where the wait was interrupted */
        T await() throws SQLException;
    }

    /**
     * Why the execution is not to go on; null as long as the execution may. A reason stays until the wait is over. By
     * any thread: whoever makes a reason calls {@link #wake} afterwards.
     */
    protected abstract @Nullable SQLException reason();

    /** From now on {@link #wake} wakes the calling thread. */
    final void begins() {
        waiting = Thread.currentThread();
    }

    /** From now on {@link #wake} wakes no thread. */
    final void ends() {
        waiting = null;
    }

    /** Ends the wait, if a thread waits and there is a reason. By any thread. */
    public final synchronized void wake() {
        while (true) {
            if (PLACE.compareAndSet(this, WITHIN, STRUCK)) {
                boolean over = reason() != null;
                if (over) {
                    Objects.requireNonNull(waiting).interrupt();
                }
                place = over ? INTERRUPTED : WITHIN;
                return;
            }
            int now = place;
            if (now == INTERRUPTED) {
                return;
            }
            if (now == CALLED || PLACE.compareAndSet(this, APART, CALLED)) {
                LockSupport.unpark(waiting);
                return;
            }
        }
    }

    /** Whether there is a reason to end the wait. */
    final boolean isOver() {
        return reason() != null;
    }

    /** @throws SQLException the reason, if the wait is to end */
    public final void check() throws SQLException {
        SQLException why = reason();
        if (why != null) {
            end = why;
            throw why;
        }
    }

    /** Whether that exception ended the wait, and is not a failure of the pool that was waited for. */
    final boolean isEnd(SQLException error) {
        return error == end;
    }

    /**
     * Waits in a way that an interrupt ends.
     *
     * @throws SQLException what the wait throws; or the reason for which it ended, and then nothing was taken
     */
    public final <T> T interruptibly(Waiting<T> body) throws SQLException {
        waiting = Thread.currentThread();
        if (!PLACE.compareAndSet(this, APART, WITHIN)) {
            enterCalled();
        }
        try {
            return body.await();
        } catch (SQLException e) {
            check();
            throw e;
        } finally {
            if (!PLACE.compareAndSet(this, WITHIN, APART)) {
                leave();
            }
            waiting = null;
        }
    }

    /** @throws SQLException the reason, if the wait is to end */
    private void enterCalled() throws SQLException {
        place = WITHIN;
        // A reason that was there before is seen by this look; a call of wake from now on finds the thread.
        SQLException why = reason();
        if (why != null) {
            leave();
            waiting = null;
            place = CALLED;
            end = why;
            throw why;
        }
    }

    /** No interrupt comes any more, and one that came is cleared. */
    private void leave() {
        while (!PLACE.compareAndSet(this, WITHIN, APART)) {
            if (place == INTERRUPTED) {
                Thread.interrupted();
                place = CALLED;
                break;
            }
            Thread.onSpinWait();
        }
    }
}
