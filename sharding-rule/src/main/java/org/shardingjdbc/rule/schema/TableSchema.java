package org.shardingjdbc.rule.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A logic table's columns, read from one of its actual tables.
 *
 * @param name the logic name
 * @param columns in the order of the table: what {@code *} shows, and an INSERT without a list of columns fills
 * @param primaryKey column names in key order, empty where there is none
 * @param invisible columns that statements see only where they name them, in the order of the table
 */
public record TableSchema(
        String name, List<ColumnSchema> columns, List<String> primaryKey, List<ColumnSchema> invisible) {
    public TableSchema {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        invisible = List.copyOf(invisible);
    }

    /** A table all of whose columns are shown. */
    public TableSchema(String name, List<ColumnSchema> columns, List<String> primaryKey) {
        this(name, columns, primaryKey, List.of());
    }

    /** The columns that are shown, then those that are not. */
    public List<ColumnSchema> allColumns() {
        if (invisible.isEmpty()) {
            return columns;
        }
        List<ColumnSchema> all = new ArrayList<>(columns);
        all.addAll(invisible);
        return all;
    }

    /** The column of that name, compared without case, shown or not; or null. */
    public @Nullable ColumnSchema column(String columnName) {
        for (ColumnSchema column : allColumns()) {
            if (column.name().equalsIgnoreCase(columnName)) {
                return column;
            }
        }
        return null;
    }
}
