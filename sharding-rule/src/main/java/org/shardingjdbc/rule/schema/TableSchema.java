package org.shardingjdbc.rule.schema;

import java.util.List;

/**
 * A logic table's columns, read from one of its actual tables.
 *
 * @param name the logic name
 * @param columns in the order of the table
 * @param primaryKey column names in key order, empty where there is none
 */
public record TableSchema(String name, List<ColumnSchema> columns, List<String> primaryKey) {
    public TableSchema {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    /** The column of that name, compared without case, or null. */
    public ColumnSchema column(String columnName) {
        for (ColumnSchema column : columns) {
            if (column.name().equalsIgnoreCase(columnName)) {
                return column;
            }
        }
        return null;
    }
}
