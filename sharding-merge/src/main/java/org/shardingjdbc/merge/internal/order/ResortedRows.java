package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.HeldColumns;

/**
 * Rows brought into another order: all are read and held before the first is returned, or only the first so many when
 * more are not asked for: then a row that comes after all of them leaves nothing behind. Rows that sort alike keep
 * their sequence; of equal ones only the first may be asked for.
 */
public final class ResortedRows implements MergedRows {
    private final MergedRows rows;
    private final List<SortKey> sort;
    private final ColumnOrder[] orders;
    private final int distinct;
    private final HeldColumns held;
    private final long wanted;
    private final MemoryBudget budget;
    private @Nullable Iterator<Row> sorted;
    private @Nullable Row current;

    /**
     * @param distinct how many leading keys make a row distinct; 0 when duplicates stay
     * @param wanted how many of the first rows are asked for at most, duplicates counted
     */
    public ResortedRows(
            MergedRows rows,
            List<SortKey> sort,
            ColumnOrder[] orders,
            int distinct,
            HeldColumns held,
            long wanted,
            MemoryBudget budget) {
        this.rows = rows;
        this.sort = sort;
        this.orders = orders;
        this.distinct = distinct;
        this.held = held;
        this.wanted = wanted;
        this.budget = budget;
    }

    /** Used again when it is not among the first so many any more. */
    private static final class Row {
        private final Object[] keys;
        private final Object[] cells;
        private long sequence;

        private Row(int keys, int cells) {
            this.keys = new Object[keys];
            this.cells = new Object[cells];
        }
    }

    @Override
    public boolean next() throws SQLException {
        if (sorted == null) {
            sorted = collect().iterator();
        }
        Row before = current;
        while (sorted.hasNext()) {
            current = sorted.next();
            if (distinct == 0 || before == null || compare(before, current, distinct) != 0) {
                return true;
            }
        }
        return false;
    }

    private List<Row> collect() throws SQLException {
        Comparator<Row> order = this::compare;
        List<Row> first = new ArrayList<>();
        long sequence = 0;
        while (first.size() < wanted && rows.next()) {
            budget.hold("sort merged rows");
            Row row = new Row(orders.length, held.count() + 1);
            readKeys(row, sequence++);
            readCells(row);
            first.add(row);
        }
        if (first.size() == wanted && wanted > 0) {
            first = exchange(first, order.reversed(), sequence);
        }
        first.sort(order);
        return first;
    }

    /** Reads what is left; a row that comes before one of those held takes the place of the last of them. */
    private List<Row> exchange(List<Row> first, Comparator<Row> lastFirst, long read) throws SQLException {
        PriorityQueue<Row> kept = new PriorityQueue<>(first.size(), lastFirst);
        kept.addAll(first);
        Row candidate = new Row(orders.length, held.count() + 1);
        for (long sequence = read; rows.next(); sequence++) {
            readKeys(candidate, sequence);
            if (compare(candidate, kept.peek()) < 0) {
                Row last = kept.poll();
                readCells(candidate);
                kept.add(candidate);
                candidate = last;
            }
        }
        return new ArrayList<>(kept);
    }

    private void readKeys(Row row, long sequence) throws SQLException {
        row.sequence = sequence;
        for (int i = 0; i < orders.length; i++) {
            row.keys[i] = orders[i].read(rows, sort.get(i).column());
        }
    }

    private void readCells(Row row) throws SQLException {
        for (int column = 1; column <= held.count(); column++) {
            row.cells[column] = held.read(rows, column);
        }
    }

    private int compare(Row left, Row right) {
        int result = compare(left, right, orders.length);
        return result != 0 ? result : Long.compare(left.sequence, right.sequence);
    }

    private int compare(Row left, Row right, int keys) {
        for (int i = 0; i < keys; i++) {
            int result = compare(sort.get(i), orders[i], left.keys[i], right.keys[i]);
            if (result != 0) {
                return result;
            }
        }
        return 0;
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
    public @Nullable ResultSet source(int column) {
        return null;
    }

    @Override
    public Object value(int column) {
        return current().cells[column];
    }

    private Row current() {
        return Objects.requireNonNull(current, "before the first row");
    }
}
