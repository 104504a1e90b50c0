package org.shardingjdbc.parser.ast;

/** How two queries' rows are combined; MINUS is EXCEPT. */
public enum SetOperator {
    UNION,
    EXCEPT,
    INTERSECT
}
