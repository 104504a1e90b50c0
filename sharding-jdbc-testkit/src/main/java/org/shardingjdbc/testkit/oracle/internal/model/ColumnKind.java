package org.shardingjdbc.testkit.oracle.internal.model;

/** What a column holds, as far as statements care. */
public enum ColumnKind {
    INTEGER,
    LONG,
    DECIMAL,
    DOUBLE,
    TEXT,
    /** Fixed length, blank padded. */
    CHAR,
    DATE,
    TIMESTAMP,
    TIMESTAMP_WITH_ZONE,
    BOOLEAN,
    BINARY,
    JSON,
    UUID
}
