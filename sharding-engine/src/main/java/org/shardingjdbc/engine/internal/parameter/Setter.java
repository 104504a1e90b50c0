package org.shardingjdbc.engine.internal.parameter;

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
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.shardingjdbc.dialect.internal.Carrier;

/**
 * A setter of PreparedStatement, to be called again on a shard's statement with the arguments that the application
 * gave.
 *
 * <p>Each constant knows what its value and its detail are; {@link Parameters} records them. Where the detail is a
 * source ({@link StreamSource}), it is opened once for each call.
 */
public enum Setter {
    /** Detail: the JDBC type. */
    NULL((target, position, value, detail) -> target.setNull(position, (Integer) detail)),
    /** Detail: {@link TypedNull}. */
    NULL_OF_TYPE((target, position, value, detail) -> {
        TypedNull type = (TypedNull) detail;
        target.setNull(position, type.jdbcType(), type.typeName());
    }),
    BOOLEAN((target, position, value, detail) -> target.setBoolean(position, (Boolean) value)),
    BYTE((target, position, value, detail) -> target.setByte(position, (Byte) value)),
    SHORT((target, position, value, detail) -> target.setShort(position, (Short) value)),
    INT((target, position, value, detail) -> target.setInt(position, (Integer) value)),
    LONG((target, position, value, detail) -> target.setLong(position, (Long) value)),
    FLOAT((target, position, value, detail) -> target.setFloat(position, (Float) value)),
    DOUBLE((target, position, value, detail) -> target.setDouble(position, (Double) value)),
    BIG_DECIMAL((target, position, value, detail) -> target.setBigDecimal(position, (BigDecimal) value)),
    STRING((target, position, value, detail) -> target.setString(position, (String) value)),
    NSTRING((target, position, value, detail) -> target.setNString(position, (String) value)),
    BYTES((target, position, value, detail) -> target.setBytes(position, (byte[]) value)),
    DATE((target, position, value, detail) -> target.setDate(position, (Date) value)),
    TIME((target, position, value, detail) -> target.setTime(position, (Time) value)),
    TIMESTAMP((target, position, value, detail) -> target.setTimestamp(position, (Timestamp) value)),
    /** Detail: {@link InZone}; the value is what routing sees. */
    DATE_IN_ZONE((target, position, value, detail) -> {
        InZone given = (InZone) detail;
        target.setDate(position, (Date) given.value(), given.newCalendar());
    }),
    /** As {@link #DATE_IN_ZONE}. */
    TIME_IN_ZONE((target, position, value, detail) -> {
        InZone given = (InZone) detail;
        target.setTime(position, (Time) given.value(), given.newCalendar());
    }),
    /** As {@link #DATE_IN_ZONE}. */
    TIMESTAMP_IN_ZONE((target, position, value, detail) -> {
        InZone given = (InZone) detail;
        target.setTimestamp(position, (Timestamp) given.value(), given.newCalendar());
    }),
    OBJECT((target, position, value, detail) -> target.setObject(position, value)),
    /** Detail: the JDBC type. */
    OBJECT_OF_TYPE((target, position, value, detail) -> target.setObject(position, value, (Integer) detail)),
    /** Detail: {@link TypeAndScale}. */
    OBJECT_OF_TYPE_AND_SCALE((target, position, value, detail) -> {
        TypeAndScale type = (TypeAndScale) detail;
        target.setObject(position, value, type.jdbcType(), type.scaleOrLength());
    }),
    /** Detail: the SQLType. */
    OBJECT_OF_SQL_TYPE((target, position, value, detail) -> target.setObject(position, value, (SQLType) detail)),
    /** Detail: {@link SqlTypeAndScale}. */
    OBJECT_OF_SQL_TYPE_AND_SCALE((target, position, value, detail) -> {
        SqlTypeAndScale type = (SqlTypeAndScale) detail;
        target.setObject(position, value, type.sqlType(), type.scaleOrLength());
    }),
    /** A value that was read elsewhere. Detail: the {@link Carrier} that read it. */
    CARRIED((target, position, value, detail) -> ((Carrier) detail).write(target, position, value)),
    REF((target, position, value, detail) -> target.setRef(position, (Ref) value)),
    ARRAY((target, position, value, detail) -> target.setArray(position, (Array) value)),
    URL((target, position, value, detail) -> target.setURL(position, (URL) value)),
    ROW_ID((target, position, value, detail) -> target.setRowId(position, (RowId) value)),
    /** Value and detail of all that follow: opaque for routing, and the source. */
    ASCII_STREAM((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        InputStream stream = source.openStream();
        switch (source.lengthKind()) {
            case NONE -> target.setAsciiStream(position, stream);
            case INT -> target.setAsciiStream(position, stream, (int) source.length());
            case LONG -> target.setAsciiStream(position, stream, source.length());
        }
    }),
    UNICODE_STREAM((target, position, value, detail) -> setUnicodeStream(target, position, (StreamSource) detail)),
    BINARY_STREAM((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        InputStream stream = source.openStream();
        switch (source.lengthKind()) {
            case NONE -> target.setBinaryStream(position, stream);
            case INT -> target.setBinaryStream(position, stream, (int) source.length());
            case LONG -> target.setBinaryStream(position, stream, source.length());
        }
    }),
    CHARACTER_STREAM((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setCharacterStream(position, reader);
            case INT -> target.setCharacterStream(position, reader, (int) source.length());
            case LONG -> target.setCharacterStream(position, reader, source.length());
        }
    }),
    NCHARACTER_STREAM((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setNCharacterStream(position, reader);
            case INT, LONG -> target.setNCharacterStream(position, reader, source.length());
        }
    }),
    BLOB_STREAM((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        InputStream stream = source.openStream();
        switch (source.lengthKind()) {
            case NONE -> target.setBlob(position, stream);
            case INT, LONG -> target.setBlob(position, stream, source.length());
        }
    }),
    CLOB_READER((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setClob(position, reader);
            case INT, LONG -> target.setClob(position, reader, source.length());
        }
    }),
    NCLOB_READER((target, position, value, detail) -> {
        StreamSource source = (StreamSource) detail;
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setNClob(position, reader);
            case INT, LONG -> target.setNClob(position, reader, source.length());
        }
    }),
    BLOB((target, position, value, detail) -> target.setBlob(position, (Blob) ((StreamSource) detail).openObject())),
    CLOB((target, position, value, detail) -> target.setClob(position, (Clob) ((StreamSource) detail).openObject())),
    NCLOB((target, position, value, detail) -> target.setNClob(position, (NClob) ((StreamSource) detail).openObject())),
    SQL_XML((target, position, value, detail) ->
            target.setSQLXML(position, ((StreamSource) detail).openXml(target.getConnection()))),
    /** setObject of a stream, a Blob, a Clob or an SQLXML; the source knows which form of setObject. */
    OBJECT_STREAM((target, position, value, detail) -> setObjectStream(target, position, (StreamSource) detail));

    /** How it is called. */
    final Call call;

    Setter(Call call) {
        this.call = call;
    }

    /** Whether it can be given that value, whatever it was given before. */
    boolean takes(Object value) {
        return this == OBJECT || (this == STRING || this == NSTRING) && value instanceof String;
    }

    /**
     * Calls this setter.
     *
     * @param target a shard's statement
     * @param position 1-based
     * @param value as recorded
     * @param detail as recorded, or null where the setter has no more arguments
     */
    void call(PreparedStatement target, int position, Object value, Object detail) throws SQLException {
        call.on(target, position, value, detail);
    }

    @SuppressWarnings("deprecation")
    private static void setUnicodeStream(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        target.setUnicodeStream(position, source.openStream(), (int) source.length());
    }

    private static void setObjectStream(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        Connection connection = target.getConnection();
        Object object = source.open(connection);
        Object type = source.objectType();
        if (type == null) {
            target.setObject(position, object);
        } else if (type instanceof Integer jdbcType) {
            target.setObject(position, object, jdbcType);
        } else if (type instanceof TypeAndScale scaled) {
            target.setObject(position, object, scaled.jdbcType(), scaled.scaleOrLength());
        } else if (type instanceof SqlTypeAndScale scaled) {
            target.setObject(position, object, scaled.sqlType(), scaled.scaleOrLength());
        } else {
            target.setObject(position, object, (SQLType) type);
        }
    }

    /** One call of a setter. */
    interface Call {
        void on(PreparedStatement target, int position, Object value, Object detail) throws SQLException;
    }

    /** What setNull with a type name was given. */
    public record TypedNull(int jdbcType, String typeName) {}

    /** What setObject was given behind the value. */
    public record TypeAndScale(int jdbcType, int scaleOrLength) {}

    /** What setObject was given behind the value. */
    public record SqlTypeAndScale(SQLType sqlType, int scaleOrLength) {}

    /**
     * What a setter with a Calendar was given.
     *
     * @param value a copy, so that the application may reuse its object
     * @param calendar a copy; drivers change it
     */
    public record InZone(java.util.Date value, Calendar calendar) {
        /** A calendar for one call: several shards may be set at the same time. */
        Calendar newCalendar() {
            return (Calendar) calendar.clone();
        }
    }
}
