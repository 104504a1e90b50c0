package org.shardingjdbc.cli.internal.output;

/** How rows are written. */
public enum Format {
    /** A table with lines. */
    TABLE,
    /** A line for each column of each row. */
    EXPANDED,
    /** RFC 4180, with a header. */
    CSV,
    /** Tabs between values, with a header; tabs and line ends in values are written as \t and \n. */
    TSV,
    /** An object for each row. */
    JSON
}
