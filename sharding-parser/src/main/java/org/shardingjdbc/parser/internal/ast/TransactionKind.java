package org.shardingjdbc.parser.internal.ast;

/** What a transaction control statement does. */
public enum TransactionKind {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    RELEASE_SAVEPOINT,
    ROLLBACK_TO_SAVEPOINT,
    /** SET TRANSACTION, SET SESSION CHARACTERISTICS. */
    SET_TRANSACTION
}
