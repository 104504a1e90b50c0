package org.shardingjdbc.jdbc.internal.statement;

/** Which results the method can return that the application called. */
enum WantedResult {
    /** executeQuery. */
    ROWS,
    /** executeUpdate and its large sibling. */
    COUNT,
    /** execute. */
    ANY
}
