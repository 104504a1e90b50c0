package org.shardingjdbc.rule;

/** What the library may do by itself with values of a {@link TransformedColumn} as they are seen. */
public enum PlainValueUse {
    /** Nothing: they are only shown. What is seen may not be what was written. */
    SHOWN,
    /** Rows may be read and stored again, as they are seen, in the form of another column. */
    COPIED,
    /**
     * Besides, rows may be pulled into temporary tables of a data source that has the column, where any database may
     * compare, order and compute with them.
     */
    PULLED
}
