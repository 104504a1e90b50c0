package org.shardingjdbc.benchmarks.stub;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** A statement of which nothing is expected: every call fails. */
abstract class UnexpectedStatement implements PreparedStatement {
    static SQLException unexpected(String method) {
        return new SQLFeatureNotSupportedException("The stub driver has no " + method);
    }

    @Override
    public void addBatch() throws SQLException {
        throw unexpected("addBatch");
    }

    @Override
    public void addBatch(String a0) throws SQLException {
        throw unexpected("addBatch");
    }

    @Override
    public void cancel() throws SQLException {
        throw unexpected("cancel");
    }

    @Override
    public void clearBatch() throws SQLException {
        throw unexpected("clearBatch");
    }

    @Override
    public void clearParameters() throws SQLException {
        throw unexpected("clearParameters");
    }

    @Override
    public void clearWarnings() throws SQLException {
        throw unexpected("clearWarnings");
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        throw unexpected("closeOnCompletion");
    }

    @Override
    public void close() throws SQLException {
        throw unexpected("close");
    }

    @Override
    public int[] executeBatch() throws SQLException {
        throw unexpected("executeBatch");
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        throw unexpected("executeQuery");
    }

    @Override
    public ResultSet executeQuery(String a0) throws SQLException {
        throw unexpected("executeQuery");
    }

    @Override
    public int executeUpdate() throws SQLException {
        throw unexpected("executeUpdate");
    }

    @Override
    public int executeUpdate(String a0, int[] a1) throws SQLException {
        throw unexpected("executeUpdate");
    }

    @Override
    public int executeUpdate(String a0, String[] a1) throws SQLException {
        throw unexpected("executeUpdate");
    }

    @Override
    public int executeUpdate(String a0, int a1) throws SQLException {
        throw unexpected("executeUpdate");
    }

    @Override
    public int executeUpdate(String a0) throws SQLException {
        throw unexpected("executeUpdate");
    }

    @Override
    public boolean execute() throws SQLException {
        throw unexpected("execute");
    }

    @Override
    public boolean execute(String a0, int[] a1) throws SQLException {
        throw unexpected("execute");
    }

    @Override
    public boolean execute(String a0, String[] a1) throws SQLException {
        throw unexpected("execute");
    }

    @Override
    public boolean execute(String a0, int a1) throws SQLException {
        throw unexpected("execute");
    }

    @Override
    public boolean execute(String a0) throws SQLException {
        throw unexpected("execute");
    }

    @Override
    public Connection getConnection() throws SQLException {
        throw unexpected("getConnection");
    }

    @Override
    public int getFetchDirection() throws SQLException {
        throw unexpected("getFetchDirection");
    }

    @Override
    public int getFetchSize() throws SQLException {
        throw unexpected("getFetchSize");
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        throw unexpected("getGeneratedKeys");
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        throw unexpected("getMaxFieldSize");
    }

    @Override
    public int getMaxRows() throws SQLException {
        throw unexpected("getMaxRows");
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        throw unexpected("getMetaData");
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        throw unexpected("getMoreResults");
    }

    @Override
    public boolean getMoreResults(int a0) throws SQLException {
        throw unexpected("getMoreResults");
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        throw unexpected("getParameterMetaData");
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        throw unexpected("getQueryTimeout");
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        throw unexpected("getResultSetConcurrency");
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        throw unexpected("getResultSetHoldability");
    }

    @Override
    public int getResultSetType() throws SQLException {
        throw unexpected("getResultSetType");
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        throw unexpected("getResultSet");
    }

    @Override
    public int getUpdateCount() throws SQLException {
        throw unexpected("getUpdateCount");
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        throw unexpected("getWarnings");
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        throw unexpected("isCloseOnCompletion");
    }

    @Override
    public boolean isClosed() throws SQLException {
        throw unexpected("isClosed");
    }

    @Override
    public boolean isPoolable() throws SQLException {
        throw unexpected("isPoolable");
    }

    @Override
    public boolean isWrapperFor(Class<?> a0) throws SQLException {
        throw unexpected("isWrapperFor");
    }

    @Override
    public void setArray(int a0, Array a1) throws SQLException {
        throw unexpected("setArray");
    }

    @Override
    public void setAsciiStream(int a0, InputStream a1, int a2) throws SQLException {
        throw unexpected("setAsciiStream");
    }

    @Override
    public void setAsciiStream(int a0, InputStream a1, long a2) throws SQLException {
        throw unexpected("setAsciiStream");
    }

    @Override
    public void setAsciiStream(int a0, InputStream a1) throws SQLException {
        throw unexpected("setAsciiStream");
    }

    @Override
    public void setBigDecimal(int a0, BigDecimal a1) throws SQLException {
        throw unexpected("setBigDecimal");
    }

    @Override
    public void setBinaryStream(int a0, InputStream a1, int a2) throws SQLException {
        throw unexpected("setBinaryStream");
    }

    @Override
    public void setBinaryStream(int a0, InputStream a1, long a2) throws SQLException {
        throw unexpected("setBinaryStream");
    }

    @Override
    public void setBinaryStream(int a0, InputStream a1) throws SQLException {
        throw unexpected("setBinaryStream");
    }

    @Override
    public void setBlob(int a0, InputStream a1, long a2) throws SQLException {
        throw unexpected("setBlob");
    }

    @Override
    public void setBlob(int a0, InputStream a1) throws SQLException {
        throw unexpected("setBlob");
    }

    @Override
    public void setBlob(int a0, Blob a1) throws SQLException {
        throw unexpected("setBlob");
    }

    @Override
    public void setBoolean(int a0, boolean a1) throws SQLException {
        throw unexpected("setBoolean");
    }

