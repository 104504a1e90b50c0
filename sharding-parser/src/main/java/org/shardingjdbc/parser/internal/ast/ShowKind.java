package org.shardingjdbc.parser.internal.ast;

/** What a SHOW or DESCRIBE asks for. */
public enum ShowKind {
    TABLES,
    TABLE_STATUS,
    COLUMNS,
    CREATE_TABLE,
    INDEXES,
    DATABASES,
    VARIABLES,
    /** {@code SHOW SHARDING TRANSACTIONS}: ours. */
    TRANSACTIONS,
    /** Warnings and errors of the last statement, or how many there were. */
    DIAGNOSTICS,
    OTHER
}
