package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The waits of one session for connections, which end before their time when there is a reason: what they are for was
 * cancelled, its time is over, the session is closed. One thread at a time waits, between {@link #begins} and
 * {@link #ends}; {@link #wake} may be called by any thread at any time.
 *
 * <p>Who waits at a {@link ConnectionGate} is woken and looks. What is not ours to wake, such as HikariCP, is ended by
 * an interrupt, which reaches the thread {@link #interruptibly there} and nowhere else: none is left behind.
 */
public abstract class ConnectionWait {
    /** Nobody is to be interrupted. */
    private static final int APART = 0;
    /** The thread is where an interrupt ends its wait. */
    private static final int WITHIN = 1;
    /** It is there, and somebody is about to interrupt it, for which it waits. */
    private static final int STRUCK = 2;
    /** It was there when it was interrupted. */
    private static final int INTERRUPTED = 3;

    private final AtomicInteger place = new AtomicInteger();
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

    /** The calling thread may wait from now on. */
    protected final void begins() {
        end = null;
        waiting = Thread.currentThread();
    }

    /** It waits no more. */
    protected final void ends() {
        waiting = null;
    }

    /** Ends the wait if there is one and a reason to. By any thread. */
    public final synchronized void wake() {
        if (place.compareAndSet(WITHIN, STRUCK)) {
            boolean over = reason() != null;
            if (over) {
                waiting.interrupt();
            }
            place.set(over ? INTERRUPTED : WITHIN);
            return;
        }
        LockSupport.unpark(waiting);
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
        check();
        place.set(WITHIN);
        try {
            // Who found nobody to interrupt is seen here.
            check();
            return body.await();
        } catch (SQLException e) {
            if (!isEnd(e)) {
                check();
            }
            throw e;
        } finally {
            leave();
        }
    }

    private void leave() {
        while (!place.compareAndSet(WITHIN, APART)) {
            if (place.get() == INTERRUPTED) {
                Thread.interrupted();
                place.set(APART);
                return;
            }
            Thread.onSpinWait();
        }
    }
}
