package org.shardingjdbc.rule.column;

/** What the stored values of a {@link TransformedColumn} still tell of those that the application wrote. */
public enum StoredProperty {
    /**
     * Whether they are NULL, and nothing else: the same value may be stored in several ways, or the rule gives nothing
     * away.
     */
    NULLS,
    /**
     * Besides, whether they are equal to a value that the statement gives: equal values may be stored in several forms,
     * which {@link TransformedColumn#write} and {@link TransformedColumn#otherForms} make.
     */
    LOOKUP,
    /**
     * Besides, whether they are equal to each other: two values are equal to the database exactly when their stored
     * forms are.
     */
    EQUALITY,
    /** They are the same values. */
    EVERYTHING;

    /** Whether two stored values are equal exactly when those that the application wrote are. */
    public boolean tellsEquality() {
        return this == EQUALITY || this == EVERYTHING;
    }
}
