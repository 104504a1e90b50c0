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
    NULL,
    /** Detail: {@link TypedNull}. */
    NULL_OF_TYPE,
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    BIG_DECIMAL,
    STRING,
    NSTRING,
    BYTES,
    DATE,
    TIME,
    TIMESTAMP,
    /** Detail: {@link InZone}; the value is what routing sees. */
    DATE_IN_ZONE,
    /** As {@link #DATE_IN_ZONE}. */
    TIME_IN_ZONE,
    /** As {@link #DATE_IN_ZONE}. */
    TIMESTAMP_IN_ZONE,
    OBJECT,
    /** Detail: the JDBC type. */
    OBJECT_OF_TYPE,
    /** Detail: {@link TypeAndScale}. */
    OBJECT_OF_TYPE_AND_SCALE,
    /** Detail: the SQLType. */
    OBJECT_OF_SQL_TYPE,
    /** Detail: {@link SqlTypeAndScale}. */
    OBJECT_OF_SQL_TYPE_AND_SCALE,
    /** A value that was read elsewhere. Detail: the {@link Carrier} that read it. */
    CARRIED,
    REF,
    ARRAY,
    URL,
    ROW_ID,
    /** Value and detail of all that follow: opaque for routing, and the source. */
    ASCII_STREAM,
    UNICODE_STREAM,
    BINARY_STREAM,
    CHARACTER_STREAM,
    NCHARACTER_STREAM,
    BLOB_STREAM,
    CLOB_READER,
    NCLOB_READER,
    BLOB,
    CLOB,
    NCLOB,
    SQL_XML,
    /** setObject of a stream, a Blob, a Clob or an SQLXML; the source knows which form of setObject. */
    OBJECT_STREAM;

    /** Whether it can be given that value, whatever it was given before. */
    boolean takes(Object value) {
        return this == OBJECT || (this == STRING || this == NSTRING) && value instanceof String;
    }

    /**
     * Calls this setter. A switch and not a function for each, whose classes would all be made for the first statement.
     *
     * @param target a shard's statement
     * @param position 1-based
     * @param value as recorded
     * @param detail as recorded, or null where the setter has no more arguments
     */
    void call(PreparedStatement target, int position, Object value, Object detail) throws SQLException {
        switch (this) {
            case NULL -> target.setNull(position, (Integer) detail);
            case BOOLEAN -> target.setBoolean(position, (Boolean) value);
            case BYTE -> target.setByte(position, (Byte) value);
            case SHORT -> target.setShort(position, (Short) value);
            case INT -> target.setInt(position, (Integer) value);
            case LONG -> target.setLong(position, (Long) value);
            case FLOAT -> target.setFloat(position, (Float) value);
            case DOUBLE -> target.setDouble(position, (Double) value);
            case BIG_DECIMAL -> target.setBigDecimal(position, (BigDecimal) value);
            case STRING -> target.setString(position, (String) value);
            case NSTRING -> target.setNString(position, (String) value);
            case BYTES -> target.setBytes(position, (byte[]) value);
            case DATE -> target.setDate(position, (Date) value);
            case TIME -> target.setTime(position, (Time) value);
            case TIMESTAMP -> target.setTimestamp(position, (Timestamp) value);
            case OBJECT -> target.setObject(position, value);
            default -> callWithDetail(target, position, value, detail);
        }
    }

    private void callWithDetail(PreparedStatement target, int position, Object value, Object detail)
            throws SQLException {
        switch (this) {
            case NULL_OF_TYPE -> {
                TypedNull type = (TypedNull) detail;
                target.setNull(position, type.jdbcType(), type.typeName());
            }
            case DATE_IN_ZONE -> {
                InZone given = (InZone) detail;
                target.setDate(position, (Date) given.value(), given.newCalendar());
            }
            case TIME_IN_ZONE -> {
                InZone given = (InZone) detail;
                target.setTime(position, (Time) given.value(), given.newCalendar());
            }
            case TIMESTAMP_IN_ZONE -> {
                InZone given = (InZone) detail;
                target.setTimestamp(position, (Timestamp) given.value(), given.newCalendar());
            }
            case OBJECT_OF_TYPE -> target.setObject(position, value, (Integer) detail);
            case OBJECT_OF_TYPE_AND_SCALE -> {
                TypeAndScale type = (TypeAndScale) detail;
                target.setObject(position, value, type.jdbcType(), type.scaleOrLength());
            }
            case OBJECT_OF_SQL_TYPE -> target.setObject(position, value, (SQLType) detail);
            case OBJECT_OF_SQL_TYPE_AND_SCALE -> {
                SqlTypeAndScale type = (SqlTypeAndScale) detail;
                target.setObject(position, value, type.sqlType(), type.scaleOrLength());
            }
            case CARRIED -> ((Carrier) detail).write(target, position, value);
            case REF -> target.setRef(position, (Ref) value);
            case ARRAY -> target.setArray(position, (Array) value);
            case URL -> target.setURL(position, (URL) value);
            case ROW_ID -> target.setRowId(position, (RowId) value);
            default -> callWithSource(target, position, (StreamSource) detail);
        }
    }

    private void callWithSource(PreparedStatement target, int position, StreamSource source) throws SQLException {
        switch (this) {
            case ASCII_STREAM -> setAsciiStream(target, position, source);
            case UNICODE_STREAM -> setUnicodeStream(target, position, source);
            case BINARY_STREAM -> setBinaryStream(target, position, source);
            case CHARACTER_STREAM -> setCharacterStream(target, position, source);
            case NCHARACTER_STREAM -> setNCharacterStream(target, position, source);
            case BLOB_STREAM -> setBlobStream(target, position, source);
            case CLOB_READER -> setClobReader(target, position, source);
            case NCLOB_READER -> setNClobReader(target, position, source);
            case BLOB -> target.setBlob(position, (Blob) source.openObject());
            case CLOB -> target.setClob(position, (Clob) source.openObject());
            case NCLOB -> target.setNClob(position, (NClob) source.openObject());
            case SQL_XML -> target.setSQLXML(position, source.openXml(target.getConnection()));
            case OBJECT_STREAM -> setObjectStream(target, position, source);
            default -> throw new IllegalStateException(name());
        }
    }

    private static void setAsciiStream(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        InputStream stream = source.openStream();
        switch (source.lengthKind()) {
            case NONE -> target.setAsciiStream(position, stream);
            case INT -> target.setAsciiStream(position, stream, (int) source.length());
            case LONG -> target.setAsciiStream(position, stream, source.length());
        }
    }

    private static void setBinaryStream(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        InputStream stream = source.openStream();
        switch (source.lengthKind()) {
            case NONE -> target.setBinaryStream(position, stream);
            case INT -> target.setBinaryStream(position, stream, (int) source.length());
            case LONG -> target.setBinaryStream(position, stream, source.length());
        }
    }

    private static void setCharacterStream(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setCharacterStream(position, reader);
            case INT -> target.setCharacterStream(position, reader, (int) source.length());
            case LONG -> target.setCharacterStream(position, reader, source.length());
        }
    }

    private static void setNCharacterStream(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setNCharacterStream(position, reader);
            case INT, LONG -> target.setNCharacterStream(position, reader, source.length());
        }
    }

    private static void setBlobStream(PreparedStatement target, int position, StreamSource source) throws SQLException {
        InputStream stream = source.openStream();
        switch (source.lengthKind()) {
            case NONE -> target.setBlob(position, stream);
            case INT, LONG -> target.setBlob(position, stream, source.length());
        }
    }

    private static void setClobReader(PreparedStatement target, int position, StreamSource source) throws SQLException {
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setClob(position, reader);
            case INT, LONG -> target.setClob(position, reader, source.length());
        }
    }

    private static void setNClobReader(PreparedStatement target, int position, StreamSource source)
            throws SQLException {
        Reader reader = source.openReader();
        switch (source.lengthKind()) {
            case NONE -> target.setNClob(position, reader);
            case INT, LONG -> target.setNClob(position, reader, source.length());
        }
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
