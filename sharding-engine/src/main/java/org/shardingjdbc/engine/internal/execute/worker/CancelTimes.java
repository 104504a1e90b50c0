package org.shardingjdbc.engine.internal.execute.worker;

/** How long it is waited for what was cancelled. */
public final class CancelTimes {
    /** How long a cancelled execution has before its connections are broken. */
    public static final long GRACE_MILLIS = 3_000;

    /** How long a driver's cancel has to return: it connects to the server anew, mostly. */
    public static final long UNANSWERED_MILLIS = 1_000;

    /** A cancel that comes between two calls of a driver may be lost; so it is said twice. */
    public static final long SECOND_CANCEL_MILLIS = 200;

    /**
     * How long it is waited until a statement is cancelled that may write and that began a transaction: what begins it
     * has been executed by then, of which nobody tells. A server that was stopped for that long just there is noticed.
     */
    public static final long BEGINS_MILLIS = 500;

    private CancelTimes() {}
}
