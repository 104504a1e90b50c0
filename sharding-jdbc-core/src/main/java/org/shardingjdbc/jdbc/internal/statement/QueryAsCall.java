package org.shardingjdbc.jdbc.internal.statement;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.unit.StatementShape;

/**
 * A query or a write that the application prepared as a call, as Liquibase does with a SELECT on PostgreSQL: drivers
 * execute it as any other. It has no OUT parameters, and its parameters have no names. Not thread-safe.
 */
public final class QueryAsCall extends ShardingPreparedStatement implements CallableStatement {
    /** @throws SQLException when the text is wrong */
    public QueryAsCall(StatementHome home, StatementShape shape, String sql) throws SQLException {
        super(home, shape, sql, GeneratedKeyRequest.NONE);
    }

    private static SQLException noParameter(String method) {
        return SqlErrors.refuse(
                "CallableStatement." + method,
                "a statement that calls nothing has no OUT parameters, and its parameters have no names; number them");
    }

    @Override
    public void registerOutParameter(int index, int first) throws SQLException {
        throw noParameter("registerOutParameter");
    }

    @Override
    public void registerOutParameter(int index, int first, int second) throws SQLException {
        throw noParameter("registerOutParameter");
    }

    @Override
    public boolean wasNull() throws SQLException {
        throw noParameter("wasNull");
    }

    @Override
    public String getString(int index) throws SQLException {
        throw noParameter("getString");
    }

    @Override
    public boolean getBoolean(int index) throws SQLException {
        throw noParameter("getBoolean");
    }

    @Override
    public byte getByte(int index) throws SQLException {
        throw noParameter("getByte");
    }

    @Override
    public short getShort(int index) throws SQLException {
        throw noParameter("getShort");
    }

    @Override
    public int getInt(int index) throws SQLException {
        throw noParameter("getInt");
    }

    @Override
    public long getLong(int index) throws SQLException {
        throw noParameter("getLong");
    }

    @Override
    public float getFloat(int index) throws SQLException {
        throw noParameter("getFloat");
    }

    @Override
    public double getDouble(int index) throws SQLException {
        throw noParameter("getDouble");
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int index, int first) throws SQLException {
        throw noParameter("getBigDecimal");
    }

    @Override
    public byte[] getBytes(int index) throws SQLException {
        throw noParameter("getBytes");
    }

    @Override
    public Date getDate(int index) throws SQLException {
        throw noParameter("getDate");
    }

    @Override
    public Time getTime(int index) throws SQLException {
        throw noParameter("getTime");
    }

    @Override
    public Timestamp getTimestamp(int index) throws SQLException {
        throw noParameter("getTimestamp");
    }

    @Override
    public Object getObject(int index) throws SQLException {
        throw noParameter("getObject");
    }

    @Override
    public BigDecimal getBigDecimal(int index) throws SQLException {
        throw noParameter("getBigDecimal");
    }

    @Override
    public Object getObject(int index, Map<String, Class<?>> types) throws SQLException {
        throw noParameter("getObject");
    }

    @Override
    public Ref getRef(int index) throws SQLException {
        throw noParameter("getRef");
    }

    @Override
    public Blob getBlob(int index) throws SQLException {
        throw noParameter("getBlob");
    }

    @Override
    public Clob getClob(int index) throws SQLException {
        throw noParameter("getClob");
    }

    @Override
    public Array getArray(int index) throws SQLException {
        throw noParameter("getArray");
    }

    @Override
    public Date getDate(int index, Calendar first) throws SQLException {
        throw noParameter("getDate");
    }

    @Override
    public Time getTime(int index, Calendar first) throws SQLException {
        throw noParameter("getTime");
    }

    @Override
    public Timestamp getTimestamp(int index, Calendar first) throws SQLException {
        throw noParameter("getTimestamp");
    }

    @Override
    public void registerOutParameter(int index, int first, String second) throws SQLException {
        throw noParameter("registerOutParameter");
    }

    @Override
    public void registerOutParameter(String name, int first) throws SQLException {
        throw noParameter("registerOutParameter");
    }

    @Override
    public void registerOutParameter(String name, int first, int second) throws SQLException {
        throw noParameter("registerOutParameter");
    }

    @Override
    public void registerOutParameter(String name, int first, String second) throws SQLException {
        throw noParameter("registerOutParameter");
    }

    @Override
    public URL getURL(int index) throws SQLException {
        throw noParameter("getURL");
    }

    @Override
    public void setURL(String name, URL first) throws SQLException {
        throw noParameter("setURL");
    }

    @Override
    public void setNull(String name, int first) throws SQLException {
        throw noParameter("setNull");
    }

