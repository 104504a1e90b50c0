package org.shardingjdbc.jdbc.check;

/** Which rows a check reads. */
public enum RowCheck {
    /** None: definitions only. */
    NONE,
    /** Some of each data node, from both ends of its primary key. */
    SAMPLE,
    /** All. */
    ALL
}
