package org.shardingjdbc.parser.internal.ast;

/** How two tables are joined. STRAIGHT_JOIN is INNER. */
public enum JoinKind {
    INNER,
    /** CROSS JOIN, and the comma. */
    CROSS,
    LEFT,
    RIGHT,
    FULL
}
