package org.shardingjdbc.parser.internal.ast;

/** Joins truth values. {@code ||} and {@code &&} of MySQL are OR and AND. */
public enum LogicalOperator {
    AND,
    OR,
    XOR
}
