package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * What tells rows apart in a hash table: one object per column, null for NULL, which here equals itself. One that is
 * read anew for each row looks rows up; what stays in a table is a {@link #copy}.
 */
final class RowKey {
    private final Object[] parts;
    private int hash;

    private RowKey(Object[] parts) {
        this.parts = parts;
        hash = Arrays.hashCode(parts);
    }

    /** Room for the values of so many columns. */
    static RowKey of(int columns) {
        return new RowKey(new Object[columns]);
    }

    /** Takes the values of a shard's row. */
    void read(ResultSet row, List<SortKey> columns, ColumnOrder[] orders) throws SQLException {
        for (int i = 0; i < parts.length; i++) {
            Object value = orders[i].read(row, columns.get(i).column());
            parts[i] = value == null ? null : orders[i].key(value);
        }
        hash = Arrays.hashCode(parts);
    }

    /** Takes the values of a merged row. */
    void read(MergedRows rows, List<SortKey> columns, ColumnOrder[] orders) throws SQLException {
        for (int i = 0; i < parts.length; i++) {
            Object value = orders[i].read(rows, columns.get(i).column());
            parts[i] = value == null ? null : orders[i].key(value);
        }
        hash = Arrays.hashCode(parts);
    }

    /** The same, which stays. */
    RowKey copy() {
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
