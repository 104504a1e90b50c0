package org.shardingjdbc.engine.internal.execute.worker;

/** How long cancelled statements, and cancels themselves, may take. */
public final class CancelTimes {
    /** How long a cancelled execution has before its connections are broken. */
    public static final long GRACE_MILLIS = 3_000;

    /** How long a driver's cancel has to return. Mostly it opens a connection of its own to the server. */
    public static final long UNANSWERED_MILLIS = 1_000;

    /** When a second cancel is sent, as a cancel between two calls of a driver may be lost. */
    public static final long SECOND_CANCEL_MILLIS = 200;

    /**
     * How long a cancel waits after a statement was sent that may write and begins a transaction. By then the server
     * must have executed the beginning, which nobody knows for sure. If a server was stopped for that long just there,
     * that is noticed.
     */
    public static final long BEGINS_MILLIS = 500;

    private CancelTimes() {}
}
