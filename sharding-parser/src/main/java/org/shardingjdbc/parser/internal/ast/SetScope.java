package org.shardingjdbc.parser.internal.ast;

/** Whom a SET concerns. */
public enum SetScope {
    SESSION,
    /** Until the transaction ends. */
    LOCAL,
    GLOBAL,
    /** A user variable of MySQL, {@code @x}. */
    USER
}
