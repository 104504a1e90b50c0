package org.shardingjdbc.route.internal.shape;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * One row of VALUES. Immutable.
 *
 * @param keys for each sharding column its value
 * @param line of the row in the text, from 1
 * @param column of the row in the text, from 1
 */
record InsertedRow(List<Operand> keys, int line, int column) {
    InsertedRow {
        keys = List.copyOf(keys);
    }

    /** As {@link #written(Object, ColumnSchema)}, of a sharding column of a table, which may have a place for NULL. */
    static Object @Nullable [] written(
            @Nullable Object value, ColumnSchema schema, PartitionedTable table, int column) {
        Object placed = value == null ? table.nullPlacement(column, schema) : value;
        return written(placed, schema);
    }

    /** The canonical values that a column has after a write; null where that is not certain, empty for NULL. */
    static Object @Nullable [] written(@Nullable Object value, ColumnSchema schema) {
        return value == ShardingValues.UNKNOWN ? null : ShardingValues.written(value, schema);
    }
}
