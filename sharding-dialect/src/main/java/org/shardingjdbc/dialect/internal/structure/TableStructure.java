package org.shardingjdbc.dialect.internal.structure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as its database defines it. Immutable.
 *
 * @param name as stored
 * @param columns in the order of the table
 * @param indexes with those of keys, by name
 * @param foreignKeys those of its own rows, by name
 */
public record TableStructure(
        String name,
        List<ColumnStructure> columns,
        List<IndexStructure> indexes,
        List<ForeignKeyStructure> foreignKeys) {
    /** Copies the lists. */
    public TableStructure {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** The column of that name, compared without case; null when there is none. */
    public @Nullable ColumnStructure column(String column) {
        for (ColumnStructure each : columns) {
            if (each.name().equalsIgnoreCase(column)) {
                return each;
            }
        }
        return null;
    }

    /** The index of the primary key; null when there is none. */
    public @Nullable IndexStructure primaryKey() {
        for (IndexStructure index : indexes) {
            if (index.primary()) {
                return index;
            }
        }
        return null;
    }
}
