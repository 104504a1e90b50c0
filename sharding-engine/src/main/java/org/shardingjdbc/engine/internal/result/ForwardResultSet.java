package org.shardingjdbc.engine.internal.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.result.conversion.Content;
import org.shardingjdbc.engine.internal.result.conversion.Conversions;
import org.shardingjdbc.engine.internal.result.conversion.TemporalConversions;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.value.HeldValue;

/**
 * A read-only cursor over rows whose values are objects that we hold or compute, converted here as drivers do. It moves
 * forward only, unless a subclass moves it otherwise. Not thread-safe, as result sets are.
 */
abstract class ForwardResultSet extends ReadOnlyResultSet {
    private static final int BEFORE_FIRST = 0;
    private static final int ON_ROW = 1;
    private static final int AFTER_LAST = 2;
    /** Who fails to move may have moved all the same. */
    private static final int NOWHERE = 3;

    final ResultOwner owner;
    private final Conversions conversions;
    private int position = BEFORE_FIRST;
    private long rowNumber;
    private boolean peeked;
    private boolean peekedRow;
    private boolean lastWasNull;
    private boolean closed;

    ForwardResultSet(ResultOwner owner, Dialect dialect) {
        this.owner = owner;
        conversions = Conversions.of(dialect);
    }

    /** Moves to the next row; not called again after false. */
    abstract boolean advance() throws SQLException;

    /** A plain value, a {@link HeldValue} or null, of a column that is in range, of the current row. */
    abstract Object value(int column);

    abstract int columnCount() throws SQLException;

    // ---- cursor

    @Override
    public boolean next() throws SQLException {
        checkOpen();
        if (position == AFTER_LAST) {
            return false;
        }
        boolean row = peekedRow;
        if (!peeked) {
            position = NOWHERE;
            row = advance();
        }
        peeked = false;
        if (row) {
            position = ON_ROW;
            rowNumber++;
        } else {
            position = AFTER_LAST;
        }
        return row;
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        if (position != BEFORE_FIRST) {
            return false;
        }
        if (!peeked) {
            peekedRow = advance();
            peeked = true;
        }
        return peekedRow;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return position == AFTER_LAST && rowNumber > 0;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return position == ON_ROW && rowNumber == 1;
    }

    @Override
    public boolean isLast() throws SQLException {
        checkOpen();
        throw refused("isLast", "it would have to leave the current row; call next");
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return position == ON_ROW ? (int) rowNumber : 0;
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw scrolling("beforeFirst");
    }

    @Override
    public void afterLast() throws SQLException {
        throw scrolling("afterLast");
    }

    @Override
    public boolean first() throws SQLException {
        throw scrolling("first");
    }

    @Override
    public boolean last() throws SQLException {
        throw scrolling("last");
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        throw scrolling("absolute");
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        throw scrolling("relative");
    }

    @Override
    public boolean previous() throws SQLException {
        throw scrolling("previous");
    }

    /** The cursor is to move: until it has, it is on no row. */
    final void leave() {
        position = NOWHERE;
    }

    /** Puts the cursor on a row, or where there is none, for one that moves it otherwise. */
    final void stand(boolean onRow, boolean before) {
        position = onRow ? ON_ROW : before ? BEFORE_FIRST : AFTER_LAST;
    }

    private SQLException scrolling(String method) throws SQLException {
        checkOpen();
        return refused(method, "rows of several data nodes are merged forward only");
    }

    private static SQLException refused(String method, String why) {
        return SqlErrors.refuse("ResultSet." + method, why);
    }

    // ---- state

    @Override
    public final @Nullable Statement getStatement() throws SQLException {
        checkOpen();
        return owner.statement();
    }

