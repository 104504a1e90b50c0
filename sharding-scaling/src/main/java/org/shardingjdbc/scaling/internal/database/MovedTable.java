package org.shardingjdbc.scaling.internal.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An actual table whose rows are moved. Immutable.
 *
 * @param name as it is stored
 * @param columns those that are written, in the table's order: not what the database computes by itself
 * @param key the positions of the primary key's columns among them, in the key's order; empty where there is none
 */
public record MovedTable(String name, List<Column> columns, List<Integer> key) {
    private static final String LEFT = "_left";

    /** Copies the lists. */
    public MovedTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /**
     * A column.
     *
     * @param name as it is stored
     * @param type as a definition writes it
     */
    public record Column(String name, String type) {}

    /** What a table is called when its layout does not count any more; jobs give tables no other names. */
    public static String left(String name) {
        return name + LEFT;
    }

    /** The position of a column, of its very name or else of one without regard to case; -1 where there is none. */
    public int position(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /** What is not the same in another table that should take these rows; null where nothing is. */
    public @Nullable String differenceTo(MovedTable other) {
        return columns.equals(other.columns) && key.equals(other.key)
                ? null
                : name + " has " + columns + " with the key " + key + ", and " + other.name + " has " + other.columns
                        + " with the key " + other.key;
    }
}
