package org.shardingjdbc.parser.internal.ast;

/** What a SELECT does with equal rows. */
public enum Quantifier {
    ALL,
    DISTINCT,
    /** {@code DISTINCT ON (...)} of PostgreSQL. */
    DISTINCT_ON
}
