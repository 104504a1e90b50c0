package org.shardingjdbc.route.internal.bind;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** What the equality of a column's values means. Stateless. */
public final class ColumnEquality {
    private ColumnEquality() {}

    /**
     * Whether values that the database calls equal are one value, so that they are placed alike. False for text of a
     * loose collation, and for types that nothing is known of.
     */
    public static boolean isExact(ColumnSchema column, Dialect dialect) {
        return ValueKind.of(column, dialect) != ValueKind.OTHER;
    }
}
