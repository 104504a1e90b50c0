package org.shardingjdbc.scaling.internal.database;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row on its way, in the form in which its kind of database reads and writes it without loss. Immutable once it is
 * made, but for what an implementation keeps of a form that it was asked for; used by one thread at a time.
 */
public interface MovedRow {
    /** The value of a column, 0-based in the order of {@link MovedTable#columns()}; of one class for each column. */
    @Nullable
    Object value(int column);

    /** About how many bytes of memory it takes. */
    int bytes();

    /** The values of the primary key; two rows of a table are the same one where these are equal. */
    default List<Object> key(MovedTable table) {
        List<Object> key = new ArrayList<>(table.key().size());
        for (int column : table.key()) {
            Object value = value(column);
            if (value == null) {
                throw new IllegalStateException("NULL in the primary key of " + table.name());
            }
            key.add(value);
        }
        return key;
    }
}
