package org.shardingjdbc.dialect.internal;

/**
 * Whether a statement means the same with values in place of a subquery. The default answers are those of a database
 * that means what standard SQL says, and gives a text that is a parameter the collation of the connection.
 */
public interface Subqueries {
    /**
     * Whether rows may be lost where a row is sought in a subquery, or a test made of it, and it matters that it is not
     * there.
     */
    default boolean losesRowsOfNegatedLists() {
        return false;
    }

    /** Whether a DELETE that returns rows returns a count when its condition is a constant. */
    default boolean returnsCountOfNoRows() {
        return false;
    }

    /** Whether a subquery may read the table that rows are inserted into. */
    default boolean readsInsertTarget() {
        return true;
    }

    /** Whether IN takes a subquery with a limit. */
    default boolean limitsInLists() {
        return true;
    }

    /** Whether a text compares the same as a parameter and as a column. */
    default boolean textsCompareAlike() {
        return false;
    }

    /** Whether a text of a select list has the same type as a parameter. */
    default boolean shownTextsKeepType() {
        return false;
    }

    /** Whether two texts are equal whatever collation decides. */
    default boolean equalInAllCollations() {
        return false;
    }

    /** Whether a value is compared with those of a list in the widest type of all. */
    default boolean listsWidenTypes() {
        return false;
    }

    /** Whether {@code column IN (SELECT ...)} fails where the rows have a value that the column's type cannot hold. */
    default boolean failsToSeekBeyondType() {
        return false;
    }

    /** Whether the ORDER BY of a subquery behind IN or EXISTS does not even make a group of its rows. */
    default boolean forgetsOrderWhereSought() {
        return false;
    }

    /** Whether the label of an item shows the number of a placeholder. */
    default boolean labelsCountPlaceholders() {
        return false;
    }
}
