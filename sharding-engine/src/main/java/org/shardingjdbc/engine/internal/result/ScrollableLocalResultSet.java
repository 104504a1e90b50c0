package org.shardingjdbc.engine.internal.result;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/** Rows that we make ourselves, for a statement that asked for results to scroll in. Not thread-safe. */
final class ScrollableLocalResultSet extends LocalResultSet {
    private final int size;
    /** 0 before the first row, one more than there are behind the last. */
    private int row;

    private int fetchDirection = FETCH_FORWARD;

    ScrollableLocalResultSet(ResultOwner owner, List<LocalColumn> columns, List<Object[]> rows, Dialect dialect) {
        super(owner, columns, rows, dialect);
        size = rows.size();
    }

    private boolean go(long target) throws SQLException {
        checkOpen();
        row = (int) Math.max(0, Math.min(target, size + 1L));
        moveTo(row - 1);
        boolean there = row > 0 && row <= size;
        stand(there, row == 0);
        return there;
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
        return go(size);
    }

    @Override
    public void beforeFirst() throws SQLException {
        go(0);
    }

    @Override
    public void afterLast() throws SQLException {
        go(size + 1L);
    }

    @Override
    public boolean absolute(int target) throws SQLException {
        return go(target < 0 ? size + 1L + target : target);
    }

    @Override
    public boolean relative(int distance) throws SQLException {
        return go((long) row + distance);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return row == 0 && size > 0;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return row > size && size > 0;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return row == 1 && size > 0;
    }

    @Override
    public boolean isLast() throws SQLException {
        checkOpen();
        return row == size && size > 0;
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return row > size ? 0 : row;
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