    @Override
    public final void close() throws SQLException {
        if (!closed) {
            closed = true;
            owner.closed(this);
        }
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return TYPE_FORWARD_ONLY;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return FETCH_FORWARD;
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != FETCH_FORWARD) {
            throw refused("setFetchDirection", "rows of several data nodes are merged forward only");
        }
    }

    @Override
    public final String getCursorName() throws SQLException {
        checkOpen();
        throw refused("getCursorName", "the rows come from several cursors");
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return lastWasNull;
    }

    @Override
    public final <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, null, type);
    }

    @Override
    public final boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapper(this, null, type);
    }

    /** What the application is told of an error that is none of its own. */
    final SQLException unexpected(Throwable error) {
        return owner.unexpected(error);
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.RESULT_SET_CLOSED);
        }
    }

    /** Fails unless the cursor is on a row and the column is there. */
    final void check(int column) throws SQLException {
        if (closed || position != ON_ROW || peeked) {
            checkOpen();
            throw SqlErrors.of(ErrorCode.NO_CURRENT_ROW, place());
        }
        if (column < 1 || column > columnCount()) {
            throw SqlErrors.of(ErrorCode.COLUMN_INDEX_OUT_OF_RANGE, column, columnCount());
        }
    }

    private String place() {
        return switch (position) {
            case AFTER_LAST -> "after the last row";
            case NOWHERE -> "where the last move of its cursor failed";
            default -> "before the first row";
        };
    }

    private Object read(int column) throws SQLException {
        check(column);
        Object value = value(column);
        lastWasNull = value == null;
        return value;
    }

    // ---- getters

    @Override
    public Object getObject(int column) throws SQLException {
        try {
            Object value = read(column);
            return value instanceof HeldValue held ? held.object() : value;
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        try {
            if (type == null) {
                throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "ResultSet.getObject", "null for the class");
            }
            Object value = read(column);
            return value == null ? null : conversions.toClass(value, column, type);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
        if (map == null || map.isEmpty()) {
            return getObject(column);
        }
        throw refused("getObject with a map", "types are mapped by the shards' drivers only");
    }

    @Override
    public @Nullable String getString(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? null : conversions.toText(value, column);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable String getNString(int column) throws SQLException {
        return getString(column);
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        try {
            Object value = read(column);
            return value != null && conversions.toBoolean(value, column);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public byte getByte(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null
                    ? 0
                    : (byte) conversions.toInteger(value, column, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public short getShort(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null
                    ? 0
                    : (short) conversions.toInteger(value, column, Short.MIN_VALUE, Short.MAX_VALUE, "short");
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public int getInt(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null
                    ? 0
                    : (int) conversions.toInteger(value, column, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public long getLong(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? 0 : conversions.toInteger(value, column, Long.MIN_VALUE, Long.MAX_VALUE, "long");
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public float getFloat(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? 0 : conversions.toFloat(value, column);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public double getDouble(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? 0 : conversions.toDouble(value, column);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? null : conversions.toDecimal(value, column);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(column);
        try {
            return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
        } catch (ArithmeticException e) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "getBigDecimal", "scale " + scale);
        }
    }

    @Override
    public byte @Nullable [] getBytes(int column) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? null : conversions.toBytes(value, column);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable Date getDate(int column) throws SQLException {
        return getDate(column, null);
    }

    @Override
    public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? null : TemporalConversions.toSqlDate(value, column, calendar);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    @Override
    public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? null : TemporalConversions.toSqlTime(value, column, calendar);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        return getTimestamp(column, null);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        try {
            Object value = read(column);
            return value == null ? null : TemporalConversions.toSqlTimestamp(value, column, calendar);
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable InputStream getAsciiStream(int column) throws SQLException {
        return Content.asciiStream(getString(column));
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
        return Content.utf8Stream(getString(column));
    }

    @Override
    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        return Content.stream(getBytes(column));
    }

    @Override
    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        return Content.reader(getString(column));
    }

    @Override
    public @Nullable Reader getNCharacterStream(int column) throws SQLException {
        return Content.reader(getString(column));
    }

    @Override
    public @Nullable Blob getBlob(int column) throws SQLException {
        return Content.blob(getBytes(column));
    }

    @Override
    public @Nullable Clob getClob(int column) throws SQLException {
        return Content.clob(getString(column));
    }

    @Override
    public @Nullable NClob getNClob(int column) throws SQLException {
        return Content.clob(getString(column));
    }

    @Override
    public @Nullable Array getArray(int column) throws SQLException {
        return getObject(column, Array.class);
    }

    @Override
    public @Nullable SQLXML getSQLXML(int column) throws SQLException {
        return getObject(column, SQLXML.class);
    }

    @Override
    public @Nullable Ref getRef(int column) throws SQLException {
        return getObject(column, Ref.class);
    }

    @Override
    public @Nullable RowId getRowId(int column) throws SQLException {
        return getObject(column, RowId.class);
    }

    @Override
    public @Nullable URL getURL(int column) throws SQLException {
        return Content.url(getString(column), column);
    }
}
