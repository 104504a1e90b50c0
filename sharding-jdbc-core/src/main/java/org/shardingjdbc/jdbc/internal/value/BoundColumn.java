package org.shardingjdbc.jdbc.internal.value;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How the values of a column become parameters of another statement and keep the type that the column has. Immutable.
 *
 * @param value reads and sets them
 * @param placeholder what stands in the statement for one value, with one {@code ?}
 */
public record BoundColumn(BoundValue value, String placeholder) {
    /** @param type what the parameter is cast to; null where a bare one has the same meaning */
    static BoundColumn cast(BoundValue value, String type) {
        return new BoundColumn(value, type == null ? "?" : "CAST(? AS " + type + ")");
    }

    /** The value of a column of the current row, as the setter takes it; null for NULL. */
    public Object read(ResultSet row, int index) throws SQLException {
        Object read = value.read(row, index);
        return row.wasNull() ? null : read;
    }

    /**
     * A column as the driver describes it.
     *
     * @param jdbcType a constant of {@link java.sql.Types}
     * @param typeName in lower case
     */
    record Described(int jdbcType, String typeName, int precision, int scale) {
        /** A type with a length, at least 1: that of an empty text. */
        String sized(String type) {
            return type + "(" + Math.max(precision, 1) + ")";
        }

        /** A type with digits and scale. */
        String scaled(String type) {
            return type + "(" + precision + "," + scale + ")";
        }
    }
}
