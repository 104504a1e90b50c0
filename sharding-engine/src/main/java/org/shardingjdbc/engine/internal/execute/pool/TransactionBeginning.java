package org.shardingjdbc.engine.internal.execute.pool;

import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;

/**
 * The beginning of a transaction on one connection whose driver sends it along with the first statement. These are two
 * messages, which the server answers one by one. If a cancel hit the first one, the server would execute the second one
 * outside of any transaction. Where the statement may write, a cancel therefore waits until the server must have
 * executed the beginning, which nobody knows for sure before the statement returns.
 *
 * <pre>
 *   DUE ── {@link #sends} ──▶ ON_ITS_WAY ── {@link #returned} ──▶ OVER
 *    ▲                         │
 *    └────── {@link #failed} ◀───────┘   a cancel may have hit it: the driver begins anew with the next statement
 * </pre>
 *
 * <p>One for each transaction that a connection joins. The user of the connection calls all methods; any thread that
 * wants to cancel calls {@link #cancelWaitsMillis}. That thread has written before why the execution is to end, and the
 * user reads the reason after {@link #sends}. So either the thread finds the beginning on its way, or the statement is
 * not sent. {@code BeginningModelTest} tries the orders of these steps.
 */
final class TransactionBeginning {
    /** The beginning goes with the next statement. */
    private static final int DUE = 0;
    /** The beginning was sent with a statement that has not returned. */
    private static final int ON_ITS_WAY = 1;
    /** The transaction has begun. */
    private static final int OVER = 2;

    /** Written by the user of the connection; read by any thread. */
    private volatile int state = DUE;
    /** Whether the first statement may write or lock. Written before {@link #state} becomes {@link #ON_ITS_WAY}. */
    private boolean mayWrite;
    /**
     * When the beginning was sent, by {@link System#nanoTime()}. Written before {@link #state} becomes
     * {@link #ON_ITS_WAY}.
     */
    private long sentNanos;

    /** The next statement may write or lock. */
    void aboutToWrite() {
        if (state == DUE) {
            mayWrite = true;
        }
    }

    /** A statement is about to be sent, and the statements before it have returned. */
    void sends() {
        returned();
        if (state == DUE) {
            sentNanos = System.nanoTime();
            state = ON_ITS_WAY;
        }
    }

    /** The statement that was sent before has returned, and has not {@link #failed}. */
    void returned() {
        if (state == ON_ITS_WAY) {
            state = OVER;
        }
    }

    /**
     * The statement that was sent last has failed.
     *
     * @return whether the transaction was to begin with that statement, which may have written without one
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
     * @return 0 when the cancel need not wait
     */
    long cancelWaitsMillis(long nowNanos) {
        if (state != ON_ITS_WAY || !mayWrite) {
            return 0;
        }
        long past = TimeUnit.NANOSECONDS.toMillis(nowNanos - sentNanos);
        return Math.max(0, CancelTimes.BEGINS_MILLIS - past);
    }
}
