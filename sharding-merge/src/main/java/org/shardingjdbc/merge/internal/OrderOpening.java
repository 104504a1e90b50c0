package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
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
import org.shardingjdbc.merge.internal.value.ColumnOrder;
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

    /** The rows of all shards in their order, each of those that are equal once. */
    MergedRows open(MergeSort sort, Distinct distinct) throws SQLException {
        return merged(sort.keys(), distinct.columns().size());
    }

    MergedRows open(Distinct distinct, MergedRows rows) throws SQLException {
        return new DistinctRows(
                rows, distinct.columns(), SortKeys.ordersOfEquality(distinct.columns(), metaData, dialect), budget);
    }

    /**
     * Sorts rows that come in another order.
     *
     * @param derivedColumns how many columns nobody will see
     * @param distinct how many leading keys make a row distinct; 0 when duplicates stay
     * @param wanted how many of the first rows are enough, duplicates counted
     */
    MergedRows open(Sort sort, MergedRows rows, int derivedColumns, int distinct, long wanted) throws SQLException {
        HeldColumns visible = new HeldColumns(metaData, metaData.getColumnCount() - derivedColumns, dialect);
        ColumnOrder[] orders = SortKeys.ordersOfSort(sort.keys(), metaData, dialect);
        return new ResortedRows(rows, sort.keys(), orders, distinct, visible, wanted, budget);
    }
}
