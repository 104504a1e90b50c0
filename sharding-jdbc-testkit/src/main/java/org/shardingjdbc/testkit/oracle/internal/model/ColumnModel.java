package org.shardingjdbc.testkit.oracle.internal.model;

import java.util.List;

/**
 * A column.
 *
 * @param name lower case
 * @param kind what it holds
 * @param nullable whether it may be NULL
 * @param type its type in the dialect's own words, as CREATE TABLE takes it, without NOT NULL
 * @param samples literals of the dialect that occur in the data, or nearly, without NULL; never empty; the first is the
 *     most common
 */
public record ColumnModel(String name, ColumnKind kind, boolean nullable, String type, List<String> samples) {
    private static final String COLLATE = "COLLATE ";

    public ColumnModel {
        samples = List.copyOf(samples);
    }

    /** The collation that the type names, or an empty text where it is the database's own. */
    public String collation() {
        int at = type.indexOf(COLLATE);
        return at < 0 ? "" : type.substring(at + COLLATE.length());
    }
}
