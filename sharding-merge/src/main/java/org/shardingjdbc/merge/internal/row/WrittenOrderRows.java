package org.shardingjdbc.merge.internal.row;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What an INSERT of several rows returns: one row for each, in the order in which they were written. A shard that
 * returns fewer rows than it was given leaves its places out; no row is lost.
 */
public final class WrittenOrderRows implements MergedRows {
    private final ResultSet[] shards;
    private final int[] shardOfRow;
    private int next;
    private int current;

    /** @param shardOfRow which shard has got each row, in the order in which they were written */
    public WrittenOrderRows(ResultSet[] shards, int[] shardOfRow) {
        this.shards = shards;
        this.shardOfRow = shardOfRow;
    }

    @Override
    public boolean next() throws SQLException {
        while (next < shardOfRow.length + shards.length) {
            current = next < shardOfRow.length ? shardOfRow[next] : next - shardOfRow.length;
            boolean found = shards[current].next();
            if (next < shardOfRow.length || !found) {
                next++;
            }
            if (found) {
                return true;
            }
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
