package org.shardingjdbc.engine.internal.result;

import java.math.BigDecimal;
import java.sql.JDBCType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of rows that we make ourselves.
 *
 * @param label what the application finds it by
 * @param type of its values
 * @param typeName as the metadata tells it
 * @param className what getObject returns
 */
public record LocalColumn(
        String label,
        JDBCType type,
        @Nullable String typeName,
        @Nullable String className) {
    public LocalColumn {
        Objects.requireNonNull(label, "label is null");
        Objects.requireNonNull(type, "type is null");
        typeName = typeName == null ? type.getName() : typeName;
        className = className == null ? classOf(type).getName() : className;
    }

    /** A column of JDBC's own type of that kind. */
    public LocalColumn(String label, JDBCType type) {
        this(label, type, null, null);
    }

    /** A column of text. */
    public static LocalColumn text(String label) {
        return new LocalColumn(label, JDBCType.VARCHAR);
    }

    private static Class<?> classOf(JDBCType type) {
        return switch (type) {
            case BIT, BOOLEAN -> Boolean.class;
            case TINYINT, SMALLINT, INTEGER -> Integer.class;
            case BIGINT -> Long.class;
            case REAL -> Float.class;
            case FLOAT, DOUBLE -> Double.class;
            case NUMERIC, DECIMAL -> BigDecimal.class;
            case DATE -> java.sql.Date.class;
            case TIME -> java.sql.Time.class;
            case TIMESTAMP -> java.sql.Timestamp.class;
            case BINARY, VARBINARY, LONGVARBINARY -> byte[].class;
            case CHAR, VARCHAR, LONGVARCHAR, NCHAR, NVARCHAR, LONGNVARCHAR -> String.class;
            default -> Object.class;
        };
    }
}
