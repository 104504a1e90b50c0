package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.ColumnOrder;

/**
 * What tells rows apart in a hash table: one object per column, null for NULL, which here equals itself. One that is
 * read anew for each row looks rows up; what stays in a table is a {@link #copy}.
 */
public final class RowKey {
    private final Object[] parts;
    private int hash;

    private RowKey(Object[] parts) {
        this.parts = parts;
        hash = Arrays.hashCode(parts);
    }

    /** Room for the values of so many columns. */
    public static RowKey of(int columns) {
        return new RowKey(new Object[columns]);
    }

    /** Takes the values of a shard's row. */
    public void read(ResultSet row, List<SortKey> columns, ColumnOrder[] orders) throws SQLException {
        for (int i = 0; i < parts.length; i++) {
            Object value = orders[i].read(row, columns.get(i).column());
            parts[i] = value == null ? null : orders[i].key(value);
        }
        hash = Arrays.hashCode(parts);
    }

    /** Takes the values of a merged row. */
    public void read(MergedRows rows, List<SortKey> columns, ColumnOrder[] orders) throws SQLException {
        for (int i = 0; i < parts.length; i++) {
            Object value = orders[i].read(rows, columns.get(i).column());
            parts[i] = value == null ? null : orders[i].key(value);
        }
        hash = Arrays.hashCode(parts);
    }

    /** The same, which stays. */
    public RowKey copy() {
        return new RowKey(parts.clone());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey key && hash == key.hash && Arrays.equals(parts, key.parts);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
