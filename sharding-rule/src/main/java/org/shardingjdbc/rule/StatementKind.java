package org.shardingjdbc.rule;

/** What a statement does, as rules tell statements apart. */
public enum StatementKind {
    /** Returns rows and changes nothing. */
    READ,
    /** Returns rows and takes locks: SELECT ... FOR UPDATE. */
    LOCKING_READ,
    /** Changes rows. */
    WRITE,
    /** Changes definitions. */
    DEFINITION,
    /** Anything else: settings, locks of the session, what goes through as it is. */
    OTHER
}
