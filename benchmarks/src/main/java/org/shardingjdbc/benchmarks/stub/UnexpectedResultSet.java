package org.shardingjdbc.benchmarks.stub;

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
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Rows of which nothing is expected: every call fails. */
abstract class UnexpectedResultSet implements ResultSet {
    @Override
    public boolean absolute(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("absolute");
    }

    @Override
    public void afterLast() throws SQLException {
        throw UnexpectedStatement.unexpected("afterLast");
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw UnexpectedStatement.unexpected("beforeFirst");
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw UnexpectedStatement.unexpected("cancelRowUpdates");
    }

    @Override
    public void clearWarnings() throws SQLException {
        throw UnexpectedStatement.unexpected("clearWarnings");
    }

    @Override
    public void close() throws SQLException {
        throw UnexpectedStatement.unexpected("close");
    }

    @Override
    public void deleteRow() throws SQLException {
        throw UnexpectedStatement.unexpected("deleteRow");
    }

    @Override
    public int findColumn(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("findColumn");
    }

    @Override
    public boolean first() throws SQLException {
        throw UnexpectedStatement.unexpected("first");
    }

    @Override
    public Array getArray(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getArray");
    }

    @Override
    public Array getArray(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getArray");
    }

    @Override
    public InputStream getAsciiStream(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getAsciiStream");
    }

    @Override
    public InputStream getAsciiStream(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getAsciiStream");
    }

    @Deprecated
    @Override
    public BigDecimal getBigDecimal(String a0, int a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getBigDecimal");
    }

    @Override
    public BigDecimal getBigDecimal(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBigDecimal");
    }

    @Deprecated
    @Override
    public BigDecimal getBigDecimal(int a0, int a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getBigDecimal");
    }

    @Override
    public BigDecimal getBigDecimal(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBigDecimal");
    }

    @Override
    public InputStream getBinaryStream(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBinaryStream");
    }

    @Override
    public InputStream getBinaryStream(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBinaryStream");
    }

    @Override
    public Blob getBlob(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBlob");
    }

    @Override
    public Blob getBlob(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBlob");
    }

    @Override
    public boolean getBoolean(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBoolean");
    }

    @Override
    public boolean getBoolean(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBoolean");
    }

    @Override
    public byte getByte(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getByte");
    }

    @Override
    public byte getByte(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getByte");
    }

    @Override
    public byte[] getBytes(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBytes");
    }

    @Override
    public byte[] getBytes(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getBytes");
    }

    @Override
    public Reader getCharacterStream(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getCharacterStream");
    }

    @Override
    public Reader getCharacterStream(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getCharacterStream");
    }

    @Override
    public Clob getClob(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getClob");
    }

    @Override
    public Clob getClob(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getClob");
    }

    @Override
    public int getConcurrency() throws SQLException {
        throw UnexpectedStatement.unexpected("getConcurrency");
    }

    @Override
    public String getCursorName() throws SQLException {
        throw UnexpectedStatement.unexpected("getCursorName");
    }

    @Override
    public Date getDate(String a0, Calendar a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getDate");
    }

    @Override
    public Date getDate(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getDate");
    }

    @Override
    public Date getDate(int a0, Calendar a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getDate");
    }

    @Override
    public Date getDate(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getDate");
    }

    @Override
    public double getDouble(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getDouble");
    }

    @Override
    public double getDouble(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getDouble");
    }

    @Override
    public int getFetchDirection() throws SQLException {
        throw UnexpectedStatement.unexpected("getFetchDirection");
    }

    @Override
    public int getFetchSize() throws SQLException {
        throw UnexpectedStatement.unexpected("getFetchSize");
    }

    @Override
    public float getFloat(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getFloat");
    }

    @Override
    public float getFloat(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getFloat");
    }

    @Override
    public int getHoldability() throws SQLException {
        throw UnexpectedStatement.unexpected("getHoldability");
    }

    @Override
    public int getInt(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getInt");
    }

    @Override
    public int getInt(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getInt");
    }

    @Override
    public long getLong(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getLong");
    }

    @Override
    public long getLong(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getLong");
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        throw UnexpectedStatement.unexpected("getMetaData");
    }

    @Override
    public Reader getNCharacterStream(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getNCharacterStream");
    }

    @Override
    public Reader getNCharacterStream(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getNCharacterStream");
    }

    @Override
    public NClob getNClob(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getNClob");
    }

    @Override
    public NClob getNClob(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getNClob");
    }

    @Override
    public String getNString(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getNString");
    }

    @Override
    public String getNString(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getNString");
    }

    @Override
    public <T> T getObject(String a0, Class<T> a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getObject");
    }

    @Override
    public Object getObject(String a0, Map<String, Class<?>> a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getObject");
    }

    @Override
    public Object getObject(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getObject");
    }

    @Override
    public <T> T getObject(int a0, Class<T> a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getObject");
    }

