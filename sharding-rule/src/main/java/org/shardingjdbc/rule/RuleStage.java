package org.shardingjdbc.rule;

/**
 * The purpose of a kind of rule, which decides its place among the others: the constants are in the order in which
 * rules apply. A rule of an earlier stage sees a statement before those of later ones have changed it, and results
 * after them.
 */
public enum RuleStage {
    /** Decides, for a statement as its user wrote it, whether it runs and on which side: marks, limits, refusals. */
    AS_WRITTEN,

    /** Changes what an application sees of the values of a column. */
    SHOWN_VALUES,

    /** Changes how the values of a column are stored. */
    STORED_VALUES,

    /** Says where the rows of a table lie. */
    PLACES,

    /** Chooses among databases that have the same rows. */
    DATABASES
}
