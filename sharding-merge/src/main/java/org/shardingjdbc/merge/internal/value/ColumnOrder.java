package org.shardingjdbc.merge.internal.value;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * How the values of one column are read, compared and hashed, all NULLs apart. Immutable; one per column and execution.
 *
 * <p>A value is first brought into the form that compares, by {@link #read} or {@link #ofHeld}; {@link #key} then gives
 * an object whose equals means that the database calls the values equal.
 */
public abstract class ColumnOrder {
    /** The value of the row, in the form that compares; null for NULL. */
    public abstract @Nullable Object read(ResultSet row, int column) throws SQLException;

    /** The same from a held or computed value ({@link MergedRows#value}); null for null. */
    abstract @Nullable Object ofHeld(@Nullable Object value);

    /** As {@link java.util.Comparator}; neither is null, both come from this object. */
    public abstract int compare(Object left, Object right);

    /** An object with equals and hashCode for the value, which is not null. */
    public abstract Object key(Object value);

    /** The value of a column of the current merged row, wherever it is. */
    public final @Nullable Object read(MergedRows rows, int column) throws SQLException {
        ResultSet source = rows.source(column);
        return source != null ? read(source, column) : ofHeld(rows.value(column));
    }
}
