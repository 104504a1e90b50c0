package io.shardingjdbc.jdbc.internal.result;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.jdbc.internal.error.SqlErrors;
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

/**
 * The result of one shard, handed through: whatever the driver can do, scrolling and updating included, it does. Only
 * the statement, the end, and names in the metadata are ours. As thread-safe as the driver's.
 */
public final class ShardResultSet implements ResultSet {
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
        if (metaData == null) {
            metaData = new ShardMetaData(shard.getMetaData(), 0, names);
        }
        return metaData;
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
        return shard.absolute(row);
    }

    @Override
    public void afterLast() throws SQLException {
        shard.afterLast();
    }

    @Override
    public void beforeFirst() throws SQLException {
        shard.beforeFirst();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        shard.cancelRowUpdates();
    }

    @Override
    public void clearWarnings() throws SQLException {
        shard.clearWarnings();
    }

    @Override
    public void deleteRow() throws SQLException {
        shard.deleteRow();
    }

    @Override
    public int findColumn(String label) throws SQLException {
        return shard.findColumn(label);
    }

    @Override
    public boolean first() throws SQLException {
        return shard.first();
    }

    @Override
    public Array getArray(String label) throws SQLException {
        return shard.getArray(label);
    }

    @Override
    public Array getArray(int column) throws SQLException {
        return shard.getArray(column);
    }

    @Override
    public InputStream getAsciiStream(String label) throws SQLException {
        return shard.getAsciiStream(label);
    }

    @Override
    public InputStream getAsciiStream(int column) throws SQLException {
        return shard.getAsciiStream(column);
    }

    @Override
    public BigDecimal getBigDecimal(String label) throws SQLException {
        return shard.getBigDecimal(label);
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        return shard.getBigDecimal(column);
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        return shard.getBigDecimal(label, scale);
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        return shard.getBigDecimal(column, scale);
    }

    @Override
    public InputStream getBinaryStream(String label) throws SQLException {
        return shard.getBinaryStream(label);
    }

    @Override
    public InputStream getBinaryStream(int column) throws SQLException {
        return shard.getBinaryStream(column);
    }

    @Override
    public Blob getBlob(String label) throws SQLException {
        return shard.getBlob(label);
    }

    @Override
    public Blob getBlob(int column) throws SQLException {
        return shard.getBlob(column);
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return shard.getBoolean(label);
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        return shard.getBoolean(column);
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return shard.getByte(label);
    }

    @Override
    public byte getByte(int column) throws SQLException {
        return shard.getByte(column);
    }

    @Override
    public byte[] getBytes(String label) throws SQLException {
        return shard.getBytes(label);
    }

    @Override
    public byte[] getBytes(int column) throws SQLException {
        return shard.getBytes(column);
    }

    @Override
    public Reader getCharacterStream(String label) throws SQLException {
        return shard.getCharacterStream(label);
    }

    @Override
    public Reader getCharacterStream(int column) throws SQLException {
        return shard.getCharacterStream(column);
    }

    @Override
    public Clob getClob(String label) throws SQLException {
        return shard.getClob(label);
    }

    @Override
    public Clob getClob(int column) throws SQLException {
        return shard.getClob(column);
    }

    @Override
    public int getConcurrency() throws SQLException {
        return shard.getConcurrency();
    }

    @Override
    public String getCursorName() throws SQLException {
        return shard.getCursorName();
    }

    @Override
    public Date getDate(String label) throws SQLException {
        return shard.getDate(label);
    }

    @Override
    public Date getDate(int column) throws SQLException {
        return shard.getDate(column);
    }

    @Override
    public Date getDate(String label, Calendar calendar) throws SQLException {
        return shard.getDate(label, calendar);
    }

    @Override
    public Date getDate(int column, Calendar calendar) throws SQLException {
        return shard.getDate(column, calendar);
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return shard.getDouble(label);
    }

    @Override
    public double getDouble(int column) throws SQLException {
        return shard.getDouble(column);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        return shard.getFetchDirection();
    }

    @Override
    public int getFetchSize() throws SQLException {
        return shard.getFetchSize();
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return shard.getFloat(label);
    }

    @Override
    public float getFloat(int column) throws SQLException {
        return shard.getFloat(column);
    }

    @Override
    public int getHoldability() throws SQLException {
        return shard.getHoldability();
    }

    @Override
    public int getInt(String label) throws SQLException {
        return shard.getInt(label);
    }

    @Override
    public int getInt(int column) throws SQLException {
        return shard.getInt(column);
    }

    @Override
    public long getLong(String label) throws SQLException {
        return shard.getLong(label);
    }

    @Override
    public long getLong(int column) throws SQLException {
        return shard.getLong(column);
    }

    @Override
    public Reader getNCharacterStream(String label) throws SQLException {
        return shard.getNCharacterStream(label);
    }

    @Override
    public Reader getNCharacterStream(int column) throws SQLException {
        return shard.getNCharacterStream(column);
    }

    @Override
    public NClob getNClob(String label) throws SQLException {
        return shard.getNClob(label);
    }

    @Override
    public NClob getNClob(int column) throws SQLException {
        return shard.getNClob(column);
    }

    @Override
    public String getNString(String label) throws SQLException {
        return shard.getNString(label);
    }

    @Override
    public String getNString(int column) throws SQLException {
        return shard.getNString(column);
    }

    @Override
    public Object getObject(String label) throws SQLException {
        return shard.getObject(label);
    }

    @Override
    public Object getObject(int column) throws SQLException {
        return shard.getObject(column);
    }

    @Override
    public <T> T getObject(String label, Class<T> type) throws SQLException {
        return shard.getObject(label, type);
    }

    @Override
    public Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        return shard.getObject(label, map);
    }

    @Override
    public <T> T getObject(int column, Class<T> type) throws SQLException {
        return shard.getObject(column, type);
    }

    @Override
    public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
        return shard.getObject(column, map);
    }

    @Override
    public Ref getRef(String label) throws SQLException {
        return shard.getRef(label);
    }

    @Override
    public Ref getRef(int column) throws SQLException {
        return shard.getRef(column);
    }

    @Override
    public int getRow() throws SQLException {
        return shard.getRow();
    }

    @Override
    public RowId getRowId(String label) throws SQLException {
        return shard.getRowId(label);
    }

    @Override
    public RowId getRowId(int column) throws SQLException {
        return shard.getRowId(column);
    }

    @Override
    public SQLXML getSQLXML(String label) throws SQLException {
        return shard.getSQLXML(label);
    }

    @Override
    public SQLXML getSQLXML(int column) throws SQLException {
        return shard.getSQLXML(column);
    }

    @Override
    public short getShort(String label) throws SQLException {
        return shard.getShort(label);
    }

    @Override
    public short getShort(int column) throws SQLException {
        return shard.getShort(column);
    }

    @Override
    public String getString(String label) throws SQLException {
        return shard.getString(label);
    }

    @Override
    public String getString(int column) throws SQLException {
        return shard.getString(column);
    }

    @Override
    public Time getTime(String label) throws SQLException {
        return shard.getTime(label);
    }

    @Override
    public Time getTime(int column) throws SQLException {
        return shard.getTime(column);
    }

    @Override
    public Time getTime(String label, Calendar calendar) throws SQLException {
        return shard.getTime(label, calendar);
    }

    @Override
    public Time getTime(int column, Calendar calendar) throws SQLException {
        return shard.getTime(column, calendar);
    }

    @Override
    public Timestamp getTimestamp(String label) throws SQLException {
        return shard.getTimestamp(label);
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        return shard.getTimestamp(column);
    }

    @Override
    public Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        return shard.getTimestamp(label, calendar);
    }

    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        return shard.getTimestamp(column, calendar);
    }

    @Override
    public int getType() throws SQLException {
        return shard.getType();
    }

    @Override
    public URL getURL(String label) throws SQLException {
        return shard.getURL(label);
    }

    @Override
    public URL getURL(int column) throws SQLException {
        return shard.getURL(column);
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(String label) throws SQLException {
        return shard.getUnicodeStream(label);
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int column) throws SQLException {
        return shard.getUnicodeStream(column);
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return shard.getWarnings();
    }

    @Override
    public void insertRow() throws SQLException {
        shard.insertRow();
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        return shard.isAfterLast();
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        return shard.isBeforeFirst();
    }

    @Override
    public boolean isFirst() throws SQLException {
        return shard.isFirst();
    }

    @Override
    public boolean isLast() throws SQLException {
        return shard.isLast();
    }

    @Override
    public boolean last() throws SQLException {
        return shard.last();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        shard.moveToCurrentRow();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        shard.moveToInsertRow();
    }

    @Override
    public boolean next() throws SQLException {
        return shard.next();
    }

    @Override
    public boolean previous() throws SQLException {
        return shard.previous();
    }

    @Override
    public void refreshRow() throws SQLException {
        shard.refreshRow();
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        return shard.relative(rows);
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        return shard.rowDeleted();
    }

    @Override
    public boolean rowInserted() throws SQLException {
        return shard.rowInserted();
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        return shard.rowUpdated();
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        shard.setFetchDirection(direction);
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        shard.setFetchSize(rows);
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        shard.updateArray(label, value);
    }

    @Override
    public void updateArray(int column, Array value) throws SQLException {
        shard.updateArray(column, value);
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        shard.updateAsciiStream(label, value);
    }

    @Override
    public void updateAsciiStream(int column, InputStream value) throws SQLException {
        shard.updateAsciiStream(column, value);
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
        shard.updateAsciiStream(label, value, length);
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        shard.updateAsciiStream(label, value, length);
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
        shard.updateAsciiStream(column, value, length);
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        shard.updateAsciiStream(column, value, length);
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        shard.updateBigDecimal(label, value);
    }

    @Override
    public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        shard.updateBigDecimal(column, value);
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        shard.updateBinaryStream(label, value);
    }

    @Override
    public void updateBinaryStream(int column, InputStream value) throws SQLException {
        shard.updateBinaryStream(column, value);
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
        shard.updateBinaryStream(label, value, length);
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        shard.updateBinaryStream(label, value, length);
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
        shard.updateBinaryStream(column, value, length);
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        shard.updateBinaryStream(column, value, length);
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        shard.updateBlob(label, value);
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        shard.updateBlob(label, value);
    }

    @Override
    public void updateBlob(int column, InputStream value) throws SQLException {
        shard.updateBlob(column, value);
    }

    @Override
    public void updateBlob(int column, Blob value) throws SQLException {
        shard.updateBlob(column, value);
    }

    @Override
    public void updateBlob(String label, InputStream value, long length) throws SQLException {
        shard.updateBlob(label, value, length);
    }

    @Override
    public void updateBlob(int column, InputStream value, long length) throws SQLException {
        shard.updateBlob(column, value, length);
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        shard.updateBoolean(label, value);
    }

    @Override
    public void updateBoolean(int column, boolean value) throws SQLException {
        shard.updateBoolean(column, value);
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        shard.updateByte(label, value);
    }

    @Override
    public void updateByte(int column, byte value) throws SQLException {
        shard.updateByte(column, value);
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        shard.updateBytes(label, value);
    }

    @Override
    public void updateBytes(int column, byte[] value) throws SQLException {
        shard.updateBytes(column, value);
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        shard.updateCharacterStream(label, value);
    }

    @Override
    public void updateCharacterStream(int column, Reader value) throws SQLException {
        shard.updateCharacterStream(column, value);
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
        shard.updateCharacterStream(label, value, length);
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        shard.updateCharacterStream(label, value, length);
    }

    @Override
    public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
        shard.updateCharacterStream(column, value, length);
    }

    @Override
    public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        shard.updateCharacterStream(column, value, length);
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        shard.updateClob(label, value);
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        shard.updateClob(label, value);
    }

    @Override
    public void updateClob(int column, Reader value) throws SQLException {
        shard.updateClob(column, value);
    }

    @Override
    public void updateClob(int column, Clob value) throws SQLException {
        shard.updateClob(column, value);
    }

    @Override
    public void updateClob(String label, Reader value, long length) throws SQLException {
        shard.updateClob(label, value, length);
    }

    @Override
    public void updateClob(int column, Reader value, long length) throws SQLException {
        shard.updateClob(column, value, length);
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        shard.updateDate(label, value);
    }

    @Override
    public void updateDate(int column, Date value) throws SQLException {
        shard.updateDate(column, value);
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        shard.updateDouble(label, value);
    }

    @Override
    public void updateDouble(int column, double value) throws SQLException {
        shard.updateDouble(column, value);
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        shard.updateFloat(label, value);
    }

    @Override
    public void updateFloat(int column, float value) throws SQLException {
        shard.updateFloat(column, value);
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        shard.updateInt(label, value);
    }

    @Override
    public void updateInt(int column, int value) throws SQLException {
        shard.updateInt(column, value);
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        shard.updateLong(label, value);
    }

    @Override
    public void updateLong(int column, long value) throws SQLException {
        shard.updateLong(column, value);
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        shard.updateNCharacterStream(label, value);
    }

    @Override
    public void updateNCharacterStream(int column, Reader value) throws SQLException {
        shard.updateNCharacterStream(column, value);
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        shard.updateNCharacterStream(label, value, length);
    }

    @Override
    public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        shard.updateNCharacterStream(column, value, length);
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        shard.updateNClob(label, value);
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        shard.updateNClob(label, value);
    }

    @Override
    public void updateNClob(int column, Reader value) throws SQLException {
        shard.updateNClob(column, value);
    }

    @Override
    public void updateNClob(int column, NClob value) throws SQLException {
        shard.updateNClob(column, value);
    }

    @Override
    public void updateNClob(String label, Reader value, long length) throws SQLException {
        shard.updateNClob(label, value, length);
    }

    @Override
    public void updateNClob(int column, Reader value, long length) throws SQLException {
        shard.updateNClob(column, value, length);
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        shard.updateNString(label, value);
    }

    @Override
    public void updateNString(int column, String value) throws SQLException {
        shard.updateNString(column, value);
    }

    @Override
    public void updateNull(String label) throws SQLException {
        shard.updateNull(label);
    }

    @Override
    public void updateNull(int column) throws SQLException {
        shard.updateNull(column);
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        shard.updateObject(label, value);
    }

    @Override
    public void updateObject(int column, Object value) throws SQLException {
        shard.updateObject(column, value);
    }

    @Override
    public void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        shard.updateObject(label, value, scaleOrLength);
    }

    @Override
    public void updateObject(String label, Object value, SQLType targetType) throws SQLException {
        shard.updateObject(label, value, targetType);
    }

    @Override
    public void updateObject(int column, Object value, int scaleOrLength) throws SQLException {
        shard.updateObject(column, value, scaleOrLength);
    }

    @Override
    public void updateObject(int column, Object value, SQLType targetType) throws SQLException {
        shard.updateObject(column, value, targetType);
    }

    @Override
    public void updateObject(String label, Object value, SQLType targetType, int scaleOrLength) throws SQLException {
        shard.updateObject(label, value, targetType, scaleOrLength);
    }

    @Override
    public void updateObject(int column, Object value, SQLType targetType, int scaleOrLength) throws SQLException {
        shard.updateObject(column, value, targetType, scaleOrLength);
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        shard.updateRef(label, value);
    }

    @Override
    public void updateRef(int column, Ref value) throws SQLException {
        shard.updateRef(column, value);
    }

    @Override
    public void updateRow() throws SQLException {
        shard.updateRow();
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        shard.updateRowId(label, value);
    }

    @Override
    public void updateRowId(int column, RowId value) throws SQLException {
        shard.updateRowId(column, value);
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        shard.updateSQLXML(label, value);
    }

    @Override
    public void updateSQLXML(int column, SQLXML value) throws SQLException {
        shard.updateSQLXML(column, value);
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        shard.updateShort(label, value);
    }

    @Override
    public void updateShort(int column, short value) throws SQLException {
        shard.updateShort(column, value);
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        shard.updateString(label, value);
    }

    @Override
    public void updateString(int column, String value) throws SQLException {
        shard.updateString(column, value);
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        shard.updateTime(label, value);
    }

    @Override
    public void updateTime(int column, Time value) throws SQLException {
        shard.updateTime(column, value);
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        shard.updateTimestamp(label, value);
    }

    @Override
    public void updateTimestamp(int column, Timestamp value) throws SQLException {
        shard.updateTimestamp(column, value);
    }

    @Override
    public boolean wasNull() throws SQLException {
        return shard.wasNull();
    }
}
