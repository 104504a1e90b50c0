package org.shardingjdbc.engine.internal.execute.pool;

import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;

/**
 * The beginning of a transaction on one connection whose driver sends it along with the first statement: two messages,
 * which the server answers one by one. A cancel that struck the first of them would let the server execute the second
 * outside of any transaction. Where that may write, a cancel has to wait until the beginning must have been executed,
 * of which nobody tells before the statement returns.
 *
 * <pre>
 *   DUE ── {@link #sends} ──▶ ON_ITS_WAY ── {@link #returned} ──▶ OVER
 *    ▲                         │
 *    └────── {@link #failed} ◀───────┘   a cancel may have struck it: the driver begins with the next statement again
 * </pre>
 *
 * <p>One for each transaction that a connection joins. The user of the connection calls all of it, and any thread that
 * wants to cancel asks {@link #cancelWaitsMillis}. That thread has written before why the execution is to end, and the
 * user reads that after {@link #sends}: so either the thread finds the beginning on its way, or the statement is not
 * sent. {@code BeginningModelTest} tries the orders of these steps.
 */
final class TransactionBeginning {
    /** It goes with the next statement. */
    private static final int DUE = 0;
    /** It was sent with a statement that has not returned. */
    private static final int ON_ITS_WAY = 1;
    /** The transaction has begun. */
    private static final int OVER = 2;

    /** Written by the user of the connection; read by any thread. */
    private volatile int state = DUE;
    /** Whether what it is sent with may write or lock. Written before {@link #state} becomes {@link #ON_ITS_WAY}. */
    private boolean mayWrite;
    /** When it was sent, by {@link System#nanoTime()}. Written before {@link #state} becomes {@link #ON_ITS_WAY}. */
    private long sentNanos;

    /** The next statement may write or lock. */
    void aboutToWrite() {
        if (state == DUE) {
            mayWrite = true;
        }
    }

    /** A statement is about to be sent, and those before it have returned. */
    void sends() {
        returned();
        if (state == DUE) {
            sentNanos = System.nanoTime();
            state = ON_ITS_WAY;
        }
    }

    /** What was sent before has returned, and has not {@link #failed}. */
    void returned() {
        if (state == ON_ITS_WAY) {
            state = OVER;
        }
    }

    /**
     * The statement failed that was sent last.
     *
     * @return whether the transaction was to begin with it, and it may have written without one
     */
    boolean failed() {
        if (state != ON_ITS_WAY) {
            return false;
        }
        state = DUE;
        return mayWrite;
    }

    /**
     * How long a cancel has to wait. By any thread.
     *
     * @param nowNanos by {@link System#nanoTime()}
     * @return 0 when nothing is to be waited for
     */
    long cancelWaitsMillis(long nowNanos) {
        if (state != ON_ITS_WAY || !mayWrite) {
            return 0;
        }
        long past = TimeUnit.NANOSECONDS.toMillis(nowNanos - sentNanos);
        return Math.max(0, CancelTimes.BEGINS_MILLIS - past);
    }
}
