package org.shardingjdbc.jdbc.internal.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;

/**
 * The result of one shard, handed through: whatever the driver can do, scrolling and updating included, it does. Only
 * the statement, the end, and names in the metadata are ours. As thread-safe as the driver's.
 */
public class ShardResultSet implements ResultSet {
    private final ResultSet shard;
    private final ResultOwner owner;
    private final LogicNames names;
    private ResultSetMetaData metaData;
    private boolean closed;

    /**
     * @param shard the driver's
     * @param owner told when this is closed, and then closes {@code shard}
     */
    public ShardResultSet(ResultSet shard, ResultOwner owner, LogicNames names) {
        this.shard = shard;
        this.owner = owner;
        this.names = names;
    }

    @Override
    public Statement getStatement() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.RESULT_SET_CLOSED);
        }
        return owner.statement();
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            owner.closed(this);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || shard.isClosed();
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        try {
            if (metaData == null) {
                metaData = new ShardMetaData(shard.getMetaData(), 0, names);
            }
            return metaData;
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, shard, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapper(this, shard, type);
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        try {
            return shard.absolute(row);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void afterLast() throws SQLException {
        try {
            shard.afterLast();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void beforeFirst() throws SQLException {
        try {
            shard.beforeFirst();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        try {
            shard.cancelRowUpdates();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void clearWarnings() throws SQLException {
        try {
            shard.clearWarnings();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void deleteRow() throws SQLException {
        try {
            shard.deleteRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int findColumn(String label) throws SQLException {
        try {
            return shard.findColumn(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean first() throws SQLException {
        try {
            return shard.first();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Array getArray(String label) throws SQLException {
        try {
            return shard.getArray(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Array getArray(int column) throws SQLException {
        try {
            return shard.getArray(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public InputStream getAsciiStream(String label) throws SQLException {
        try {
            return shard.getAsciiStream(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public InputStream getAsciiStream(int column) throws SQLException {
        try {
            return shard.getAsciiStream(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(String label) throws SQLException {
        try {
            return shard.getBigDecimal(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        try {
            return shard.getBigDecimal(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        try {
            return shard.getBigDecimal(label, scale);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        try {
            return shard.getBigDecimal(column, scale);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public InputStream getBinaryStream(String label) throws SQLException {
        try {
            return shard.getBinaryStream(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public InputStream getBinaryStream(int column) throws SQLException {
        try {
            return shard.getBinaryStream(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Blob getBlob(String label) throws SQLException {
        try {
            return shard.getBlob(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Blob getBlob(int column) throws SQLException {
        try {
            return shard.getBlob(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        try {
            return shard.getBoolean(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        try {
            return shard.getBoolean(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public byte getByte(String label) throws SQLException {
        try {
            return shard.getByte(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public byte getByte(int column) throws SQLException {
        try {
            return shard.getByte(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public byte[] getBytes(String label) throws SQLException {
        try {
            return shard.getBytes(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public byte[] getBytes(int column) throws SQLException {
        try {
            return shard.getBytes(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Reader getCharacterStream(String label) throws SQLException {
        try {
            return shard.getCharacterStream(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Reader getCharacterStream(int column) throws SQLException {
        try {
            return shard.getCharacterStream(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Clob getClob(String label) throws SQLException {
        try {
            return shard.getClob(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Clob getClob(int column) throws SQLException {
        try {
            return shard.getClob(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getConcurrency() throws SQLException {
        try {
            return shard.getConcurrency();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getCursorName() throws SQLException {
        try {
            return shard.getCursorName();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Date getDate(String label) throws SQLException {
        try {
            return shard.getDate(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Date getDate(int column) throws SQLException {
        try {
            return shard.getDate(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Date getDate(String label, Calendar calendar) throws SQLException {
        try {
            return shard.getDate(label, calendar);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Date getDate(int column, Calendar calendar) throws SQLException {
        try {
            return shard.getDate(column, calendar);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public double getDouble(String label) throws SQLException {
        try {
            return shard.getDouble(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public double getDouble(int column) throws SQLException {
        try {
            return shard.getDouble(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        try {
            return shard.getFetchDirection();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        try {
            return shard.getFetchSize();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public float getFloat(String label) throws SQLException {
        try {
            return shard.getFloat(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public float getFloat(int column) throws SQLException {
        try {
            return shard.getFloat(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        try {
            return shard.getHoldability();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getInt(String label) throws SQLException {
        try {
            return shard.getInt(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getInt(int column) throws SQLException {
        try {
            return shard.getInt(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public long getLong(String label) throws SQLException {
        try {
            return shard.getLong(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public long getLong(int column) throws SQLException {
        try {
            return shard.getLong(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Reader getNCharacterStream(String label) throws SQLException {
        try {
            return shard.getNCharacterStream(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Reader getNCharacterStream(int column) throws SQLException {
        try {
            return shard.getNCharacterStream(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public NClob getNClob(String label) throws SQLException {
        try {
            return shard.getNClob(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public NClob getNClob(int column) throws SQLException {
        try {
            return shard.getNClob(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getNString(String label) throws SQLException {
        try {
            return shard.getNString(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getNString(int column) throws SQLException {
        try {
            return shard.getNString(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Object getObject(String label) throws SQLException {
        try {
            return shard.getObject(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Object getObject(int column) throws SQLException {
        try {
            return shard.getObject(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public <T> T getObject(String label, Class<T> type) throws SQLException {
        try {
            return shard.getObject(label, type);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        try {
            return shard.getObject(label, map);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public <T> T getObject(int column, Class<T> type) throws SQLException {
        try {
            return shard.getObject(column, type);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
        try {
            return shard.getObject(column, map);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Ref getRef(String label) throws SQLException {
        try {
            return shard.getRef(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Ref getRef(int column) throws SQLException {
        try {
            return shard.getRef(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getRow() throws SQLException {
        try {
            return shard.getRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public RowId getRowId(String label) throws SQLException {
        try {
            return shard.getRowId(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public RowId getRowId(int column) throws SQLException {
        try {
            return shard.getRowId(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public SQLXML getSQLXML(String label) throws SQLException {
        try {
            return shard.getSQLXML(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public SQLXML getSQLXML(int column) throws SQLException {
        try {
            return shard.getSQLXML(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public short getShort(String label) throws SQLException {
        try {
            return shard.getShort(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public short getShort(int column) throws SQLException {
        try {
            return shard.getShort(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getString(String label) throws SQLException {
        try {
            return shard.getString(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getString(int column) throws SQLException {
        try {
            return shard.getString(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Time getTime(String label) throws SQLException {
        try {
            return shard.getTime(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Time getTime(int column) throws SQLException {
        try {
            return shard.getTime(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Time getTime(String label, Calendar calendar) throws SQLException {
        try {
            return shard.getTime(label, calendar);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Time getTime(int column, Calendar calendar) throws SQLException {
        try {
            return shard.getTime(column, calendar);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Timestamp getTimestamp(String label) throws SQLException {
        try {
            return shard.getTimestamp(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        try {
            return shard.getTimestamp(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        try {
            return shard.getTimestamp(label, calendar);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        try {
            return shard.getTimestamp(column, calendar);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getType() throws SQLException {
        try {
            return shard.getType();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public URL getURL(String label) throws SQLException {
        try {
            return shard.getURL(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public URL getURL(int column) throws SQLException {
        try {
            return shard.getURL(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(String label) throws SQLException {
        try {
            return shard.getUnicodeStream(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int column) throws SQLException {
        try {
            return shard.getUnicodeStream(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        try {
            return shard.getWarnings();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void insertRow() throws SQLException {
        try {
            shard.insertRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        try {
            return shard.isAfterLast();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        try {
            return shard.isBeforeFirst();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isFirst() throws SQLException {
        try {
            return shard.isFirst();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isLast() throws SQLException {
        try {
            return shard.isLast();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean last() throws SQLException {
        try {
            return shard.last();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        try {
            shard.moveToCurrentRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        try {
            shard.moveToInsertRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean next() throws SQLException {
        try {
            return shard.next();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean previous() throws SQLException {
        try {
            return shard.previous();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void refreshRow() throws SQLException {
        try {
            shard.refreshRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        try {
            return shard.relative(rows);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        try {
            return shard.rowDeleted();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean rowInserted() throws SQLException {
        try {
            return shard.rowInserted();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        try {
            return shard.rowUpdated();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        try {
            shard.setFetchDirection(direction);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        try {
            shard.setFetchSize(rows);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        try {
            shard.updateArray(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateArray(int column, Array value) throws SQLException {
        try {
            shard.updateArray(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        try {
            shard.updateAsciiStream(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateAsciiStream(int column, InputStream value) throws SQLException {
        try {
            shard.updateAsciiStream(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
        try {
            shard.updateAsciiStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        try {
            shard.updateAsciiStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
        try {
            shard.updateAsciiStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        try {
            shard.updateAsciiStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        try {
            shard.updateBigDecimal(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        try {
            shard.updateBigDecimal(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        try {
            shard.updateBinaryStream(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBinaryStream(int column, InputStream value) throws SQLException {
        try {
            shard.updateBinaryStream(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
        try {
            shard.updateBinaryStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        try {
            shard.updateBinaryStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
        try {
            shard.updateBinaryStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        try {
            shard.updateBinaryStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        try {
            shard.updateBlob(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        try {
            shard.updateBlob(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBlob(int column, InputStream value) throws SQLException {
        try {
            shard.updateBlob(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBlob(int column, Blob value) throws SQLException {
        try {
            shard.updateBlob(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBlob(String label, InputStream value, long length) throws SQLException {
        try {
            shard.updateBlob(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBlob(int column, InputStream value, long length) throws SQLException {
        try {
            shard.updateBlob(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        try {
            shard.updateBoolean(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBoolean(int column, boolean value) throws SQLException {
        try {
            shard.updateBoolean(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        try {
            shard.updateByte(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateByte(int column, byte value) throws SQLException {
        try {
            shard.updateByte(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        try {
            shard.updateBytes(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateBytes(int column, byte[] value) throws SQLException {
        try {
            shard.updateBytes(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        try {
            shard.updateCharacterStream(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateCharacterStream(int column, Reader value) throws SQLException {
        try {
            shard.updateCharacterStream(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
        try {
            shard.updateCharacterStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        try {
            shard.updateCharacterStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
        try {
            shard.updateCharacterStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        try {
            shard.updateCharacterStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        try {
            shard.updateClob(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        try {
            shard.updateClob(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateClob(int column, Reader value) throws SQLException {
        try {
            shard.updateClob(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateClob(int column, Clob value) throws SQLException {
        try {
            shard.updateClob(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateClob(String label, Reader value, long length) throws SQLException {
        try {
            shard.updateClob(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateClob(int column, Reader value, long length) throws SQLException {
        try {
            shard.updateClob(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        try {
            shard.updateDate(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateDate(int column, Date value) throws SQLException {
        try {
            shard.updateDate(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        try {
            shard.updateDouble(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateDouble(int column, double value) throws SQLException {
        try {
            shard.updateDouble(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        try {
            shard.updateFloat(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateFloat(int column, float value) throws SQLException {
        try {
            shard.updateFloat(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        try {
            shard.updateInt(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateInt(int column, int value) throws SQLException {
        try {
            shard.updateInt(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        try {
            shard.updateLong(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateLong(int column, long value) throws SQLException {
        try {
            shard.updateLong(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        try {
            shard.updateNCharacterStream(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNCharacterStream(int column, Reader value) throws SQLException {
        try {
            shard.updateNCharacterStream(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        try {
            shard.updateNCharacterStream(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        try {
            shard.updateNCharacterStream(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        try {
            shard.updateNClob(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        try {
            shard.updateNClob(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNClob(int column, Reader value) throws SQLException {
        try {
            shard.updateNClob(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNClob(int column, NClob value) throws SQLException {
        try {
            shard.updateNClob(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNClob(String label, Reader value, long length) throws SQLException {
        try {
            shard.updateNClob(label, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNClob(int column, Reader value, long length) throws SQLException {
        try {
            shard.updateNClob(column, value, length);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        try {
            shard.updateNString(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNString(int column, String value) throws SQLException {
        try {
            shard.updateNString(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNull(String label) throws SQLException {
        try {
            shard.updateNull(label);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateNull(int column) throws SQLException {
        try {
            shard.updateNull(column);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        try {
            shard.updateObject(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(int column, Object value) throws SQLException {
        try {
            shard.updateObject(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        try {
            shard.updateObject(label, value, scaleOrLength);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(String label, Object value, SQLType targetType) throws SQLException {
        try {
            shard.updateObject(label, value, targetType);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(int column, Object value, int scaleOrLength) throws SQLException {
        try {
            shard.updateObject(column, value, scaleOrLength);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(int column, Object value, SQLType targetType) throws SQLException {
        try {
            shard.updateObject(column, value, targetType);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(String label, Object value, SQLType targetType, int scaleOrLength) throws SQLException {
        try {
            shard.updateObject(label, value, targetType, scaleOrLength);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateObject(int column, Object value, SQLType targetType, int scaleOrLength) throws SQLException {
        try {
            shard.updateObject(column, value, targetType, scaleOrLength);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        try {
            shard.updateRef(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateRef(int column, Ref value) throws SQLException {
        try {
            shard.updateRef(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateRow() throws SQLException {
        try {
            shard.updateRow();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        try {
            shard.updateRowId(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateRowId(int column, RowId value) throws SQLException {
        try {
            shard.updateRowId(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        try {
            shard.updateSQLXML(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateSQLXML(int column, SQLXML value) throws SQLException {
        try {
            shard.updateSQLXML(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        try {
            shard.updateShort(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateShort(int column, short value) throws SQLException {
        try {
            shard.updateShort(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        try {
            shard.updateString(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateString(int column, String value) throws SQLException {
        try {
            shard.updateString(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        try {
            shard.updateTime(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateTime(int column, Time value) throws SQLException {
        try {
            shard.updateTime(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        try {
            shard.updateTimestamp(label, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public void updateTimestamp(int column, Timestamp value) throws SQLException {
        try {
            shard.updateTimestamp(column, value);
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean wasNull() throws SQLException {
        try {
            return shard.wasNull();
        } catch (RuntimeException e) {
            throw owner.unexpected(e);
        }
    }
}
