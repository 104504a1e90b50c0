package org.shardingjdbc.dialect.internal;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Carriers by one of JDBC's getters and a setter for it. */
public enum PlainCarrier implements Carrier {
    SHORT(
            Types.SMALLINT,
            unlessNull(ResultSet::getShort),
            (target, position, value) -> target.setShort(position, (Short) value)),
    INT(
            Types.INTEGER,
            unlessNull(ResultSet::getInt),
            (target, position, value) -> target.setInt(position, (Integer) value)),
    LONG(
            Types.BIGINT,
            unlessNull(ResultSet::getLong),
            (target, position, value) -> target.setLong(position, (Long) value)),
    DECIMAL(
            Types.NUMERIC,
            ResultSet::getBigDecimal,
            (target, position, value) -> target.setBigDecimal(position, (BigDecimal) value)),
    /** A decimal, or a Double where it is NaN or infinite, which is no BigDecimal. */
    NUMBER(Types.NUMERIC, PlainCarrier::number, PlainCarrier::object),
    FLOAT(
            Types.REAL,
            unlessNull(ResultSet::getFloat),
            (target, position, value) -> target.setFloat(position, (Float) value)),
    DOUBLE(
            Types.DOUBLE,
            unlessNull(ResultSet::getDouble),
            (target, position, value) -> target.setDouble(position, (Double) value)),
    BOOLEAN(
            Types.BOOLEAN,
            unlessNull(ResultSet::getBoolean),
            (target, position, value) -> target.setBoolean(position, (Boolean) value)),
    TEXT(Types.VARCHAR, ResultSet::getString, (target, position, value) -> target.setString(position, (String) value)),
    /** A text of no type, which the database reads as the type of the place where it is put. */
    LITERAL(
            Types.OTHER,
            ResultSet::getString,
            (target, position, value) -> target.setObject(position, value, Types.OTHER)),
    BYTES(Types.VARBINARY, ResultSet::getBytes, (target, position, value) -> target.setBytes(position, (byte[]) value)),
    /** Without a time zone, in which a date might not exist. */
    LOCAL_DATE(Types.DATE, (row, column) -> row.getObject(column, LocalDate.class), PlainCarrier::object),
    /** As {@link #LOCAL_DATE}. */
    LOCAL_TIME(Types.TIME, (row, column) -> row.getObject(column, LocalTime.class), PlainCarrier::object),
    /** As {@link #LOCAL_DATE}. */
    LOCAL_DATE_TIME(Types.TIMESTAMP, (row, column) -> row.getObject(column, LocalDateTime.class), PlainCarrier::object),
    OFFSET_DATE_TIME(
            Types.TIMESTAMP_WITH_TIMEZONE,
            (row, column) -> row.getObject(column, OffsetDateTime.class),
            PlainCarrier::object),
    /** As what the driver holds it in; of an array its elements. */
    OBJECT(Types.OTHER, PlainCarrier::held, PlainCarrier::object);

    private final int jdbcType;
    private final Reader reader;
    private final Writer writer;

    PlainCarrier(int jdbcType, Reader reader, Writer writer) {
        this.jdbcType = jdbcType;
        this.reader = reader;
        this.writer = writer;
    }

    /** The type of a NULL, a constant of {@link Types}. */
    public int jdbcType() {
        return jdbcType;
    }

    @Override
    public @Nullable Object read(ResultSet row, int column) throws SQLException {
        return reader.read(row, column);
    }

    @Override
    public void write(PreparedStatement target, int position, Object value) throws SQLException {
        writer.write(target, position, value);
    }

    /**
     * Of getters that return no null. Others are not asked for it: of a zero timestamp MariaDB's driver returns the
     * text, and says that it was null.
     */
    private static Reader unlessNull(Reader primitive) {
        return (row, column) -> {
            Object value = primitive.read(row, column);
            return row.wasNull() ? null : value;
        };
    }

    private static @Nullable Object number(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof Double ? value : row.getBigDecimal(column);
    }

    private static @Nullable Object held(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof Array array ? array.getArray() : value;
    }

    private static void object(PreparedStatement target, int position, Object value) throws SQLException {
        target.setObject(position, value);
    }

    private interface Reader {
        @Nullable
        Object read(ResultSet row, int column) throws SQLException;
    }

    private interface Writer {
        void write(PreparedStatement target, int position, Object value) throws SQLException;
    }
}
