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
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;

/** A result set that cannot be updated, and whose getters by label go to those by index. */
abstract class ReadOnlyResultSet implements ResultSet {
    private static SQLException readOnly(String method) {
        return SqlErrors.refuse(
                "ResultSet." + method, "rows of several data nodes are read-only; use UPDATE or DELETE");
    }

    @Override
    public final boolean rowUpdated() {
        return false;
    }

    @Override
    public final boolean rowInserted() {
        return false;
    }

    @Override
    public final boolean rowDeleted() {
        return false;
    }

    @Override
    public final int getConcurrency() {
        return CONCUR_READ_ONLY;
    }

    @Override
    public final Array getArray(String label) throws SQLException {
        return getArray(findColumn(label));
    }

    @Override
    public final InputStream getAsciiStream(String label) throws SQLException {
        return getAsciiStream(findColumn(label));
    }

    @Override
    public final BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(findColumn(label));
    }

    @Override
    @Deprecated
    public final BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        return getBigDecimal(findColumn(label), scale);
    }

    @Override
    public final InputStream getBinaryStream(String label) throws SQLException {
        return getBinaryStream(findColumn(label));
    }

    @Override
    public final Blob getBlob(String label) throws SQLException {
        return getBlob(findColumn(label));
    }

    @Override
    public final boolean getBoolean(String label) throws SQLException {
        return getBoolean(findColumn(label));
    }

    @Override
    public final byte getByte(String label) throws SQLException {
        return getByte(findColumn(label));
    }

    @Override
    public final byte[] getBytes(String label) throws SQLException {
        return getBytes(findColumn(label));
    }

    @Override
    public final Reader getCharacterStream(String label) throws SQLException {
        return getCharacterStream(findColumn(label));
    }

    @Override
    public final Clob getClob(String label) throws SQLException {
        return getClob(findColumn(label));
    }

    @Override
    public final Date getDate(String label) throws SQLException {
        return getDate(findColumn(label));
    }

    @Override
    public final Date getDate(String label, Calendar calendar) throws SQLException {
        return getDate(findColumn(label), calendar);
    }

    @Override
    public final double getDouble(String label) throws SQLException {
        return getDouble(findColumn(label));
    }

    @Override
    public final float getFloat(String label) throws SQLException {
        return getFloat(findColumn(label));
    }

    @Override
    public final int getInt(String label) throws SQLException {
        return getInt(findColumn(label));
    }

    @Override
    public final long getLong(String label) throws SQLException {
        return getLong(findColumn(label));
    }

    @Override
    public final Reader getNCharacterStream(String label) throws SQLException {
        return getNCharacterStream(findColumn(label));
    }

    @Override
    public final NClob getNClob(String label) throws SQLException {
        return getNClob(findColumn(label));
    }

    @Override
    public final String getNString(String label) throws SQLException {
        return getNString(findColumn(label));
    }

    @Override
    public final Object getObject(String label) throws SQLException {
        return getObject(findColumn(label));
    }

    @Override
    public final <T> T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    @Override
    public final Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        return getObject(findColumn(label), map);
    }

    @Override
    public final Ref getRef(String label) throws SQLException {
        return getRef(findColumn(label));
    }

    @Override
    public final RowId getRowId(String label) throws SQLException {
        return getRowId(findColumn(label));
    }

    @Override
    public final SQLXML getSQLXML(String label) throws SQLException {
        return getSQLXML(findColumn(label));
    }

    @Override
    public final short getShort(String label) throws SQLException {
        return getShort(findColumn(label));
    }

    @Override
    public final String getString(String label) throws SQLException {
        return getString(findColumn(label));
    }

    @Override
    public final Time getTime(String label) throws SQLException {
        return getTime(findColumn(label));
    }

    @Override
    public final Time getTime(String label, Calendar calendar) throws SQLException {
        return getTime(findColumn(label), calendar);
    }

    @Override
    public final Timestamp getTimestamp(String label) throws SQLException {
        return getTimestamp(findColumn(label));
    }

    @Override
    public final Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(label), calendar);
    }

    @Override
    public final URL getURL(String label) throws SQLException {
        return getURL(findColumn(label));
    }

    @Override
    @Deprecated
    public final InputStream getUnicodeStream(String label) throws SQLException {
        return getUnicodeStream(findColumn(label));
    }

    @Override
    public final void cancelRowUpdates() throws SQLException {
        throw readOnly("cancelRowUpdates");
    }

    @Override
    public final void deleteRow() throws SQLException {
        throw readOnly("deleteRow");
    }

    @Override
    public final void insertRow() throws SQLException {
        throw readOnly("insertRow");
    }

    @Override
    public final void moveToCurrentRow() throws SQLException {
        throw readOnly("moveToCurrentRow");
    }

    @Override
    public final void moveToInsertRow() throws SQLException {
        throw readOnly("moveToInsertRow");
    }

    @Override
    public final void refreshRow() throws SQLException {
        throw readOnly("refreshRow");
    }

    @Override
    public final void updateArray(String label, Array value) throws SQLException {
        throw readOnly("updateArray");
    }

    @Override
    public final void updateArray(int column, Array value) throws SQLException {
        throw readOnly("updateArray");
    }

    @Override
    public final void updateAsciiStream(String label, InputStream value) throws SQLException {
        throw readOnly("updateAsciiStream");
    }

    @Override
    public final void updateAsciiStream(int column, InputStream value) throws SQLException {
        throw readOnly("updateAsciiStream");
    }

    @Override
    public final void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
        throw readOnly("updateAsciiStream");
    }

    @Override
    public final void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        throw readOnly("updateAsciiStream");
    }

    @Override
    public final void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
        throw readOnly("updateAsciiStream");
    }

    @Override
    public final void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        throw readOnly("updateAsciiStream");
    }

    @Override
    public final void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        throw readOnly("updateBigDecimal");
    }

    @Override
    public final void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        throw readOnly("updateBigDecimal");
    }

    @Override
    public final void updateBinaryStream(String label, InputStream value) throws SQLException {
        throw readOnly("updateBinaryStream");
    }

    @Override
    public final void updateBinaryStream(int column, InputStream value) throws SQLException {
        throw readOnly("updateBinaryStream");
    }

    @Override
    public final void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
        throw readOnly("updateBinaryStream");
    }

    @Override
    public final void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        throw readOnly("updateBinaryStream");
    }

    @Override
    public final void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
        throw readOnly("updateBinaryStream");
    }

    @Override
    public final void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        throw readOnly("updateBinaryStream");
    }

    @Override
    public final void updateBlob(String label, InputStream value) throws SQLException {
        throw readOnly("updateBlob");
    }

    @Override
    public final void updateBlob(String label, Blob value) throws SQLException {
        throw readOnly("updateBlob");
    }

    @Override
    public final void updateBlob(int column, InputStream value) throws SQLException {
        throw readOnly("updateBlob");
    }

    @Override
    public final void updateBlob(int column, Blob value) throws SQLException {
        throw readOnly("updateBlob");
    }

    @Override
    public final void updateBlob(String label, InputStream value, long length) throws SQLException {
        throw readOnly("updateBlob");
    }

    @Override
    public final void updateBlob(int column, InputStream value, long length) throws SQLException {
        throw readOnly("updateBlob");
    }

    @Override
    public final void updateBoolean(String label, boolean value) throws SQLException {
        throw readOnly("updateBoolean");
    }

    @Override
    public final void updateBoolean(int column, boolean value) throws SQLException {
        throw readOnly("updateBoolean");
    }

    @Override
    public final void updateByte(String label, byte value) throws SQLException {
        throw readOnly("updateByte");
    }

    @Override
    public final void updateByte(int column, byte value) throws SQLException {
        throw readOnly("updateByte");
    }

    @Override
    public final void updateBytes(String label, byte[] value) throws SQLException {
        throw readOnly("updateBytes");
    }

    @Override
    public final void updateBytes(int column, byte[] value) throws SQLException {
        throw readOnly("updateBytes");
    }

    @Override
    public final void updateCharacterStream(String label, Reader value) throws SQLException {
        throw readOnly("updateCharacterStream");
    }

    @Override
    public final void updateCharacterStream(int column, Reader value) throws SQLException {
        throw readOnly("updateCharacterStream");
    }

    @Override
    public final void updateCharacterStream(String label, Reader value, int length) throws SQLException {
        throw readOnly("updateCharacterStream");
    }

    @Override
    public final void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        throw readOnly("updateCharacterStream");
    }

    @Override
    public final void updateCharacterStream(int column, Reader value, int length) throws SQLException {
        throw readOnly("updateCharacterStream");
    }

    @Override
    public final void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        throw readOnly("updateCharacterStream");
    }

    @Override
    public final void updateClob(String label, Reader value) throws SQLException {
        throw readOnly("updateClob");
    }

    @Override
    public final void updateClob(String label, Clob value) throws SQLException {
        throw readOnly("updateClob");
    }

    @Override
    public final void updateClob(int column, Reader value) throws SQLException {
        throw readOnly("updateClob");
    }

    @Override
    public final void updateClob(int column, Clob value) throws SQLException {
        throw readOnly("updateClob");
    }

    @Override
    public final void updateClob(String label, Reader value, long length) throws SQLException {
        throw readOnly("updateClob");
    }

    @Override
    public final void updateClob(int column, Reader value, long length) throws SQLException {
        throw readOnly("updateClob");
    }

    @Override
    public final void updateDate(String label, Date value) throws SQLException {
        throw readOnly("updateDate");
    }

    @Override
    public final void updateDate(int column, Date value) throws SQLException {
        throw readOnly("updateDate");
    }

    @Override
    public final void updateDouble(String label, double value) throws SQLException {
        throw readOnly("updateDouble");
    }

    @Override
    public final void updateDouble(int column, double value) throws SQLException {
        throw readOnly("updateDouble");
    }

    @Override
    public final void updateFloat(String label, float value) throws SQLException {
        throw readOnly("updateFloat");
    }

    @Override
    public final void updateFloat(int column, float value) throws SQLException {
        throw readOnly("updateFloat");
    }

    @Override
    public final void updateInt(String label, int value) throws SQLException {
        throw readOnly("updateInt");
    }

    @Override
    public final void updateInt(int column, int value) throws SQLException {
        throw readOnly("updateInt");
    }

    @Override
    public final void updateLong(String label, long value) throws SQLException {
        throw readOnly("updateLong");
    }

    @Override
    public final void updateLong(int column, long value) throws SQLException {
        throw readOnly("updateLong");
    }

    @Override
    public final void updateNCharacterStream(String label, Reader value) throws SQLException {
        throw readOnly("updateNCharacterStream");
    }

    @Override
    public final void updateNCharacterStream(int column, Reader value) throws SQLException {
        throw readOnly("updateNCharacterStream");
    }

    @Override
    public final void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        throw readOnly("updateNCharacterStream");
    }

    @Override
    public final void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        throw readOnly("updateNCharacterStream");
    }

    @Override
    public final void updateNClob(String label, Reader value) throws SQLException {
        throw readOnly("updateNClob");
    }

    @Override
    public final void updateNClob(String label, NClob value) throws SQLException {
        throw readOnly("updateNClob");
    }

    @Override
    public final void updateNClob(int column, Reader value) throws SQLException {
        throw readOnly("updateNClob");
    }

    @Override
    public final void updateNClob(int column, NClob value) throws SQLException {
        throw readOnly("updateNClob");
    }

    @Override
    public final void updateNClob(String label, Reader value, long length) throws SQLException {
        throw readOnly("updateNClob");
    }

    @Override
    public final void updateNClob(int column, Reader value, long length) throws SQLException {
        throw readOnly("updateNClob");
    }

    @Override
    public final void updateNString(String label, String value) throws SQLException {
        throw readOnly("updateNString");
    }

    @Override
    public final void updateNString(int column, String value) throws SQLException {
        throw readOnly("updateNString");
    }

    @Override
    public final void updateNull(String label) throws SQLException {
        throw readOnly("updateNull");
    }

    @Override
    public final void updateNull(int column) throws SQLException {
        throw readOnly("updateNull");
    }

    @Override
    public final void updateObject(String label, Object value) throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(int column, Object value) throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(String label, Object value, SQLType targetType) throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(int column, Object value, int scaleOrLength) throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(int column, Object value, SQLType targetType) throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(String label, Object value, SQLType targetType, int scaleOrLength)
            throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateObject(int column, Object value, SQLType targetType, int scaleOrLength)
            throws SQLException {
        throw readOnly("updateObject");
    }

    @Override
    public final void updateRef(String label, Ref value) throws SQLException {
        throw readOnly("updateRef");
    }

    @Override
    public final void updateRef(int column, Ref value) throws SQLException {
        throw readOnly("updateRef");
    }

    @Override
    public final void updateRow() throws SQLException {
        throw readOnly("updateRow");
    }

    @Override
    public final void updateRowId(String label, RowId value) throws SQLException {
        throw readOnly("updateRowId");
    }

    @Override
    public final void updateRowId(int column, RowId value) throws SQLException {
        throw readOnly("updateRowId");
    }

    @Override
    public final void updateSQLXML(String label, SQLXML value) throws SQLException {
        throw readOnly("updateSQLXML");
    }

    @Override
    public final void updateSQLXML(int column, SQLXML value) throws SQLException {
        throw readOnly("updateSQLXML");
    }

    @Override
    public final void updateShort(String label, short value) throws SQLException {
        throw readOnly("updateShort");
    }

    @Override
    public final void updateShort(int column, short value) throws SQLException {
        throw readOnly("updateShort");
    }

    @Override
    public final void updateString(String label, String value) throws SQLException {
        throw readOnly("updateString");
    }

    @Override
    public final void updateString(int column, String value) throws SQLException {
        throw readOnly("updateString");
    }

    @Override
    public final void updateTime(String label, Time value) throws SQLException {
        throw readOnly("updateTime");
    }

    @Override
    public final void updateTime(int column, Time value) throws SQLException {
        throw readOnly("updateTime");
    }

    @Override
    public final void updateTimestamp(String label, Timestamp value) throws SQLException {
        throw readOnly("updateTimestamp");
    }

    @Override
    public final void updateTimestamp(int column, Timestamp value) throws SQLException {
        throw readOnly("updateTimestamp");
    }
}
