package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.order.ShardTournament;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/**
 * Groups of shards that return one row per group, sorted by the keys.
 *
 * <p>The merged group consists of the current rows of all shards whose keys equal the smallest. Their cursors stay
 * parked on those rows until the next group is asked for, so that keys, other columns, MIN and MAX, and whatever only
 * one shard has a part of, are read by that shard's own getters, and only the rest is computed. Nothing is copied.
 */
public final class ParkedGroups implements GroupRows {
    private final ShardTournament shards;
    private final AggregateColumns aggregates;
    private final boolean keyless;
    private final int[] parked;
    private int parkedCount;
    private boolean started;
    private boolean emitted;

    /** @param keyless whether all rows are one group, which is there even when no row is */
    public ParkedGroups(ShardTournament shards, int count, AggregateColumns aggregates, boolean keyless) {
        this.shards = shards;
        this.aggregates = aggregates;
        this.keyless = keyless;
        parked = new int[count];
    }

    @Override
    public boolean next() throws SQLException {
        unpark();
        aggregates.clear();
        if (shards.isEmpty()) {
            boolean emptyGroup = keyless && !emitted;
            emitted = true;
            aggregates.finish(true);
            return emptyGroup;
        }
        emitted = true;
        parkedCount = shards.alike(parked);
        for (int i = 0; i < parkedCount; i++) {
            aggregates.add(shards.row(parked[i]));
        }
        aggregates.finish(true);
        return true;
    }

    private void unpark() throws SQLException {
        if (!started) {
            started = true;
            shards.start();
            return;
        }
        int count = parkedCount;
        parkedCount = 0;
        shards.advance(parked, count);
    }

    @Override
    public @Nullable ResultSet source(int column) {
        if (aggregates.has(column)) {
            return aggregates.source(column);
        }
        return parkedCount == 0 ? null : shards.row(parked[0]);
    }

    @Override
    public Object value(int column) {
        return aggregates.result(column);
    }

    @Override
    public @Nullable UnroundedDecimal unroundedAverage(int column) {
        return aggregates.unrounded(column);
    }
}