    @Override
    public void setBoolean(String name, boolean first) throws SQLException {
        throw noParameter("setBoolean");
    }

    @Override
    public void setByte(String name, byte first) throws SQLException {
        throw noParameter("setByte");
    }

    @Override
    public void setShort(String name, short first) throws SQLException {
        throw noParameter("setShort");
    }

    @Override
    public void setInt(String name, int first) throws SQLException {
        throw noParameter("setInt");
    }

    @Override
    public void setLong(String name, long first) throws SQLException {
        throw noParameter("setLong");
    }

    @Override
    public void setFloat(String name, float first) throws SQLException {
        throw noParameter("setFloat");
    }

    @Override
    public void setDouble(String name, double first) throws SQLException {
        throw noParameter("setDouble");
    }

    @Override
    public void setBigDecimal(String name, BigDecimal first) throws SQLException {
        throw noParameter("setBigDecimal");
    }

    @Override
    public void setString(String name, String first) throws SQLException {
        throw noParameter("setString");
    }

    @Override
    public void setBytes(String name, byte[] first) throws SQLException {
        throw noParameter("setBytes");
    }

    @Override
    public void setDate(String name, Date first) throws SQLException {
        throw noParameter("setDate");
    }

    @Override
    public void setTime(String name, Time first) throws SQLException {
        throw noParameter("setTime");
    }

    @Override
    public void setTimestamp(String name, Timestamp first) throws SQLException {
        throw noParameter("setTimestamp");
    }

    @Override
    public void setAsciiStream(String name, InputStream first, int second) throws SQLException {
        throw noParameter("setAsciiStream");
    }

    @Override
    public void setBinaryStream(String name, InputStream first, int second) throws SQLException {
        throw noParameter("setBinaryStream");
    }

    @Override
    public void setObject(String name, Object first, int second, int third) throws SQLException {
        throw noParameter("setObject");
    }

    @Override
    public void setObject(String name, Object first, int second) throws SQLException {
        throw noParameter("setObject");
    }

    @Override
    public void setObject(String name, Object first) throws SQLException {
        throw noParameter("setObject");
    }

    @Override
    public void setCharacterStream(String name, Reader first, int second) throws SQLException {
        throw noParameter("setCharacterStream");
    }

    @Override
    public void setDate(String name, Date first, Calendar second) throws SQLException {
        throw noParameter("setDate");
    }

    @Override
    public void setTime(String name, Time first, Calendar second) throws SQLException {
        throw noParameter("setTime");
    }

    @Override
    public void setTimestamp(String name, Timestamp first, Calendar second) throws SQLException {
        throw noParameter("setTimestamp");
    }

    @Override
    public void setNull(String name, int first, String second) throws SQLException {
        throw noParameter("setNull");
    }

    @Override
    public String getString(String name) throws SQLException {
        throw noParameter("getString");
    }

    @Override
    public boolean getBoolean(String name) throws SQLException {
        throw noParameter("getBoolean");
    }

    @Override
    public byte getByte(String name) throws SQLException {
        throw noParameter("getByte");
    }

    @Override
    public short getShort(String name) throws SQLException {
        throw noParameter("getShort");
    }

    @Override
    public int getInt(String name) throws SQLException {
        throw noParameter("getInt");
    }

    @Override
    public long getLong(String name) throws SQLException {
        throw noParameter("getLong");
    }

    @Override
    public float getFloat(String name) throws SQLException {
        throw noParameter("getFloat");
    }

    @Override
    public double getDouble(String name) throws SQLException {
        throw noParameter("getDouble");
    }

    @Override
    public byte[] getBytes(String name) throws SQLException {
        throw noParameter("getBytes");
    }

    @Override
    public Date getDate(String name) throws SQLException {
        throw noParameter("getDate");
    }

    @Override
    public Time getTime(String name) throws SQLException {
        throw noParameter("getTime");
    }

    @Override
    public Timestamp getTimestamp(String name) throws SQLException {
        throw noParameter("getTimestamp");
    }

    @Override
    public Object getObject(String name) throws SQLException {
        throw noParameter("getObject");
    }

    @Override
    public BigDecimal getBigDecimal(String name) throws SQLException {
        throw noParameter("getBigDecimal");
    }

    @Override
    public Object getObject(String name, Map<String, Class<?>> types) throws SQLException {
        throw noParameter("getObject");
    }

    @Override
    public Ref getRef(String name) throws SQLException {
        throw noParameter("getRef");
    }

    @Override
    public Blob getBlob(String name) throws SQLException {
        throw noParameter("getBlob");
    }

    @Override
    public Clob getClob(String name) throws SQLException {
        throw noParameter("getClob");
    }

