package org.shardingjdbc.parser.internal.ast;

/** Statements that are known by name only. */
public enum OtherKind {
    CALL,
    LOCK_TABLES,
    UNLOCK_TABLES,
    KILL,
    LOAD_DATA,
    COPY,
    DO,
    PREPARE,
    CURSOR,
    HANDLER,
    /** LISTEN and UNLISTEN. */
    LISTEN,
    /** Anything else that the grammar knows and no table decides. */
    UTILITY
}