    @Override
    public Object getObject(int a0, Map<String, Class<?>> a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getObject");
    }

    @Override
    public Object getObject(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getObject");
    }

    @Override
    public Ref getRef(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getRef");
    }

    @Override
    public Ref getRef(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getRef");
    }

    @Override
    public RowId getRowId(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getRowId");
    }

    @Override
    public RowId getRowId(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getRowId");
    }

    @Override
    public int getRow() throws SQLException {
        throw UnexpectedStatement.unexpected("getRow");
    }

    @Override
    public SQLXML getSQLXML(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getSQLXML");
    }

    @Override
    public SQLXML getSQLXML(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getSQLXML");
    }

    @Override
    public short getShort(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getShort");
    }

    @Override
    public short getShort(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getShort");
    }

    @Override
    public Statement getStatement() throws SQLException {
        throw UnexpectedStatement.unexpected("getStatement");
    }

    @Override
    public String getString(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getString");
    }

    @Override
    public String getString(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getString");
    }

    @Override
    public Time getTime(String a0, Calendar a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getTime");
    }

    @Override
    public Time getTime(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getTime");
    }

    @Override
    public Time getTime(int a0, Calendar a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getTime");
    }

    @Override
    public Time getTime(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getTime");
    }

    @Override
    public Timestamp getTimestamp(String a0, Calendar a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(int a0, Calendar a1) throws SQLException {
        throw UnexpectedStatement.unexpected("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getTimestamp");
    }

    @Override
    public int getType() throws SQLException {
        throw UnexpectedStatement.unexpected("getType");
    }

    @Override
    public URL getURL(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getURL");
    }

    @Override
    public URL getURL(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getURL");
    }

    @Deprecated
    @Override
    public InputStream getUnicodeStream(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getUnicodeStream");
    }

    @Deprecated
    @Override
    public InputStream getUnicodeStream(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("getUnicodeStream");
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        throw UnexpectedStatement.unexpected("getWarnings");
    }

    @Override
    public void insertRow() throws SQLException {
        throw UnexpectedStatement.unexpected("insertRow");
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        throw UnexpectedStatement.unexpected("isAfterLast");
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        throw UnexpectedStatement.unexpected("isBeforeFirst");
    }

    @Override
    public boolean isClosed() throws SQLException {
        throw UnexpectedStatement.unexpected("isClosed");
    }

    @Override
    public boolean isFirst() throws SQLException {
        throw UnexpectedStatement.unexpected("isFirst");
    }

    @Override
    public boolean isLast() throws SQLException {
        throw UnexpectedStatement.unexpected("isLast");
    }

    @Override
    public boolean isWrapperFor(Class<?> a0) throws SQLException {
        throw UnexpectedStatement.unexpected("isWrapperFor");
    }

    @Override
    public boolean last() throws SQLException {
        throw UnexpectedStatement.unexpected("last");
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw UnexpectedStatement.unexpected("moveToCurrentRow");
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw UnexpectedStatement.unexpected("moveToInsertRow");
    }

    @Override
    public boolean next() throws SQLException {
        throw UnexpectedStatement.unexpected("next");
    }

    @Override
    public boolean previous() throws SQLException {
        throw UnexpectedStatement.unexpected("previous");
    }

    @Override
    public void refreshRow() throws SQLException {
        throw UnexpectedStatement.unexpected("refreshRow");
    }

    @Override
    public boolean relative(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("relative");
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        throw UnexpectedStatement.unexpected("rowDeleted");
    }

    @Override
    public boolean rowInserted() throws SQLException {
        throw UnexpectedStatement.unexpected("rowInserted");
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        throw UnexpectedStatement.unexpected("rowUpdated");
    }

    @Override
    public void setFetchDirection(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("setFetchDirection");
    }

    @Override
    public void setFetchSize(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("setFetchSize");
    }

    @Override
    public <T> T unwrap(Class<T> a0) throws SQLException {
        throw UnexpectedStatement.unexpected("unwrap");
    }

    @Override
    public void updateArray(String a0, Array a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateArray");
    }

    @Override
    public void updateArray(int a0, Array a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateArray");
    }

    @Override
    public void updateAsciiStream(String a0, InputStream a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String a0, InputStream a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String a0, InputStream a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int a0, InputStream a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int a0, InputStream a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int a0, InputStream a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateAsciiStream");
    }

    @Override
    public void updateBigDecimal(String a0, BigDecimal a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBigDecimal");
    }

    @Override
    public void updateBigDecimal(int a0, BigDecimal a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBigDecimal");
    }

    @Override
    public void updateBinaryStream(String a0, InputStream a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String a0, InputStream a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String a0, InputStream a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int a0, InputStream a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int a0, InputStream a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int a0, InputStream a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBinaryStream");
    }

    @Override
    public void updateBlob(String a0, InputStream a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBlob");
    }

    @Override
    public void updateBlob(String a0, InputStream a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBlob");
    }

    @Override
    public void updateBlob(String a0, Blob a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBlob");
    }

    @Override
    public void updateBlob(int a0, InputStream a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBlob");
    }

    @Override
    public void updateBlob(int a0, InputStream a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBlob");
    }

    @Override
    public void updateBlob(int a0, Blob a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBlob");
    }

    @Override
    public void updateBoolean(String a0, boolean a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBoolean");
    }

    @Override
    public void updateBoolean(int a0, boolean a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBoolean");
    }

    @Override
    public void updateByte(String a0, byte a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateByte");
    }

    @Override
    public void updateByte(int a0, byte a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateByte");
    }

    @Override
    public void updateBytes(String a0, byte[] a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBytes");
    }

    @Override
    public void updateBytes(int a0, byte[] a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateBytes");
    }

    @Override
    public void updateCharacterStream(String a0, Reader a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int a0, Reader a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateCharacterStream");
    }

    @Override
    public void updateClob(String a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateClob");
    }

    @Override
    public void updateClob(String a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateClob");
    }

    @Override
    public void updateClob(String a0, Clob a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateClob");
    }

    @Override
    public void updateClob(int a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateClob");
    }

    @Override
    public void updateClob(int a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateClob");
    }

    @Override
    public void updateClob(int a0, Clob a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateClob");
    }

    @Override
    public void updateDate(String a0, Date a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateDate");
    }

    @Override
    public void updateDate(int a0, Date a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateDate");
    }

    @Override
    public void updateDouble(String a0, double a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateDouble");
    }

    @Override
    public void updateDouble(int a0, double a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateDouble");
    }

    @Override
    public void updateFloat(String a0, float a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateFloat");
    }

    @Override
    public void updateFloat(int a0, float a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateFloat");
    }

    @Override
    public void updateInt(String a0, int a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateInt");
    }

    @Override
    public void updateInt(int a0, int a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateInt");
    }

    @Override
    public void updateLong(String a0, long a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateLong");
    }

    @Override
    public void updateLong(int a0, long a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateLong");
    }

    @Override
    public void updateNCharacterStream(String a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(int a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(int a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNCharacterStream");
    }

    @Override
    public void updateNClob(String a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNClob");
    }

    @Override
    public void updateNClob(String a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNClob");
    }

    @Override
    public void updateNClob(String a0, NClob a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNClob");
    }

    @Override
    public void updateNClob(int a0, Reader a1, long a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNClob");
    }

    @Override
    public void updateNClob(int a0, Reader a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNClob");
    }

    @Override
    public void updateNClob(int a0, NClob a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNClob");
    }

    @Override
    public void updateNString(String a0, String a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNString");
    }

    @Override
    public void updateNString(int a0, String a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNString");
    }

    @Override
    public void updateNull(String a0) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNull");
    }

    @Override
    public void updateNull(int a0) throws SQLException {
        throw UnexpectedStatement.unexpected("updateNull");
    }

    @Override
    public void updateObject(String a0, Object a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateObject");
    }

    @Override
    public void updateObject(String a0, Object a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateObject");
    }

    @Override
    public void updateObject(int a0, Object a1, int a2) throws SQLException {
        throw UnexpectedStatement.unexpected("updateObject");
    }

    @Override
    public void updateObject(int a0, Object a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateObject");
    }

    @Override
    public void updateRef(String a0, Ref a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateRef");
    }

    @Override
    public void updateRef(int a0, Ref a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateRef");
    }

    @Override
    public void updateRowId(String a0, RowId a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateRowId");
    }

    @Override
    public void updateRowId(int a0, RowId a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateRowId");
    }

    @Override
    public void updateRow() throws SQLException {
        throw UnexpectedStatement.unexpected("updateRow");
    }

    @Override
    public void updateSQLXML(String a0, SQLXML a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateSQLXML");
    }

    @Override
    public void updateSQLXML(int a0, SQLXML a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateSQLXML");
    }

    @Override
    public void updateShort(String a0, short a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateShort");
    }

    @Override
    public void updateShort(int a0, short a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateShort");
    }

    @Override
    public void updateString(String a0, String a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateString");
    }

    @Override
    public void updateString(int a0, String a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateString");
    }

    @Override
    public void updateTime(String a0, Time a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateTime");
    }

    @Override
    public void updateTime(int a0, Time a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateTime");
    }

    @Override
    public void updateTimestamp(String a0, Timestamp a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateTimestamp");
    }

    @Override
    public void updateTimestamp(int a0, Timestamp a1) throws SQLException {
        throw UnexpectedStatement.unexpected("updateTimestamp");
    }

    @Override
    public boolean wasNull() throws SQLException {
        throw UnexpectedStatement.unexpected("wasNull");
    }
}
