package org.shardingjdbc.proxy.internal.postgresql;

/** What a statement is to the session, besides being executed. */
enum CommandKind {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ROLLBACK_TO_SAVEPOINT,
    /** SAVEPOINT and RELEASE. */
    SAVEPOINT,
    /** SET and RESET, after which the client may have to be told of a setting. */
    SETTING,
    COPY,
    /** LISTEN and NOTIFY. */
    LISTEN,
    /** PREPARE, EXECUTE and DEALLOCATE as statements. */
    PREPARE,
    /** DECLARE, FETCH, MOVE and CLOSE. */
    CURSOR,
    /** UPDATE and DELETE of the row of a cursor. */
    POSITIONED,
    /** DISCARD ALL. */
    DISCARD_ALL,
    /** What gives back all of a kind of which a session never has any: UNLISTEN. */
    NOTHING,
    OTHER
}
