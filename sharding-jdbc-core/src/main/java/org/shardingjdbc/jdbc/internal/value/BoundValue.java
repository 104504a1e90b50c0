package org.shardingjdbc.jdbc.internal.value;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.parameter.Setter;

/** In which class a value travels from a result to a parameter. */
public enum BoundValue {
    SHORT(Setter.SHORT, Types.SMALLINT, ResultSet::getShort),
    INT(Setter.INT, Types.INTEGER, ResultSet::getInt),
    LONG(Setter.LONG, Types.BIGINT, ResultSet::getLong),
    DECIMAL(Setter.BIG_DECIMAL, Types.NUMERIC, BoundValue::decimal),
    FLOAT(Setter.FLOAT, Types.REAL, ResultSet::getFloat),
    DOUBLE(Setter.DOUBLE, Types.DOUBLE, ResultSet::getDouble),
    BOOLEAN(Setter.BOOLEAN, Types.BOOLEAN, ResultSet::getBoolean),
    TEXT(Setter.STRING, Types.VARCHAR, ResultSet::getString),
    BYTES(Setter.BYTES, Types.VARBINARY, ResultSet::getBytes),
    DATE(Setter.DATE, Types.DATE, ResultSet::getDate);

    private final Setter setter;
    private final int jdbcType;
    private final Reader reader;

    BoundValue(Setter setter, int jdbcType, Reader reader) {
        this.setter = setter;
        this.jdbcType = jdbcType;
        this.reader = reader;
    }

    /** The value of a column of the current row; {@link ResultSet#wasNull} says whether it is NULL. */
    Object read(ResultSet row, int index) throws SQLException {
        return reader.read(row, index);
    }

    /**
     * Sets a parameter.
     *
     * @param index 1-based
     * @param value may be null
     */
    public void set(Parameters parameters, int index, Object value) {
        if (value == null) {
            parameters.set(index, Setter.NULL, null, jdbcType);
        } else {
            parameters.set(index, setter, value, null);
        }
    }

    /** PostgreSQL's NaN and infinities, which are no BigDecimal, come as a Double. */
    private static Object decimal(ResultSet row, int index) throws SQLException {
        Object value = row.getObject(index);
        return value instanceof Double ? value : row.getBigDecimal(index);
    }

    private interface Reader {
        Object read(ResultSet row, int index) throws SQLException;
    }
}
