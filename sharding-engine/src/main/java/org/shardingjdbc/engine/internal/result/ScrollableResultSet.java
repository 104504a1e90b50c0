package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * The merged rows of several shards, insensitive to changes, scrollable and read-only. Getters are those of the shards'
 * drivers, as of {@link MergedResultSet}. Not thread-safe.
 */
public final class ScrollableResultSet extends MergedResultSet {
    private final ScrolledRows rows;
    /** 0 before the first row, one more than there are behind the last. */
    private int row;

    private int fetchDirection = FETCH_FORWARD;

    private ScrollableResultSet(
            ResultOwner owner,
            List<ResultSet> shards,
            ScrolledRows rows,
            int derivedColumns,
            Dialect dialect,
            LogicNames names) {
        super(owner, shards, rows, derivedColumns, dialect, names);
        this.rows = rows;
    }

    /**
     * Merges all rows.
     *
     * @param shards the drivers' result sets, scrollable
     * @param maxRows how many rows there may be, 0 for any number
     * @throws org.shardingjdbc.error.ShardingException when there are more
     */
    public static ScrollableResultSet of(
            ResultOwner owner,
            List<ResultSet> shards,
            MergedRows merged,
            int derivedColumns,
            long maxRows,
            Dialect dialect,
            LogicNames names)
            throws SQLException {
        int columns = shards.get(0).getMetaData().getColumnCount() - derivedColumns;
        return new ScrollableResultSet(
                owner, shards, new ScrolledRows(merged, columns, maxRows), derivedColumns, dialect, names);
    }

    private boolean go(long target) throws SQLException {
        checkOpen();
        row = (int) Math.max(0, Math.min(target, rows.size() + 1L));
        leave();
        move();
        boolean there = row > 0 && row <= rows.size();
        stand(there, row == 0);
        return there;
    }

    private void move() throws SQLException {
        try {
            rows.move(row);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public boolean next() throws SQLException {
        return go(row + 1L);
    }

    @Override
    public boolean previous() throws SQLException {
        return go(row - 1L);
    }

    @Override
    public boolean first() throws SQLException {
        return go(1);
    }

    @Override
    public boolean last() throws SQLException {
        return go(rows.size());
    }

    @Override
    public void beforeFirst() throws SQLException {
        go(0);
    }

    @Override
    public void afterLast() throws SQLException {
        go(rows.size() + 1L);
    }

    @Override
    public boolean absolute(int target) throws SQLException {
        return go(target < 0 ? rows.size() + 1L + target : target);
    }

    @Override
    public boolean relative(int distance) throws SQLException {
        return go((long) row + distance);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return row == 0 && rows.size() > 0;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return row > rows.size() && rows.size() > 0;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return row == 1 && rows.size() > 0;
    }

    @Override
    public boolean isLast() throws SQLException {
        checkOpen();
        return row == rows.size() && rows.size() > 0;
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return row > rows.size() ? 0 : row;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return TYPE_SCROLL_INSENSITIVE;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "ResultSet.setFetchDirection", direction);
        }
        fetchDirection = direction;
    }
}
