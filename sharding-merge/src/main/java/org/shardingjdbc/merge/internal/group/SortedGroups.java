package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.order.ShardTournament;
import org.shardingjdbc.merge.internal.value.HeldColumns;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/**
 * Groups of shards that return several rows per group, one for each value of a DISTINCT aggregate, sorted by the keys.
 * Holds one group at a time.
 */
public final class SortedGroups implements GroupRows {
    private final ShardTournament shards;
    private final int keyCount;
    private final HeldColumns held;
    private final AggregateColumns aggregates;
    private final Object[] cells;
    private boolean started;
    private boolean emitted;

    /** @param keyCount how many of the tournament's first keys are the group's */
    public SortedGroups(ShardTournament shards, int keyCount, HeldColumns held, AggregateColumns aggregates) {
        this.shards = shards;
        this.keyCount = keyCount;
        this.held = held;
        this.aggregates = aggregates;
        cells = new Object[aggregates.columnCount() + 1];
    }

    @Override
    public boolean next() throws SQLException {
        if (!started) {
            started = true;
            shards.start();
        }
        aggregates.clear();
        boolean emptyGroup = shards.isEmpty() && keyCount == 0 && !emitted;
        emitted = true;
        if (shards.isEmpty()) {
            aggregates.finish(false);
            return emptyGroup;
        }
        shards.keys().remember(shards.top());
        hold(shards.row(shards.top()));
        do {
            aggregates.add(shards.row(shards.top()));
            shards.advanceTop();
        } while (!shards.isEmpty() && shards.keys().isRemembered(shards.top(), keyCount));
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
    public @Nullable ResultSet source(int column) {
        return null;
    }

    @Override
    public Object value(int column) {
        return aggregates.has(column) ? aggregates.result(column) : cells[column];
    }

    @Override
    public @Nullable UnroundedDecimal unroundedAverage(int column) {
        return aggregates.unrounded(column);
    }
}
