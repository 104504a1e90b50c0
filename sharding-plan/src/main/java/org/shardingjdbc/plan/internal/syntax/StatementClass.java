package org.shardingjdbc.plan.internal.syntax;

import org.shardingjdbc.rule.execution.StatementKind;

/** What an execution means for transactions, caches and JDBC's results. */
public enum StatementClass {
    /** Returns rows and changes nothing. */
    READ(StatementKind.READ),
    /** Returns rows and takes locks: SELECT ... FOR UPDATE. */
    LOCKING_READ(StatementKind.LOCKING_READ),
    /** Makes, ends or asks for what lasts for the session on one connection: GET_LOCK, pg_advisory_lock, LISTEN. */
    SESSION_STATE(StatementKind.OTHER),
    /** Changes rows; may return rows too (RETURNING). */
    WRITE(StatementKind.WRITE),
    /** Changes definitions; the catalog and the plans are stale afterwards. */
    DEFINITION(StatementKind.DEFINITION),
    /** CALL, which goes through as it is; it may return several results. */
    CALL(StatementKind.CALL),
    /** Anything else that goes through as it is. */
    UTILITY(StatementKind.OTHER);

    private final StatementKind kind;

    StatementClass(StatementKind kind) {
        this.kind = kind;
    }

    /** Whether it reads or writes rows, and nothing else. */
    public boolean isOfRows() {
        return this == READ || this == LOCKING_READ || this == WRITE;
    }

    /** Whether it goes through as it is, so that nobody knows what it does and returns. */
    public boolean isUnknown() {
        return this == CALL || this == UTILITY;
    }

    /** What rules call it. */
    public StatementKind kind() {
        return kind;
    }
}
