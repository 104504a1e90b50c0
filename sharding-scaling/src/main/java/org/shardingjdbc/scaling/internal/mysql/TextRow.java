package org.shardingjdbc.scaling.internal.mysql;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedRow;

/**
 * A row of texts, as {@link ColumnForm} reads and writes them.
 *
 * @param values by column; not to be changed
 */
record TextRow(@Nullable String[] values) implements MovedRow {
    /** What an object takes that holds nothing. */
    private static final int EMPTY_BYTES = 48;

    @Override
    public @Nullable String value(int column) {
        return values[column];
    }

    @Override
    public int bytes() {
        int bytes = EMPTY_BYTES;
        for (String value : values) {
            bytes += value == null ? Integer.BYTES : EMPTY_BYTES + value.length();
        }
        return bytes;
    }
}
