package org.shardingjdbc.parser.ast;

/** {@code NULLS FIRST} or {@code NULLS LAST}. */
public enum NullOrder {
    FIRST,
    LAST
}
