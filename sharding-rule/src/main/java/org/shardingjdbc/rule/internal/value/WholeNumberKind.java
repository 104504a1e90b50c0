package org.shardingjdbc.rule.internal.value;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** How whole numbers become canonical in a column, as {@link ShardingValues} does it, without objects for them. */
public enum WholeNumberKind {
    /** Integer; what does not fit is not known. */
    INTEGER,
    /** Long. */
    LONG,
    /** The column is not known: by the value's own class. */
    BY_VALUE;

    /** Null for columns of anything but whole numbers. */
    public static @Nullable WholeNumberKind of(ColumnSchema column) {
        if (column == null) {
            return BY_VALUE;
        }
        String typeName = column.typeName() == null ? "" : column.typeName().toUpperCase(Locale.ROOT);
        if (typeName.equals("UUID") || typeName.startsWith("TIMESTAMPTZ") || typeName.equals("YEAR")) {
            return null;
        }
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> typeName.contains("UNSIGNED") ? LONG : INTEGER;
            case Types.BIGINT -> LONG;
            default -> null;
        };
    }

    /** The canonical form of a whole number. */
    public enum Form {
        INTEGER,
        LONG
    }

    /** The form of a value of a setter or a literal; null where it is no whole number that such a column can hold. */
    public @Nullable Form form(@Nullable Object value) {
        if (value instanceof Long number) {
            return this == INTEGER ? number == number.intValue() ? Form.INTEGER : null : Form.LONG;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return this == LONG ? Form.LONG : Form.INTEGER;
        }
        return null;
    }
}
