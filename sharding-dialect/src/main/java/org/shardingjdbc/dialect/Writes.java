package org.shardingjdbc.dialect;

/** How rows are written. The default answers are standard SQL's. */
public interface Writes {
    /** What stands behind a query so that no other transaction changes its rows; empty where none can. */
    default String lockingClause() {
        return " FOR UPDATE";
    }
}
