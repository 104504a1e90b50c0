package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Rows brought into another order: all are read and held before the first is returned, or only the first so many when
 * more are not asked for. Rows that sort alike keep their sequence.
 */
final class ResortedRows implements MergedRows {
    private final MergedRows rows;
    private final List<SortKey> sort;
    private final ColumnOrder[] orders;
    private final HeldColumns held;
    private final long wanted;
    private final MemoryBudget budget;
    private Iterator<Row> sorted;
    private Row current;

    /** @param wanted how many of the first rows are asked for at most */
    ResortedRows(
            MergedRows rows,
            List<SortKey> sort,
            ColumnOrder[] orders,
            HeldColumns held,
            long wanted,
            MemoryBudget budget) {
        this.rows = rows;
        this.sort = sort;
        this.orders = orders;
        this.held = held;
        this.wanted = wanted;
        this.budget = budget;
    }

    private record Row(Object[] keys, long sequence, Object[] cells) {}

    @Override
    public boolean next() throws SQLException {
        if (sorted == null) {
            sorted = collect().iterator();
        }
        if (!sorted.hasNext()) {
            return false;
        }
        current = sorted.next();
        return true;
    }

    private List<Row> collect() throws SQLException {
        Comparator<Row> order = this::compare;
        PriorityQueue<Row> worstFirst = new PriorityQueue<>(order.reversed());
        long sequence = 0;
        while (wanted > 0 && rows.next()) {
            Row row = new Row(keys(), sequence++, new Object[held.count() + 1]);
            if (worstFirst.size() < wanted) {
                budget.hold("sort merged rows");
            } else if (compare(row, worstFirst.peek()) < 0) {
                worstFirst.poll();
            } else {
                continue;
            }
            for (int column = 1; column <= held.count(); column++) {
                row.cells[column] = held.read(rows, column);
            }
            worstFirst.add(row);
        }
        List<Row> result = new ArrayList<>(worstFirst);
        result.sort(order);
        return result;
    }

    private Object[] keys() throws SQLException {
        Object[] keys = new Object[orders.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = orders[i].read(rows, sort.get(i).column());
        }
        return keys;
    }

    private int compare(Row left, Row right) {
        for (int i = 0; i < orders.length; i++) {
            int result = compare(sort.get(i), orders[i], left.keys[i], right.keys[i]);
            if (result != 0) {
                return result;
            }
        }
        return Long.compare(left.sequence, right.sequence);
    }

    private static int compare(SortKey key, ColumnOrder order, Object left, Object right) {
        if (left == null || right == null) {
            int nullSign = key.nullsFirst() ? -1 : 1;
            return left == right ? 0 : left == null ? nullSign : -nullSign;
        }
        int result = order.compare(left, right);
        return key.descending() ? Integer.compare(0, result) : result;
    }

    @Override
    public ResultSet source(int column) {
        return null;
    }

    @Override
    public Object value(int column) {
        return current.cells[column];
    }
}
