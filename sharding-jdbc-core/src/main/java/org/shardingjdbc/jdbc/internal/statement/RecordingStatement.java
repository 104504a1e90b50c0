package org.shardingjdbc.jdbc.internal.statement;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.Setter;
import org.shardingjdbc.engine.internal.parameter.StreamSource;
import org.shardingjdbc.engine.internal.result.Counts;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.rule.internal.value.CalendarTimestamp;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/**
 * The setters of a PreparedStatement: each call is recorded with its own arguments. Values that the application may
 * change afterwards (dates, byte arrays) are copied; streams are read when the statement is executed. Not thread-safe,
 * as JDBC statements are not. Public, as the compiler would else write each setter once more into its subclass.
 */
public abstract class RecordingStatement extends ShardingStatement implements PreparedStatement {
    /** What the setters were given; the same object as long as the statement lives. */
    final Parameters parameters;

    RecordingStatement(StatementHome home, Session session, StatementShape shape, int parameterCount) {
        super(home, session, shape, StatementOptions.PREPARED);
        this.parameters = new Parameters(parameterCount);
    }

    @Override
    public int executeUpdate() throws SQLException {
        return Counts.toInt(executeLargeUpdate());
    }

    @Override
    public void setNull(int index, int jdbcType) throws SQLException {
        record(index, Setter.NULL, null, jdbcType);
    }

    @Override
    public void setNull(int index, int jdbcType, String typeName) throws SQLException {
        record(index, Setter.NULL_OF_TYPE, null, new Setter.TypedNull(jdbcType, typeName));
    }

    @Override
    public void setBoolean(int index, boolean value) throws SQLException {
        record(index, Setter.BOOLEAN, value, null);
    }

    @Override
    public void setByte(int index, byte value) throws SQLException {
        record(index, Setter.BYTE, value, null);
    }

    @Override
    public void setShort(int index, short value) throws SQLException {
        record(index, Setter.SHORT, value, null);
    }

    @Override
    public void setInt(int index, int value) throws SQLException {
        record(index, Setter.INT, value, null);
    }

    @Override
    public void setLong(int index, long value) throws SQLException {
        record(index, Setter.LONG, value, null);
    }

    @Override
    public void setFloat(int index, float value) throws SQLException {
        record(index, Setter.FLOAT, value, null);
    }

    @Override
    public void setDouble(int index, double value) throws SQLException {
        record(index, Setter.DOUBLE, value, null);
    }

    @Override
    public void setBigDecimal(int index, BigDecimal value) throws SQLException {
        record(index, Setter.BIG_DECIMAL, value, null);
    }

    @Override
    public void setString(int index, String value) throws SQLException {
        record(index, Setter.STRING, value, null);
    }

    @Override
    public void setNString(int index, String value) throws SQLException {
        record(index, Setter.NSTRING, value, null);
    }

    @Override
    public void setBytes(int index, byte[] value) throws SQLException {
        record(index, Setter.BYTES, value == null ? null : value.clone(), null);
    }

    @Override
    public void setDate(int index, Date value) throws SQLException {
        record(index, Setter.DATE, (Date) copy(value), null);
    }

    @Override
    public void setTime(int index, Time value) throws SQLException {
        record(index, Setter.TIME, (Time) copy(value), null);
    }

    @Override
    public void setTimestamp(int index, Timestamp value) throws SQLException {
        record(index, Setter.TIMESTAMP, (Timestamp) copy(value), null);
    }

    @Override
    public void setDate(int index, Date value, Calendar calendar) throws SQLException {
        if (calendar == null) {
            setDate(index, value);
            return;
        }
        recordInZone(index, Setter.DATE_IN_ZONE, copy(value), calendar);
    }

    @Override
    public void setTime(int index, Time value, Calendar calendar) throws SQLException {
        if (calendar == null) {
            setTime(index, value);
            return;
        }
        recordInZone(index, Setter.TIME_IN_ZONE, copy(value), calendar);
    }

    @Override
    public void setTimestamp(int index, Timestamp value, Calendar calendar) throws SQLException {
        if (calendar == null) {
            setTimestamp(index, value);
            return;
        }
        recordInZone(index, Setter.TIMESTAMP_IN_ZONE, copy(value), calendar);
    }

