package org.shardingjdbc.rule.column;

/** What the library may do by itself with values of a {@link TransformedColumn} as they are shown. */
public enum PlainValueUse {
    /** Nothing: they are only shown. What is shown may not be what was written. */
    SHOWN,
    /** Rows may be read and stored again, as they are shown, in the form of another column. */
    COPIED,
    /**
     * In addition, rows may be pulled into temporary tables of a data source that has the column, where any database
     * may compare, order and compute with them.
     */
    PULLED
}
