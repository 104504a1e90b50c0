package org.shardingjdbc.scaling.internal.mysql;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedRow;

/**
 * A row of texts, as {@link ColumnForm} reads and writes them.
 *
 * @param values by column; not to be changed
 */
record TextRow(@Nullable String[] values) implements MovedRow {
    @Override
    public @Nullable String value(int column) {
        return values[column];
    }
}
