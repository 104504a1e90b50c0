package org.shardingjdbc.rule.execution;

/** What a statement does, as far as rules distinguish statements. */
public enum StatementKind {
    /** Returns rows and changes nothing. */
    READ,
    /**
     * Returns rows that may depend on more than the rows of tables and on builtin functions: it calls functions that
     * may write or that depend on the session, uses session variables, or names no table that a rule or the catalog
     * places.
     */
    OTHER_READ,
    /** Returns rows and takes locks: SELECT ... FOR UPDATE. */
    LOCKING_READ,
    /** Changes rows. */
    WRITE,
    /** Changes definitions. */
    DEFINITION,
    /** Runs a stored procedure, whose reads and writes are unknown: CALL. */
    CALL,
    /** Anything else: settings, locks of the session, statements that are passed on unchanged. */
    OTHER
}
