package org.shardingjdbc.parser.internal.ast;

/** How a GROUP BY forms its groups. */
public enum GroupingKind {
    /** A list of expressions. */
    PLAIN,
    /** ROLLUP, CUBE, GROUPING SETS or WITH ROLLUP takes part. */
    SETS,
    /** {@code GROUP BY ALL}. */
    ALL
}