    @Override
    public Array getArray(String name) throws SQLException {
        throw noParameter("getArray");
    }

    @Override
    public Date getDate(String name, Calendar first) throws SQLException {
        throw noParameter("getDate");
    }

    @Override
    public Time getTime(String name, Calendar first) throws SQLException {
        throw noParameter("getTime");
    }

    @Override
    public Timestamp getTimestamp(String name, Calendar first) throws SQLException {
        throw noParameter("getTimestamp");
    }

    @Override
    public URL getURL(String name) throws SQLException {
        throw noParameter("getURL");
    }

    @Override
    public RowId getRowId(int index) throws SQLException {
        throw noParameter("getRowId");
    }

    @Override
    public RowId getRowId(String name) throws SQLException {
        throw noParameter("getRowId");
    }

    @Override
    public void setRowId(String name, RowId first) throws SQLException {
        throw noParameter("setRowId");
    }

    @Override
    public void setNString(String name, String first) throws SQLException {
        throw noParameter("setNString");
    }

    @Override
    public void setNCharacterStream(String name, Reader first, long second) throws SQLException {
        throw noParameter("setNCharacterStream");
    }

    @Override
    public void setNClob(String name, NClob first) throws SQLException {
        throw noParameter("setNClob");
    }

    @Override
    public void setClob(String name, Reader first, long second) throws SQLException {
        throw noParameter("setClob");
    }

    @Override
    public void setBlob(String name, InputStream first, long second) throws SQLException {
        throw noParameter("setBlob");
    }

    @Override
    public void setNClob(String name, Reader first, long second) throws SQLException {
        throw noParameter("setNClob");
    }

    @Override
    public NClob getNClob(int index) throws SQLException {
        throw noParameter("getNClob");
    }

    @Override
    public NClob getNClob(String name) throws SQLException {
        throw noParameter("getNClob");
    }

    @Override
    public void setSQLXML(String name, SQLXML first) throws SQLException {
        throw noParameter("setSQLXML");
    }

    @Override
    public SQLXML getSQLXML(int index) throws SQLException {
        throw noParameter("getSQLXML");
    }

    @Override
    public SQLXML getSQLXML(String name) throws SQLException {
        throw noParameter("getSQLXML");
    }

    @Override
    public String getNString(int index) throws SQLException {
        throw noParameter("getNString");
    }

    @Override
    public String getNString(String name) throws SQLException {
        throw noParameter("getNString");
    }

    @Override
    public Reader getNCharacterStream(int index) throws SQLException {
        throw noParameter("getNCharacterStream");
    }

    @Override
    public Reader getNCharacterStream(String name) throws SQLException {
        throw noParameter("getNCharacterStream");
    }

    @Override
    public Reader getCharacterStream(int index) throws SQLException {
        throw noParameter("getCharacterStream");
    }

    @Override
    public Reader getCharacterStream(String name) throws SQLException {
        throw noParameter("getCharacterStream");
    }

    @Override
    public void setBlob(String name, Blob first) throws SQLException {
        throw noParameter("setBlob");
    }

    @Override
    public void setClob(String name, Clob first) throws SQLException {
        throw noParameter("setClob");
    }

    @Override
    public void setAsciiStream(String name, InputStream first, long second) throws SQLException {
        throw noParameter("setAsciiStream");
    }

    @Override
    public void setBinaryStream(String name, InputStream first, long second) throws SQLException {
        throw noParameter("setBinaryStream");
    }

    @Override
    public void setCharacterStream(String name, Reader first, long second) throws SQLException {
        throw noParameter("setCharacterStream");
    }

    @Override
    public void setAsciiStream(String name, InputStream first) throws SQLException {
        throw noParameter("setAsciiStream");
    }

    @Override
    public void setBinaryStream(String name, InputStream first) throws SQLException {
        throw noParameter("setBinaryStream");
    }

    @Override
    public void setCharacterStream(String name, Reader first) throws SQLException {
        throw noParameter("setCharacterStream");
    }

    @Override
    public void setNCharacterStream(String name, Reader first) throws SQLException {
        throw noParameter("setNCharacterStream");
    }

    @Override
    public void setClob(String name, Reader first) throws SQLException {
        throw noParameter("setClob");
    }

    @Override
    public void setBlob(String name, InputStream first) throws SQLException {
        throw noParameter("setBlob");
    }

    @Override
    public void setNClob(String name, Reader first) throws SQLException {
        throw noParameter("setNClob");
    }

    @Override
    public <T> T getObject(int index, Class<T> first) throws SQLException {
        throw noParameter("getObject");
    }

    @Override
    public <T> T getObject(String name, Class<T> first) throws SQLException {
        throw noParameter("getObject");
    }
}
