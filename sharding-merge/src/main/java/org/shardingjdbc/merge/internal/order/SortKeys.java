package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.ColumnOrders;
import org.shardingjdbc.merge.internal.value.ColumnType;

/**
 * The sort keys of the current row of every shard, kept beside the cursors, so that a comparison touches no driver.
 * Also remembers the keys of one row that is gone.
 */
public final class SortKeys {
    private final SortKeyValues[] keys;
    /** Most rows are sorted by one number: a class of its own lets the comparison be inlined. Null for other keys. */
    private final @Nullable LongSortKeyValues onlyLong;

    private SortKeys(SortKeyValues[] keys) {
        this.keys = keys;
        onlyLong = keys.length == 1 && keys[0] instanceof LongSortKeyValues only ? only : null;
    }

    /** Room for the keys of {@code shards} rows. With one shard nothing is ever compared and no order need be known. */
    public static SortKeys of(List<SortKey> sort, int shards, ResultSetMetaData metaData, Dialect dialect)
            throws SQLException {
        SortKeyValues[] keys = new SortKeyValues[sort.size()];
        for (int i = 0; i < keys.length; i++) {
            SortKey key = sort.get(i);
            keys[i] = isLong(key, metaData, dialect)
                    ? new LongSortKeyValues(key, shards)
                    : new ObjectSortKeyValues(
                            key,
                            ColumnOrders.forSorting(key.order(), ColumnType.of(metaData, key.column(), dialect)),
                            shards);
        }
        return new SortKeys(keys);
    }

    /** How columns compare by which rows are sorted. */
    public static ColumnOrder[] ordersOfSort(List<SortKey> keys, ResultSetMetaData metaData, Dialect dialect)
            throws SQLException {
        ColumnOrder[] orders = new ColumnOrder[keys.size()];
        for (int i = 0; i < orders.length; i++) {
            SortKey key = keys.get(i);
            orders[i] = ColumnOrders.forSorting(key.order(), ColumnType.of(metaData, key.column(), dialect));
        }
        return orders;
    }

    /** How columns compare by which rows are only told apart. */
    public static ColumnOrder[] ordersOfEquality(List<SortKey> keys, ResultSetMetaData metaData, Dialect dialect)
            throws SQLException {
        ColumnOrder[] orders = new ColumnOrder[keys.size()];
        for (int i = 0; i < orders.length; i++) {
            SortKey key = keys.get(i);
            orders[i] = ColumnOrders.forEquality(key.order(), ColumnType.of(metaData, key.column(), dialect));
        }
        return orders;
    }

    /** Whether longs compare as the column's values do; what most keys are is found out first, and cheaply. */
    private static boolean isLong(SortKey key, ResultSetMetaData metaData, Dialect dialect) throws SQLException {
        return (key.order() == ValueOrder.BY_TYPE || key.order() == ValueOrder.NUMBER)
                && ColumnType.isInteger(metaData, key.column(), dialect);
    }

    int size() {
        return keys.length;
    }

    /** Reads the keys of the row on which the shard's cursor stands. */
    void load(int shard, ResultSet row) throws SQLException {
        if (onlyLong != null) {
            onlyLong.load(shard, row);
            return;
        }
        for (SortKeyValues key : keys) {
            key.load(shard, row);
        }
    }

    /** The shard has no row any more. */
    void end(int shard) {
        for (SortKeyValues key : keys) {
            key.end(shard);
        }
    }

    /** Numbers that compare as the rows of the shards do unless they are the same; null when there are none. */
    long @Nullable [] ranks() {
        return onlyLong == null ? null : onlyLong.ranks();
    }

    /** Which shard's row comes first; 0 when the keys do not tell. */
    int compare(int left, int right) {
        if (onlyLong != null) {
            return onlyLong.compare(left, right);
        }
        for (SortKeyValues key : keys) {
            int result = key.compare(left, right);
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    /** Keeps the keys of the shard's row for {@link #isRemembered}. */
    public void remember(int shard) {
        for (SortKeyValues key : keys) {
            key.remember(shard);
        }
    }

    /** Whether the first {@code count} keys of the shard's row are those remembered. */
    public boolean isRemembered(int shard, int count) {
        for (int i = 0; i < count; i++) {
            if (!keys[i].isRemembered(shard)) {
                return false;
            }
        }
        return true;
    }
}
