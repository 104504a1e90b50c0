package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.merge.internal.value.ColumnOrder;

/** A sort key of any type. The slot behind the last shard holds the remembered row. */
final class ObjectSortKeyValues extends SortKeyValues {
    private final ColumnOrder order;
    private final Object[] values;

    ObjectSortKeyValues(SortKey key, ColumnOrder order, int shards) {
        super(key);
        this.order = order;
        values = new Object[shards + 1];
    }

    @Override
    void load(int shard, ResultSet row) throws SQLException {
        values[shard] = order.read(row, column);
    }

    @Override
    void end(int shard) {
        values[shard] = null;
    }

    @Override
    int compare(int left, int right) {
        Object first = values[left];
        Object second = values[right];
        if (first == null || second == null) {
            return ofNulls(first == null, second == null);
        }
        return directed(order.compare(first, second));
    }

    @Override
    void remember(int shard) {
        values[values.length - 1] = values[shard];
    }

    @Override
    boolean isRemembered(int shard) {
        Object last = values[values.length - 1];
        Object value = values[shard];
        return last == null ? value == null : value != null && order.compare(last, value) == 0;
    }
}
