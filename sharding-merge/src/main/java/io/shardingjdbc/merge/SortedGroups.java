package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Groups of shards that return several rows per group, one for each value of a DISTINCT aggregate, sorted by the keys.
 * Holds one group at a time.
 */
final class SortedGroups implements GroupRows {
    private final ShardHeap heap;
    private final int keyCount;
    private final HeldColumns held;
    private final AggregateColumns aggregates;
    private final Object[] cells;
    private boolean started;
    private boolean emitted;

    /** @param keyCount how many of the heap's first keys are the group's */
    SortedGroups(ShardHeap heap, int keyCount, HeldColumns held, AggregateColumns aggregates) {
        this.heap = heap;
        this.keyCount = keyCount;
        this.held = held;
        this.aggregates = aggregates;
        cells = new Object[aggregates.columnCount() + 1];
    }

    @Override
    public boolean next() throws SQLException {
        if (!started) {
            started = true;
            heap.start();
        }
        aggregates.clear();
        boolean emptyGroup = heap.isEmpty() && keyCount == 0 && !emitted;
        emitted = true;
        if (heap.isEmpty()) {
            aggregates.finish(false);
            return emptyGroup;
        }
        heap.keys().remember(heap.top());
        hold(heap.row(heap.top()));
        do {
            aggregates.add(heap.row(heap.top()));
            heap.advanceTop();
        } while (!heap.isEmpty() && heap.keys().isRemembered(heap.top(), keyCount));
        aggregates.finish(false);
        return true;
    }

    private void hold(ResultSet row) throws SQLException {
        for (int column = 1; column < cells.length; column++) {
            if (!aggregates.has(column)) {
                cells[column] = held.read(row, column);
            }
        }
    }

    @Override
    public ResultSet source(int column) {
        return null;
    }

    @Override
    public Object value(int column) {
        return aggregates.has(column) ? aggregates.result(column) : cells[column];
    }

    @Override
    public UnroundedDecimal unroundedAverage(int column) {
        return aggregates.unrounded(column);
    }
}
