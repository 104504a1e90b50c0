package org.shardingjdbc.testkit.compare;

import java.sql.JDBCType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * A column of a result as its metadata tells it.
 *
 * @param label {@link #NO_LABEL} where a driver says null
 */
public record ResultColumn(
        String label, int jdbcType, String typeName, String className, int precision, int scale, int nullable) {

    /** What MySQL's driver calls the columns of keys that it makes none of. */
    public static final String NO_LABEL = "(no label)";

    public ResultColumn {
        label = label == null ? NO_LABEL : label;
    }

    /** @param index from 1 */
    static ResultColumn of(ResultSetMetaData metaData, int index) throws SQLException {
        return new ResultColumn(
                metaData.getColumnLabel(index),
                metaData.getColumnType(index),
                metaData.getColumnTypeName(index),
                metaData.getColumnClassName(index),
                metaData.getPrecision(index),
                metaData.getScale(index),
                metaData.isNullable(index));
    }

    /** The type for a failure message; with precision, scale and nullability if they are compared. */
    String describeType(boolean exact) {
        if (!exact && jdbcType == Types.LONGVARCHAR && typeName.equals("JSON")) {
            // MariaDB's JSON is LONGTEXT with a check, which a copy of the column does not have.
            return jdbcTypeName() + " LONGTEXT " + className;
        }
        String type = jdbcTypeName() + " " + typeName + " " + className;
        return exact ? type + "(" + precision + "," + scale + ") nullable=" + nullable : type;
    }

    private String jdbcTypeName() {
        try {
            return JDBCType.valueOf(jdbcType).getName();
        } catch (IllegalArgumentException e) {
            return Integer.toString(jdbcType);
        }
    }
}
