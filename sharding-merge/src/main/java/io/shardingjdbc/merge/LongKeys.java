package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/** An integer sort key, without an object per row. The slot behind the last shard holds the remembered row. */
final class LongKeys extends ShardKeys {
    private final long[] values;
    private final boolean[] nulls;

    LongKeys(SortKey key, int shards) {
        super(key);
        values = new long[shards + 1];
        nulls = new boolean[shards + 1];
    }

    @Override
    void load(int shard, ResultSet row) throws SQLException {
        long value = row.getLong(column);
        values[shard] = value;
        // A NULL reads as 0, so that nothing else needs a second call of the driver.
        nulls[shard] = value == 0 && row.wasNull();
    }

    @Override
    int compare(int left, int right) {
        if (nulls[left] || nulls[right]) {
            return ofNulls(nulls[left], nulls[right]);
        }
        return directed(Long.compare(values[left], values[right]));
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
        return values[last] == values[shard] && nulls[last] == nulls[shard];
    }
}
