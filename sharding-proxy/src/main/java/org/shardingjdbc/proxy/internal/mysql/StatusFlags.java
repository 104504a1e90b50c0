package org.shardingjdbc.proxy.internal.mysql;

/** The state of a session, which comes with each OK and EOF packet. */
final class StatusFlags {
    static final int IN_TRANSACTION = 1;
    static final int AUTOCOMMIT = 1 << 1;
    /** Another result follows. */
    static final int MORE_RESULTS = 1 << 3;
    /** The rows are fetched by COM_STMT_FETCH. */
    static final int CURSOR = 1 << 6;
    /** The cursor has no further row. */
    static final int LAST_ROW_SENT = 1 << 7;
    /** The OK packet tells what of the session has changed. */
    static final int CHANGED = 1 << 14;

    private StatusFlags() {}
}
