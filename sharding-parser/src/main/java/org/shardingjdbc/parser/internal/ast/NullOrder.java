package org.shardingjdbc.parser.internal.ast;

/** {@code NULLS FIRST} or {@code NULLS LAST}. */
public enum NullOrder {
    FIRST,
    LAST
}
