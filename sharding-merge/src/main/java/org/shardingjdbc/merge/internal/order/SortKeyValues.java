package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;

/** One sort key: its value in the current row of every shard, and the value of one row that is gone. */
abstract class SortKeyValues {
    final int column;
    private final int nullSign;
    final boolean descending;

    SortKeyValues(SortKey key) {
        column = key.column();
        nullSign = key.nullsFirst() ? -1 : 1;
        descending = key.descending();
    }

    abstract void load(int shard, ResultSet row) throws SQLException;

    /** The shard has no row any more. */
    abstract void end(int shard);

    /** Which shard's value comes first, in the key's direction. */
    abstract int compare(int left, int right);

    abstract void remember(int shard);

    abstract boolean isRemembered(int shard);

    /** What comes first when one of two is NULL, or both. */
    final int ofNulls(boolean leftIsNull, boolean rightIsNull) {
        if (leftIsNull) {
            return rightIsNull ? 0 : nullSign;
        }
        return -nullSign;
    }

    /** An ascending comparison in the key's direction. */
    final int directed(int ascending) {
        return descending ? Integer.compare(0, ascending) : ascending;
    }
}
