package org.shardingjdbc.dialect;

import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column as the catalog tells it.
 *
 * @param jdbcType of {@link Types}
 * @param name in lower case, empty when it is not known
 * @param size characters, bytes or digits; 0 when it is not known
 * @param collation null when there is none or it is not known
 */
public record DeclaredType(
        int jdbcType, String name, int size, @Nullable String collation) {
    /** Whether values of the type are text. */
    public boolean isText() {
        return isText(jdbcType);
    }

    /** Whether values of a JDBC type are text. */
    public static boolean isText(int jdbcType) {
        return switch (jdbcType) {
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> true;
            default -> false;
        };
    }

    /** Whether blanks at the end of a text are not of it. */
    public boolean isPadded() {
        return jdbcType == Types.CHAR || jdbcType == Types.NCHAR;
    }
}
