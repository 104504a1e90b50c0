package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * An integer sort key, without an object per row. What it keeps of a row is a rank: a number that is the less, the
 * earlier the row comes, whatever the direction. NULL has the rank of the value at its end of the order, and so has the
 * end of a shard; they are told apart only where two ranks are the same. The last slot holds the remembered row.
 */
final class LongSortKeyValues extends SortKeyValues {
    /** Of a shard without a row: none comes later. */
    private static final long LAST = Long.MAX_VALUE;

    private final long rankOfNull;
    private final long[] ranks;
    private final boolean[] nulls;

    LongSortKeyValues(SortKey key, int shards) {
        super(key);
        int leaves = ShardTournament.leaves(shards);
        rankOfNull = key.nullsFirst() ? Long.MIN_VALUE : LAST;
        ranks = new long[leaves + 1];
        nulls = new boolean[leaves + 1];
        Arrays.fill(ranks, LAST);
    }

    /** By shard; the array itself, which changes with each row. */
    long[] ranks() {
        return ranks;
    }

    @Override
    void load(int shard, ResultSet row) throws SQLException {
        long value = row.getLong(column);
        // A NULL reads as 0, so that nothing else needs a second call of the driver.
        if (value == 0 && row.wasNull()) {
            ranks[shard] = rankOfNull;
            nulls[shard] = true;
            return;
        }
        ranks[shard] = descending ? ~value : value;
        nulls[shard] = false;
    }

    @Override
    void end(int shard) {
        ranks[shard] = LAST;
    }

    @Override
    int compare(int left, int right) {
        if (ranks[left] != ranks[right]) {
            return ranks[left] < ranks[right] ? -1 : 1;
        }
        return nulls[left] == nulls[right] ? 0 : ofNulls(nulls[left], nulls[right]);
    }

    @Override
    void remember(int shard) {
        int last = ranks.length - 1;
        ranks[last] = ranks[shard];
        nulls[last] = nulls[shard];
    }

    @Override
    boolean isRemembered(int shard) {
        int last = ranks.length - 1;
        return ranks[last] == ranks[shard] && nulls[last] == nulls[shard];
    }
}
