package org.shardingjdbc.parser.internal.ast;

/** What a definition statement defines. */
public enum DdlKind {
    CREATE_TABLE,
    ALTER_TABLE,
    DROP_TABLE,
    TRUNCATE_TABLE,
    RENAME_TABLE,
    CREATE_INDEX,
    ALTER_INDEX,
    DROP_INDEX,
    CREATE_VIEW,
    /** A materialized or recursive view. */
    CREATE_OTHER_VIEW,
    ALTER_VIEW,
    DROP_VIEW,
    CREATE_SEQUENCE,
    ALTER_SEQUENCE,
    DROP_SEQUENCE,
    CREATE_SCHEMA,
    ALTER_SCHEMA,
    DROP_SCHEMA,
    COMMENT,
    /** GRANT. */
    GRANT,
    /** REVOKE. */
    REVOKE,
    /** ANALYZE, OPTIMIZE, VACUUM, REINDEX, CHECK TABLE and their like. */
    MAINTAIN,
    /** Users, roles and tablespaces: what belongs to a server. */
    ACCOUNT,
    /** Triggers and events that are named without their table: what belongs to one place. */
    PLACED,
    /** Types, functions, extensions and all else that belongs to a database and that no table name decides. */
    OTHER
}
