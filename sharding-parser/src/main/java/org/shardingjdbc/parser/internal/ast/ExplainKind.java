package org.shardingjdbc.parser.internal.ast;

/** Who explains a statement. */
public enum ExplainKind {
    /** EXPLAIN of the database. */
    DATABASE,
    /** {@code EXPLAIN SHARDING}: ours. */
    SHARDING,
    /** {@code PREVIEW}: ours. */
    PREVIEW
}
