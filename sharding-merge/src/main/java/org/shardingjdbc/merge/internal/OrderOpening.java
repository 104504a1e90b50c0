package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.MergeOperator.Distinct;
import org.shardingjdbc.merge.internal.MergeOperator.MergeSort;
import org.shardingjdbc.merge.internal.MergeOperator.Sort;
import org.shardingjdbc.merge.internal.order.DistinctRows;
import org.shardingjdbc.merge.internal.order.ResortedRows;
import org.shardingjdbc.merge.internal.order.ShardTournament;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.order.SortKeys;
import org.shardingjdbc.merge.internal.order.SortedRows;
import org.shardingjdbc.merge.internal.row.ConcatenatedRows;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.HeldColumns;

/**
 * Opens the rows that are compared with each other: merged by their order, sorted once more, or without duplicates.
 * Immutable; one per execution.
 *
 * @param metaData of the first shard; null where no rows are compared
 */
@SuppressWarnings("ArrayRecordComponent")
record OrderOpening(ResultSet[] shards, ResultSetMetaData metaData, Dialect dialect, MemoryBudget budget) {
    /** The rows of all shards in the order in which each returns its own. */
    MergedRows open(MergeSort sort) throws SQLException {
        return merged(sort.keys(), 0);
    }

    /** @param distinct how many leading keys make a row distinct; 0 when duplicates stay */
    private MergedRows merged(List<SortKey> keys, int distinct) throws SQLException {
        return shards.length == 1
                ? new ConcatenatedRows(shards)
                : new SortedRows(ShardTournament.of(shards, keys, metaData, dialect), distinct);
    }

    /** Whether duplicates follow each other in the order of the input, so that none is to be remembered. */
    static boolean isStreamed(Distinct distinct) {
        return distinct.input() instanceof MergeSort sort && startsWith(sort.keys(), distinct.columns());
    }

    /** The rows of all shards in their order, each of those that are equal once. */
    MergedRows openStreamed(Distinct distinct) throws SQLException {
        return merged(((MergeSort) distinct.input()).keys(), distinct.columns().size());
    }

    MergedRows open(Distinct distinct, MergedRows rows) throws SQLException {
        return new DistinctRows(
                rows, distinct.columns(), SortKeys.ordersOfEquality(distinct.columns(), metaData, dialect), budget);
    }

    /**
     * Sorts rows that come in another order.
     *
     * @param derivedColumns how many columns nobody will see
     * @param wanted how many of the first rows are enough
     */
    MergedRows open(Sort sort, MergedRows rows, int derivedColumns, long wanted) throws SQLException {
        HeldColumns visible = new HeldColumns(metaData, metaData.getColumnCount() - derivedColumns, dialect);
        return new ResortedRows(
                rows, sort.keys(), SortKeys.ordersOfSort(sort.keys(), metaData, dialect), visible, wanted, budget);
    }

    /**
     * Whether the sort begins with exactly the columns of the DISTINCT, compared alike, so that duplicates follow each
     * other.
     */
    private static boolean startsWith(List<SortKey> sort, List<SortKey> distinct) {
        if (sort.size() < distinct.size()) {
            return false;
        }
        Map<Integer, ValueOrder> wanted = new HashMap<>();
        for (SortKey key : distinct) {
            wanted.put(key.column(), key.order());
        }
        for (SortKey key : sort.subList(0, distinct.size())) {
            if (wanted.remove(key.column()) != key.order()) {
                return false;
            }
        }
        return wanted.isEmpty();
    }
}