    @Override
    public void setObject(int index, Object value) throws SQLException {
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, null);
            return;
        }
        record(index, Setter.OBJECT, copy(value), null);
    }

    @Override
    public void setObject(int index, Object value, int jdbcType) throws SQLException {
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, jdbcType);
            return;
        }
        record(index, Setter.OBJECT_OF_TYPE, copy(value), jdbcType);
    }

    @Override
    public void setObject(int index, Object value, int jdbcType, int scaleOrLength) throws SQLException {
        Setter.TypeAndScale type = new Setter.TypeAndScale(jdbcType, scaleOrLength);
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, type);
            return;
        }
        record(index, Setter.OBJECT_OF_TYPE_AND_SCALE, copy(value), type);
    }

    @Override
    public void setObject(int index, Object value, SQLType sqlType) throws SQLException {
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, sqlType);
            return;
        }
        record(index, Setter.OBJECT_OF_SQL_TYPE, copy(value), sqlType);
    }

    @Override
    public void setObject(int index, Object value, SQLType sqlType, int scaleOrLength) throws SQLException {
        Setter.SqlTypeAndScale type = new Setter.SqlTypeAndScale(sqlType, scaleOrLength);
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, type);
            return;
        }
        record(index, Setter.OBJECT_OF_SQL_TYPE_AND_SCALE, copy(value), type);
    }

    @Override
    public void setRef(int index, Ref value) throws SQLException {
        record(index, Setter.REF, value, null);
    }

    @Override
    public void setArray(int index, Array value) throws SQLException {
        record(index, Setter.ARRAY, value, null);
    }

    @Override
    public void setURL(int index, URL value) throws SQLException {
        record(index, Setter.URL, value, null);
    }

    @Override
    public void setRowId(int index, RowId value) throws SQLException {
        record(index, Setter.ROW_ID, value, null);
    }

    @Override
    public void setAsciiStream(int index, InputStream value) throws SQLException {
        recordStream(index, Setter.ASCII_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setAsciiStream(int index, InputStream value, int length) throws SQLException {
        recordStream(index, Setter.ASCII_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setAsciiStream(int index, InputStream value, long length) throws SQLException {
        recordStream(index, Setter.ASCII_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
        recordStream(index, Setter.UNICODE_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setBinaryStream(int index, InputStream value) throws SQLException {
        recordStream(index, Setter.BINARY_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setBinaryStream(int index, InputStream value, int length) throws SQLException {
        recordStream(index, Setter.BINARY_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setBinaryStream(int index, InputStream value, long length) throws SQLException {
        recordStream(index, Setter.BINARY_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setCharacterStream(int index, Reader value) throws SQLException {
        recordStream(index, Setter.CHARACTER_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setCharacterStream(int index, Reader value, int length) throws SQLException {
        recordStream(index, Setter.CHARACTER_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setCharacterStream(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.CHARACTER_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setNCharacterStream(int index, Reader value) throws SQLException {
        recordStream(index, Setter.NCHARACTER_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setNCharacterStream(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.NCHARACTER_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setBlob(int index, InputStream value) throws SQLException {
        recordStream(index, Setter.BLOB_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setBlob(int index, InputStream value, long length) throws SQLException {
        recordStream(index, Setter.BLOB_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setClob(int index, Reader value) throws SQLException {
        recordStream(index, Setter.CLOB_READER, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setClob(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.CLOB_READER, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setNClob(int index, Reader value) throws SQLException {
        recordStream(index, Setter.NCLOB_READER, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setNClob(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.NCLOB_READER, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setBlob(int index, Blob value) throws SQLException {
        recordStream(index, Setter.BLOB, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setClob(int index, Clob value) throws SQLException {
        recordStream(index, Setter.CLOB, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setNClob(int index, NClob value) throws SQLException {
        recordStream(index, Setter.NCLOB, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setSQLXML(int index, SQLXML value) throws SQLException {
        recordStream(index, Setter.SQL_XML, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        parameters.clear();
    }

    private void record(int index, Setter setter, @Nullable Object value, @Nullable Object detail) throws SQLException {
        checkOpen();
        try {
            parameters.set(index, setter, value, detail);
        } catch (RuntimeException e) {
            throw told(e, null);
        }
    }

    private void recordStream(int index, Setter setter, Object given, StreamSource.LengthKind kind, long length)
            throws SQLException {
        record(index, setter, opaque(given), new StreamSource(given, kind, length, null));
    }

    private void recordObjectStream(int index, Object given, @Nullable Object type) throws SQLException {
        StreamSource source = new StreamSource(given, StreamSource.LengthKind.NONE, -1, type);
        record(index, Setter.OBJECT_STREAM, opaque(given), source);
    }

    /** Routing cannot look into a stream. */
    private static @Nullable Object opaque(Object given) {
        return given == null ? null : ShardingValues.UNKNOWN;
    }

    /** Routing sees what the database will store: the value as it reads in the calendar's zone. */
    private void recordInZone(int index, Setter setter, Object value, Calendar calendar) throws SQLException {
        Setter.InZone given = new Setter.InZone((java.util.Date) value, (Calendar) calendar.clone());
        record(index, setter, value == null ? null : inZone(given.value(), calendar), given);
    }

    private static Object inZone(java.util.Date value, Calendar calendar) {
        Instant instant = Instant.ofEpochMilli(value.getTime());
        ZoneId zone = calendar.getTimeZone().toZoneId();
        if (value instanceof Timestamp timestamp) {
            return new CalendarTimestamp(timestamp.toInstant().atZone(zone).toOffsetDateTime());
        }
        return value instanceof Time
                ? instant.atZone(zone).toLocalTime()
                : instant.atZone(zone).toLocalDate();
    }

    /** A value that the application cannot change any more. */
    private static Object copy(Object value) {
        if (value instanceof java.util.Date date) {
            return date.clone();
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        return value instanceof Calendar calendar ? calendar.clone() : value;
    }
}
