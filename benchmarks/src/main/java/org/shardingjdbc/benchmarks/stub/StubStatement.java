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
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;

/** A statement that answers at once. Not thread-safe. */
final class StubStatement extends UnexpectedStatement {
    private final StubConnection connection;
    private final String sql;
    private Answer answer;
    private ResultSet current;
    private int batched;
    private boolean closed;

    /** @param sql null for a statement that is not prepared */
    StubStatement(StubConnection connection, String sql) {
        this.connection = connection;
        this.sql = sql;
        this.answer = sql == null ? null : Answer.ofPrepared(sql);
    }

    /** Closed with the connection. */
    private Statement h2() throws SQLException {
        return connection.real.createStatement();
    }

    private ResultSet rows() {
        Answer.await();
        current = new StubResultSet(this, answer, connection.real);
        return current;
    }

    @Override
    public void addBatch() throws SQLException {
        batched++;
    }

    @Override
    public void cancel() throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void clearBatch() throws SQLException {
        batched = 0;
    }

    @Override
    public void clearParameters() throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void clearWarnings() throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void close() throws SQLException {
        closed = true;
    }

    @Override
    public int[] executeBatch() throws SQLException {
        int[] counts = new int[batched];
        Arrays.fill(counts, 1);
        batched = 0;
        return counts;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        return rows();
    }

    @Override
    public ResultSet executeQuery(String a0) throws SQLException {
        if (!Answer.isFor(a0)) {
            return h2().executeQuery(a0);
        }
        answer = Answer.ofText(a0);
        return rows();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return 1;
    }

    @Override
    public int executeUpdate(String a0) throws SQLException {
        return Answer.isFor(a0) ? 1 : h2().executeUpdate(a0);
    }

    @Override
    public boolean execute() throws SQLException {
        if (answer.returnsRows()) {
            rows();
            return true;
        }
        current = null;
        return false;
    }

    @Override
    public boolean execute(String a0) throws SQLException {
        if (!Answer.isFor(a0)) {
            return h2().execute(a0);
        }
        answer = Answer.ofText(a0);
        return execute();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connection;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        return ResultSet.FETCH_FORWARD;
    }

    @Override
    public int getFetchSize() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxRows() throws SQLException {
        return 0;
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        return answer.metaData(connection.real);
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        current = null;
        return false;
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        try (PreparedStatement statement = connection.real.prepareStatement(sql)) {
            return statement.getParameterMetaData();
        }
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        return 0;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getResultSetType() throws SQLException {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        return current;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        return current == null ? 1 : -1;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return null;
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        return true;
    }

    @Override
    public void setArray(int a0, Array a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setAsciiStream(int a0, InputStream a1, int a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setAsciiStream(int a0, InputStream a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setAsciiStream(int a0, InputStream a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBigDecimal(int a0, BigDecimal a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBinaryStream(int a0, InputStream a1, int a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBinaryStream(int a0, InputStream a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBinaryStream(int a0, InputStream a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBlob(int a0, InputStream a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBlob(int a0, InputStream a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBlob(int a0, Blob a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBoolean(int a0, boolean a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setByte(int a0, byte a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setBytes(int a0, byte[] a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setCharacterStream(int a0, Reader a1, int a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setCharacterStream(int a0, Reader a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setCharacterStream(int a0, Reader a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setClob(int a0, Reader a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setClob(int a0, Reader a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setClob(int a0, Clob a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setCursorName(String a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setDate(int a0, Date a1, Calendar a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setDate(int a0, Date a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setDouble(int a0, double a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setEscapeProcessing(boolean a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setFetchDirection(int a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setFetchSize(int a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setFloat(int a0, float a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setInt(int a0, int a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setLong(int a0, long a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setMaxFieldSize(int a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setMaxRows(int a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNCharacterStream(int a0, Reader a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNCharacterStream(int a0, Reader a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNClob(int a0, Reader a1, long a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNClob(int a0, Reader a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNClob(int a0, NClob a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNString(int a0, String a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNull(int a0, int a1, String a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setNull(int a0, int a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setObject(int a0, Object a1, int a2, int a3) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setObject(int a0, Object a1, int a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setObject(int a0, Object a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setPoolable(boolean a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setQueryTimeout(int a0) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setRef(int a0, Ref a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setRowId(int a0, RowId a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setSQLXML(int a0, SQLXML a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setShort(int a0, short a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setString(int a0, String a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setTime(int a0, Time a1, Calendar a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setTime(int a0, Time a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setTimestamp(int a0, Timestamp a1, Calendar a2) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setTimestamp(int a0, Timestamp a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Override
    public void setURL(int a0, URL a1) throws SQLException {
        // The answer does not depend on it.
    }

    @Deprecated
    @Override
    public void setUnicodeStream(int a0, InputStream a1, int a2) throws SQLException {
        // The answer does not depend on it.
    }
}