    @Override
    public void setByte(int a0, byte a1) throws SQLException {
        throw unexpected("setByte");
    }

    @Override
    public void setBytes(int a0, byte[] a1) throws SQLException {
        throw unexpected("setBytes");
    }

    @Override
    public void setCharacterStream(int a0, Reader a1, int a2) throws SQLException {
        throw unexpected("setCharacterStream");
    }

    @Override
    public void setCharacterStream(int a0, Reader a1, long a2) throws SQLException {
        throw unexpected("setCharacterStream");
    }

    @Override
    public void setCharacterStream(int a0, Reader a1) throws SQLException {
        throw unexpected("setCharacterStream");
    }

    @Override
    public void setClob(int a0, Reader a1, long a2) throws SQLException {
        throw unexpected("setClob");
    }

    @Override
    public void setClob(int a0, Reader a1) throws SQLException {
        throw unexpected("setClob");
    }

    @Override
    public void setClob(int a0, Clob a1) throws SQLException {
        throw unexpected("setClob");
    }

    @Override
    public void setCursorName(String a0) throws SQLException {
        throw unexpected("setCursorName");
    }

    @Override
    public void setDate(int a0, Date a1, Calendar a2) throws SQLException {
        throw unexpected("setDate");
    }

    @Override
    public void setDate(int a0, Date a1) throws SQLException {
        throw unexpected("setDate");
    }

    @Override
    public void setDouble(int a0, double a1) throws SQLException {
        throw unexpected("setDouble");
    }

    @Override
    public void setEscapeProcessing(boolean a0) throws SQLException {
        throw unexpected("setEscapeProcessing");
    }

    @Override
    public void setFetchDirection(int a0) throws SQLException {
        throw unexpected("setFetchDirection");
    }

    @Override
    public void setFetchSize(int a0) throws SQLException {
        throw unexpected("setFetchSize");
    }

    @Override
    public void setFloat(int a0, float a1) throws SQLException {
        throw unexpected("setFloat");
    }

    @Override
    public void setInt(int a0, int a1) throws SQLException {
        throw unexpected("setInt");
    }

    @Override
    public void setLong(int a0, long a1) throws SQLException {
        throw unexpected("setLong");
    }

    @Override
    public void setMaxFieldSize(int a0) throws SQLException {
        throw unexpected("setMaxFieldSize");
    }

    @Override
    public void setMaxRows(int a0) throws SQLException {
        throw unexpected("setMaxRows");
    }

    @Override
    public void setNCharacterStream(int a0, Reader a1, long a2) throws SQLException {
        throw unexpected("setNCharacterStream");
    }

    @Override
    public void setNCharacterStream(int a0, Reader a1) throws SQLException {
        throw unexpected("setNCharacterStream");
    }

    @Override
    public void setNClob(int a0, Reader a1, long a2) throws SQLException {
        throw unexpected("setNClob");
    }

    @Override
    public void setNClob(int a0, Reader a1) throws SQLException {
        throw unexpected("setNClob");
    }

    @Override
    public void setNClob(int a0, NClob a1) throws SQLException {
        throw unexpected("setNClob");
    }

    @Override
    public void setNString(int a0, String a1) throws SQLException {
        throw unexpected("setNString");
    }

    @Override
    public void setNull(int a0, int a1, String a2) throws SQLException {
        throw unexpected("setNull");
    }

    @Override
    public void setNull(int a0, int a1) throws SQLException {
        throw unexpected("setNull");
    }

    @Override
    public void setObject(int a0, Object a1, int a2, int a3) throws SQLException {
        throw unexpected("setObject");
    }

    @Override
    public void setObject(int a0, Object a1, int a2) throws SQLException {
        throw unexpected("setObject");
    }

    @Override
    public void setObject(int a0, Object a1) throws SQLException {
        throw unexpected("setObject");
    }

    @Override
    public void setPoolable(boolean a0) throws SQLException {
        throw unexpected("setPoolable");
    }

    @Override
    public void setQueryTimeout(int a0) throws SQLException {
        throw unexpected("setQueryTimeout");
    }

    @Override
    public void setRef(int a0, Ref a1) throws SQLException {
        throw unexpected("setRef");
    }

    @Override
    public void setRowId(int a0, RowId a1) throws SQLException {
        throw unexpected("setRowId");
    }

    @Override
    public void setSQLXML(int a0, SQLXML a1) throws SQLException {
        throw unexpected("setSQLXML");
    }

    @Override
    public void setShort(int a0, short a1) throws SQLException {
        throw unexpected("setShort");
    }

    @Override
    public void setString(int a0, String a1) throws SQLException {
        throw unexpected("setString");
    }

    @Override
    public void setTime(int a0, Time a1, Calendar a2) throws SQLException {
        throw unexpected("setTime");
    }

    @Override
    public void setTime(int a0, Time a1) throws SQLException {
        throw unexpected("setTime");
    }

    @Override
    public void setTimestamp(int a0, Timestamp a1, Calendar a2) throws SQLException {
        throw unexpected("setTimestamp");
    }

    @Override
    public void setTimestamp(int a0, Timestamp a1) throws SQLException {
        throw unexpected("setTimestamp");
    }

    @Override
    public void setURL(int a0, URL a1) throws SQLException {
        throw unexpected("setURL");
    }

    @Deprecated
    @Override
    public void setUnicodeStream(int a0, InputStream a1, int a2) throws SQLException {
        throw unexpected("setUnicodeStream");
    }

    @Override
    public <T> T unwrap(Class<T> a0) throws SQLException {
        throw unexpected("unwrap");
    }
}
