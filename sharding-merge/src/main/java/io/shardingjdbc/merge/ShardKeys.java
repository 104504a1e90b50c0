package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/** One sort key: its value in the current row of every shard, and the value of one row that is gone. */
abstract class ShardKeys {
    private final int nullSign;
    private final boolean descending;

    ShardKeys(SortKey key) {
        nullSign = key.nullsFirst() ? -1 : 1;
        descending = key.descending();
    }

    abstract void load(int shard, ResultSet row) throws SQLException;

    abstract boolean isNull(int shard);

    /** Ascending; neither is null. */
    abstract int compareValues(int left, int right);

    abstract void remember(int shard);

    abstract boolean isRemembered(int shard);

    final int compare(int left, int right) {
        if (isNull(left)) {
            return isNull(right) ? 0 : nullSign;
        }
        if (isNull(right)) {
            return -nullSign;
        }
        int result = compareValues(left, right);
        return descending ? Integer.compare(0, result) : result;
    }
}
