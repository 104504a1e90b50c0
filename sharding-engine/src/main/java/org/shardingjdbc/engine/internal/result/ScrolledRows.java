package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * Merged rows that can be visited again, in any order. They are merged to their end when this is made: of each column
 * it is kept which row of which shard it comes from, where that shard's result set, which must be scrollable, can go
 * back to, or the value itself where it is no shard's. Not thread-safe; one per result set.
 */
final class ScrolledRows implements MergedRows {
    /** A column that comes from a shard as it is. */
    private record Place(ResultSet shard, int row) {}

    private final List<Object[]> rows = new ArrayList<>();
    private int current = -1;

    /**
     * Reads all rows.
     *
     * @param columns how many of them the application sees
     * @param maxRows how many rows there may be, 0 for any number
     * @throws ShardingException when there are more
     */
    ScrolledRows(MergedRows merged, int columns, long maxRows) throws SQLException {
        while (merged.next()) {
            if (maxRows > 0 && rows.size() == maxRows) {
                throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, maxRows, "let the application scroll");
            }
            rows.add(kept(merged, columns));
        }
    }

    private static Object[] kept(MergedRows merged, int columns) throws SQLException {
        Object[] row = new Object[columns];
        Place last = null;
        for (int column = 1; column <= columns; column++) {
            ResultSet shard = merged.source(column);
            if (shard == null) {
                row[column - 1] = merged.value(column);
            } else {
                last = last != null && last.shard == shard ? last : new Place(shard, shard.getRow());
                row[column - 1] = last;
            }
        }
        return row;
    }

    int size() {
        return rows.size();
    }

    /** Goes to a row, 1-based; nowhere when there is no such row. */
    void move(int row) throws SQLException {
        current = row - 1;
        if (current < 0 || current >= rows.size()) {
            return;
        }
        Place last = null;
        for (Object column : rows.get(current)) {
            if (column instanceof Place place && place != last) {
                last = place;
                place.shard.absolute(place.row);
            }
        }
    }

    @Override
    public boolean next() throws SQLException {
        move(current + 2);
        return current < rows.size();
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return rows.get(current)[column - 1] instanceof Place place ? place.shard : null;
    }

    @Override
    public Object value(int column) {
        return rows.get(current)[column - 1];
    }
}
