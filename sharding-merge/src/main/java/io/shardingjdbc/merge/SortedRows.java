package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/** The rows of all shards in the order in which each shard returns its own; on demand without duplicates. */
final class SortedRows implements MergedRows {
    private final ShardHeap heap;
    private final int distinctKeys;
    private boolean started;
    private boolean remembers;

    /**
     * @param distinctKeys when greater than 0, of the rows that agree in so many first sort keys only the first is
     *     returned
     */
    SortedRows(ShardHeap heap, int distinctKeys) {
        this.heap = heap;
        this.distinctKeys = distinctKeys;
    }

    @Override
    public boolean next() throws SQLException {
        step();
        if (distinctKeys == 0 || heap.isEmpty()) {
            return !heap.isEmpty();
        }
        while (remembers && heap.keys().isRemembered(heap.top(), distinctKeys)) {
            heap.advanceTop();
            if (heap.isEmpty()) {
                return false;
            }
        }
        heap.keys().remember(heap.top());
        remembers = true;
        return true;
    }

    private void step() throws SQLException {
        if (!started) {
            started = true;
            heap.start();
        } else if (!heap.isEmpty()) {
            heap.advanceTop();
        }
    }

    @Override
    public ResultSet source(int column) {
        return heap.row(heap.top());
    }

    @Override
    public Object value(int column) {
        throw new IllegalStateException("Every column has a source");
    }
}
