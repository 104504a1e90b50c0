package org.shardingjdbc.parser.internal.ast;

/** What {@code OVERRIDING ... VALUE} of an INSERT says of values for columns that make their own. */
public enum Overriding {
    /** They are stored, also where the column always makes its own. */
    SYSTEM,
    /** They are ignored, and the column makes its own. */
    USER
}
