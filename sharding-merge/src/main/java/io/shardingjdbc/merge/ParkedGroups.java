package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Groups of shards that return one row per group, sorted by the keys.
 *
 * <p>The merged group consists of the current rows of all shards whose keys equal the smallest. Their cursors stay
 * parked on those rows until the next group is asked for, so that keys, other columns, MIN and MAX, and whatever only
 * one shard has a part of, are read by that shard's own getters, and only the rest is computed. Nothing is copied.
 */
final class ParkedGroups implements GroupRows {
    private final ShardHeap heap;
    private final AggregateColumns aggregates;
    private final boolean keyless;
    private final int[] parked;
    private int parkedCount;
    private boolean started;
    private boolean emitted;

    /** @param keyless whether all rows are one group, which is there even when no row is */
    ParkedGroups(ShardHeap heap, int shards, AggregateColumns aggregates, boolean keyless) {
        this.heap = heap;
        this.aggregates = aggregates;
        this.keyless = keyless;
        parked = new int[shards];
    }

    @Override
    public boolean next() throws SQLException {
        unpark();
        aggregates.clear();
        if (heap.isEmpty()) {
            boolean emptyGroup = keyless && !emitted;
            emitted = true;
            aggregates.finish(true);
            return emptyGroup;
        }
        emitted = true;
        int first = heap.pop();
        park(first);
        while (!heap.isEmpty() && heap.keys().compare(first, heap.top()) == 0) {
            park(heap.pop());
        }
        aggregates.finish(true);
        return true;
    }

    private void unpark() throws SQLException {
        if (!started) {
            started = true;
            heap.start();
            return;
        }
        int count = parkedCount;
        parkedCount = 0;
        for (int i = 0; i < count; i++) {
            heap.advance(parked[i]);
        }
    }

    private void park(int shard) throws SQLException {
        parked[parkedCount++] = shard;
        aggregates.add(heap.row(shard));
    }

    @Override
    public ResultSet source(int column) {
        if (aggregates.has(column)) {
            return aggregates.source(column);
        }
        return parkedCount == 0 ? null : heap.row(parked[0]);
    }

    @Override
    public Object value(int column) {
        return aggregates.result(column);
    }

    @Override
    public UnroundedDecimal unroundedAverage(int column) {
        return aggregates.unrounded(column);
    }
}
