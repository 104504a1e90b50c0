package org.shardingjdbc.parser.internal.ast;

/** How two queries' rows are combined; MINUS is EXCEPT. */
public enum SetOperator {
    UNION,
    EXCEPT,
    INTERSECT
}
