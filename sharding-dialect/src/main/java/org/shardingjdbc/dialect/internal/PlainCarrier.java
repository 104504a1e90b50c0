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
    SHORT(Types.SMALLINT),
    INT(Types.INTEGER),
    LONG(Types.BIGINT),
    DECIMAL(Types.NUMERIC),
    /** A decimal, or a Double where it is NaN or infinite, which is no BigDecimal. */
    NUMBER(Types.NUMERIC),
    FLOAT(Types.REAL),
    DOUBLE(Types.DOUBLE),
    BOOLEAN(Types.BOOLEAN),
    TEXT(Types.VARCHAR),
    /** A text of no type, which the database reads as the type of the place where it is put. */
    LITERAL(Types.OTHER),
    BYTES(Types.VARBINARY),
    /** Without a time zone, in which a date might not exist. */
    LOCAL_DATE(Types.DATE),
    /** As {@link #LOCAL_DATE}. */
    LOCAL_TIME(Types.TIME),
    /** As {@link #LOCAL_DATE}. */
    LOCAL_DATE_TIME(Types.TIMESTAMP),
    OFFSET_DATE_TIME(Types.TIMESTAMP_WITH_TIMEZONE),
    /** As what the driver holds it in; of an array its elements. */
    OBJECT(Types.OTHER);

    private final int jdbcType;

    PlainCarrier(int jdbcType) {
        this.jdbcType = jdbcType;
    }

    /** The type of a NULL, a constant of {@link Types}. */
    public int jdbcType() {
        return jdbcType;
    }

    @Override
    public @Nullable Object read(ResultSet row, int column) throws SQLException {
        return switch (this) {
            case SHORT -> unlessNull(row, row.getShort(column));
            case INT -> unlessNull(row, row.getInt(column));
            case LONG -> unlessNull(row, row.getLong(column));
            case FLOAT -> unlessNull(row, row.getFloat(column));
            case DOUBLE -> unlessNull(row, row.getDouble(column));
            case BOOLEAN -> unlessNull(row, row.getBoolean(column));
            case DECIMAL -> row.getBigDecimal(column);
            case NUMBER -> number(row, column);
            case TEXT, LITERAL -> row.getString(column);
            case BYTES -> row.getBytes(column);
            case LOCAL_DATE -> row.getObject(column, LocalDate.class);
            case LOCAL_TIME -> row.getObject(column, LocalTime.class);
            case LOCAL_DATE_TIME -> row.getObject(column, LocalDateTime.class);
            case OFFSET_DATE_TIME -> row.getObject(column, OffsetDateTime.class);
            case OBJECT -> held(row, column);
        };
    }

    @Override
    public void write(PreparedStatement target, int position, Object value) throws SQLException {
        switch (this) {
            case SHORT -> target.setShort(position, (Short) value);
            case INT -> target.setInt(position, (Integer) value);
            case LONG -> target.setLong(position, (Long) value);
            case FLOAT -> target.setFloat(position, (Float) value);
            case DOUBLE -> target.setDouble(position, (Double) value);
            case BOOLEAN -> target.setBoolean(position, (Boolean) value);
            case DECIMAL -> target.setBigDecimal(position, (BigDecimal) value);
            case TEXT -> target.setString(position, (String) value);
            case LITERAL -> target.setObject(position, value, Types.OTHER);
            case BYTES -> target.setBytes(position, (byte[]) value);
            case NUMBER, LOCAL_DATE, LOCAL_TIME, LOCAL_DATE_TIME, OFFSET_DATE_TIME, OBJECT ->
                target.setObject(position, value);
        }
    }

    /**
     * Of getters that return no null. Others are not asked for it: of a zero timestamp MariaDB's driver returns the
     * text, and says that it was null.
     */
    private static @Nullable Object unlessNull(ResultSet row, Object value) throws SQLException {
        return row.wasNull() ? null : value;
    }

    private static @Nullable Object number(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof Double ? value : row.getBigDecimal(column);
    }

    private static @Nullable Object held(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof Array array ? array.getArray() : value;
    }
}
