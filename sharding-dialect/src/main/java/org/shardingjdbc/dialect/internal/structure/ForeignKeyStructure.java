package org.shardingjdbc.dialect.internal.structure;

import java.util.List;

/**
 * A foreign key. Immutable.
 *
 * @param name as stored
 * @param columns of its table
 * @param table that it refers to, an actual one
 * @param referenced columns of that, in the order of {@code columns}
 * @param deleteRule what becomes of rows that refer to a deleted one, such as {@code CASCADE}
 */
public record ForeignKeyStructure(
        String name, List<String> columns, String table, List<String> referenced, String deleteRule) {
    /** Copies the lists. */
    public ForeignKeyStructure {
        columns = List.copyOf(columns);
        referenced = List.copyOf(referenced);
    }

    /**
     * What makes it the same as a foreign key of another table: all but its name.
     *
     * @param to what the table that it refers to is called in common
     */
    public String shape(String to) {
        return "foreign key (" + String.join(", ", columns) + ") to " + to + " (" + String.join(", ", referenced) + ")"
                + (isPlain() ? "" : " ON DELETE " + deleteRule);
    }

    /** Whether nothing becomes of the rows that refer: a row to which others refer cannot be deleted. */
    public boolean isPlain() {
        return deleteRule.equals("NO ACTION") || deleteRule.equals("RESTRICT");
    }
}
