package org.shardingjdbc.merge.internal.row;

import java.sql.ResultSet;
import java.sql.SQLException;

/** The rows of all shards, one shard after the other. */
public final class ConcatenatedRows implements MergedRows {
    private final ResultSet[] shards;
    private int current;

    public ConcatenatedRows(ResultSet[] shards) {
        this.shards = shards;
    }

    @Override
    public boolean next() throws SQLException {
        while (current < shards.length) {
            if (shards[current].next()) {
                return true;
            }
            current++;
        }
        return false;
    }

    @Override
    public ResultSet source(int column) {
        return shards[current];
    }

    @Override
    public Object value(int column) {
        throw new IllegalStateException("Every column has a source");
    }
}
