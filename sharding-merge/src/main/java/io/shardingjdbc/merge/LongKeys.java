package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/** An integer sort key, without an object per row. The slot behind the last shard holds the remembered row. */
final class LongKeys extends ShardKeys {
    private final int column;
    private final long[] values;
    private final boolean[] nulls;

    LongKeys(SortKey key, int shards) {
        super(key);
        column = key.column();
        values = new long[shards + 1];
        nulls = new boolean[shards + 1];
    }

    @Override
    void load(int shard, ResultSet row) throws SQLException {
        values[shard] = row.getLong(column);
        nulls[shard] = row.wasNull();
    }

    @Override
    boolean isNull(int shard) {
        return nulls[shard];
    }

    @Override
    int compareValues(int left, int right) {
        return Long.compare(values[left], values[right]);
    }

    @Override
    void remember(int shard) {
        int last = values.length - 1;
        values[last] = values[shard];
        nulls[last] = nulls[shard];
    }

    @Override
    boolean isRemembered(int shard) {
        int last = values.length - 1;
        return nulls[last] ? nulls[shard] : !nulls[shard] && values[last] == values[shard];
    }
}
