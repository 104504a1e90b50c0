package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.merge.internal.row.MergedRows;

/** The rows of all shards in the order in which each shard returns its own; on demand without duplicates. */
public final class SortedRows implements MergedRows {
    private final ShardTournament shards;
    private final int distinctKeys;
    private boolean started;
    private boolean remembers;

    /**
     * @param distinctKeys when greater than 0, of the rows that agree in so many first sort keys only the first is
     *     returned
     */
    public SortedRows(ShardTournament shards, int distinctKeys) {
        this.shards = shards;
        this.distinctKeys = distinctKeys;
    }

    @Override
    public boolean next() throws SQLException {
        step();
        if (distinctKeys == 0 || shards.isEmpty()) {
            return !shards.isEmpty();
        }
        while (remembers && shards.keys().isRemembered(shards.top(), distinctKeys)) {
            shards.advanceTop();
            if (shards.isEmpty()) {
                return false;
            }
        }
        shards.keys().remember(shards.top());
        remembers = true;
        return true;
    }

    private void step() throws SQLException {
        if (!started) {
            started = true;
            shards.start();
        } else if (!shards.isEmpty()) {
            shards.advanceTop();
        }
    }

    @Override
    public ResultSet source(int column) {
        return shards.row(shards.top());
    }

    @Override
    public Object value(int column) {
        throw new IllegalStateException("Every column has a source");
    }
}
