package org.shardingjdbc.rule.execution;

/** What a statement does, as rules tell statements apart. */
public enum StatementKind {
    /** Returns rows and changes nothing. */
    READ,
    /**
     * Returns rows, and is not known to be told by tables' rows and builtin functions alone: it calls what may write or
     * what the session knows, uses its variables, or names no table that a rule or the catalog places.
     */
    OTHER_READ,
    /** Returns rows and takes locks: SELECT ... FOR UPDATE. */
    LOCKING_READ,
    /** Changes rows. */
    WRITE,
    /** Changes definitions. */
    DEFINITION,
    /** Runs what is stored in its database, of which nobody sees what it reads and writes: CALL. */
    CALL,
    /** Anything else: settings, locks of the session, what goes through as it is. */
    OTHER
}
