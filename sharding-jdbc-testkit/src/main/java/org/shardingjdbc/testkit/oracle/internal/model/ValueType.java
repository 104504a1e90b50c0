package org.shardingjdbc.testkit.oracle.internal.model;

/** What a generated expression yields, as far as the next expression around it must know. */
public enum ValueType {
    /** Exact, without fraction. */
    INTEGER,
    DECIMAL,
    DOUBLE,
    TEXT,
    DATE,
    TIMESTAMP,
    BOOLEAN,
    /** Comparable with itself, but nothing is computed of it: binary, UUID, timestamp with zone. */
    OPAQUE,
    /** Not even comparable: JSON. */
    DOCUMENT;

    public static ValueType of(ColumnKind kind) {
        return switch (kind) {
            case INTEGER, LONG -> INTEGER;
            case DECIMAL -> DECIMAL;
            case DOUBLE -> DOUBLE;
            case TEXT, CHAR -> TEXT;
            case DATE -> DATE;
            case TIMESTAMP -> TIMESTAMP;
            case BOOLEAN -> BOOLEAN;
            case TIMESTAMP_WITH_ZONE, BINARY, UUID -> OPAQUE;
            case JSON -> DOCUMENT;
        };
    }

    public boolean comparable() {
        return this != DOCUMENT;
    }

    public boolean exactNumber() {
        return this == INTEGER || this == DECIMAL;
    }
}
