package org.shardingjdbc.jdbc.internal.value;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Objects;

/**
 * A value that was read to be written elsewhere as it is. Immutable, unless it holds bytes, which nobody changes.
 *
 * @param form how it is written
 * @param value null for NULL
 */
public record CopiedValue(Form form, Object value) {
    /** By which setter a value is written. */
    enum Form {
        LONG,
        DECIMAL,
        FLOAT,
        DOUBLE,
        FLAG,
        TEXT,
        /** A TIME of MySQL, as text. */
        TIME,
        /** Text whose type is the one of the column that it is put into. */
        UNTYPED,
        BYTES,
        OBJECT
    }

    /** Sets it as a parameter, 1-based. */
    public void set(PreparedStatement target, int position) throws SQLException {
        if (value == null) {
            target.setNull(position, Types.NULL);
            return;
        }
        switch (form) {
            case LONG -> target.setLong(position, (Long) value);
            case FLOAT -> target.setFloat(position, (Float) value);
            case DOUBLE -> target.setDouble(position, (Double) value);
            case FLAG -> target.setBoolean(position, (Boolean) value);
            case TEXT, TIME -> target.setString(position, (String) value);
            case UNTYPED -> target.setObject(position, value, Types.OTHER);
            case BYTES -> target.setBytes(position, (byte[]) value);
            default -> target.setObject(position, value);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CopiedValue that && Objects.deepEquals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(new Object[] {value});
    }
}
