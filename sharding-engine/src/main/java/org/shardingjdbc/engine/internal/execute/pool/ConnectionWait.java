package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * The waits of one session for connections, which end before their time when there is a reason: what they are for was
 * cancelled, its time is over, the session is closed. One thread at a time waits; {@link #wake} may be called by any
 * thread at any time.
 *
 * <p>Who waits at a {@link ConnectionGate} is woken and looks. What is not ours to wake, such as HikariCP, is ended by
 * an interrupt, which reaches the thread in {@link #interruptibly} and nowhere else: none is left behind. Where nobody
 * called, that costs two writes.
 */
public abstract class ConnectionWait {
    /** Nobody is to be interrupted, and nobody called. */
    private static final int APART = 0;
    /** The thread is where an interrupt ends its wait. */
    private static final int WITHIN = 1;
    /** It is there, and somebody is about to interrupt it, for which it waits. */
    private static final int STRUCK = 2;
    /** It was there when it was interrupted. */
    private static final int INTERRUPTED = 3;
    /** Nobody is to be interrupted; somebody called, so there may be a reason before the wait begins. */
    private static final int CALLED = 4;

    private static final AtomicIntegerFieldUpdater<ConnectionWait> PLACE =
            AtomicIntegerFieldUpdater.newUpdater(ConnectionWait.class, "place");

    private volatile int place;
    /** Null when nobody waits. */
    private volatile Thread waiting;
    /** What the wait was ended with; by the thread that waits. */
    private SQLException end;

    /** Waits. */
    @FunctionalInterface
    public interface Waiting<T> {
        /** @throws SQLException also where it was interrupted */
        T await() throws SQLException;
    }

    /**
     * Why what it is for is not to go on; null as long as it is. It stays so until the wait is over. By any thread:
     * whatever makes it so is followed by {@link #wake}.
     */
    protected abstract SQLException reason();

    /** The calling thread is woken from now on. */
    final void begins() {
        waiting = Thread.currentThread();
    }

    /** It is woken no more. */
    final void ends() {
        waiting = null;
    }

    /** Ends the wait if there is one and a reason to. By any thread. */
    public final synchronized void wake() {
        while (true) {
            if (PLACE.compareAndSet(this, WITHIN, STRUCK)) {
                boolean over = reason() != null;
                if (over) {
                    waiting.interrupt();
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

    /** Whether there is a reason to end it. */
    final boolean isOver() {
        return reason() != null;
    }

    /** @throws SQLException why it is over, if it is */
    public final void check() throws SQLException {
        SQLException why = reason();
        if (why != null) {
            end = why;
            throw why;
        }
    }

    /** Whether that is what the wait was ended with, and not what was waited for failed with. */
    final boolean isEnd(SQLException error) {
        return error == end;
    }

    /**
     * Does what an interrupt ends.
     *
     * @throws SQLException what it throws; or why the wait is over, and then nothing has come of it
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

    /** @throws SQLException why the wait is over, if it is */
    private void enterCalled() throws SQLException {
        place = WITHIN;
        // Who called before has made it so before, and who calls from now on finds the thread.
        SQLException why = reason();
        if (why != null) {
            leave();
            waiting = null;
            place = CALLED;
            end = why;
            throw why;
        }
    }

    /** No interrupt comes any more, and the one that came is gone. */
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
