package org.shardingjdbc.engine.internal.result;

/** Which results the method can return that the application called. */
public enum ExpectedResult {
    /** executeQuery. */
    ROWS,
    /** executeUpdate and its large sibling. */
    COUNT,
    /** execute. */
    ANY
}
