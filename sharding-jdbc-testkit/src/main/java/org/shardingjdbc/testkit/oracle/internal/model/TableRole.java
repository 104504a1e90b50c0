package org.shardingjdbc.testkit.oracle.internal.model;

/** How the rows of a table are spread. */
public enum TableRole {
    /** On one data source, no rule. */
    SINGLE,
    /** The same rows on every data source. */
    BROADCAST,
    /** Many actual tables. */
    SHARDED
}
