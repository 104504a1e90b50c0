package org.shardingjdbc.rule;

/** What the stored values of a {@link TransformedColumn} still tell of those that the application wrote. */
public enum Kept {
    /** Whether they are NULL: the same value may be stored in several ways, or nothing else may be told. */
    NULLS,
    /** Besides, whether they are equal: two values are equal to the database exactly when their stored forms are. */
    EQUALITY,
    /** They are the same values. */
    EVERYTHING
}
