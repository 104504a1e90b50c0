package org.shardingjdbc.plan.internal.syntax;

/** What an execution means for transactions, caches and JDBC's results. */
public enum StatementClass {
    /** Returns rows and changes nothing. */
    READ,
    /** Returns rows and takes locks: SELECT ... FOR UPDATE. */
    LOCKING_READ,
    /** Makes, ends or asks for what lasts for the session on one connection: GET_LOCK, pg_advisory_lock, LISTEN. */
    SESSION_STATE,
    /** Changes rows; may return rows too (RETURNING). */
    WRITE,
    /** Changes definitions; the catalog and the plans are stale afterwards. */
    DEFINITION,
    /** Anything else that goes through as it is. */
    UTILITY
}
