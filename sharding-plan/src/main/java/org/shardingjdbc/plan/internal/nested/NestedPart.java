package org.shardingjdbc.plan.internal.nested;

/** What a statement is planned as, which its text does not say. */
public enum NestedPart {
    /** As a statement of the application. */
    WHOLE,
    /**
     * The first rows of each data node are wanted, in any order, rather than the first of all: the merge of its ORDER
     * BY and LIMIT is left to the one who asks. Of a CREATE TABLE ... AS without rows: wherever the table is made, any
     * actual tables of the query tell its columns.
     */
    FIRST_ROWS,
    /** Its columns may say where a row lies within its data node, which is told apart by other columns. */
    ROW_PLACES,
    /** No other data node has a row with the unique keys of this INSERT. */
    KEYS_LOOKED_UP
}
