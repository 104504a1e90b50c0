package org.shardingjdbc.jdbc.internal.value;

import java.sql.Types;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.plan.internal.operator.Subquery;

/**
 * Which parameters have the types of MySQL and MariaDB. Their drivers write a parameter as a literal: of a whole number
 * or a decimal it is as good as the column in a comparison; times are texts under a cast. In an expression that is
 * shown a literal of a whole number is narrower than a column, and in every one a text has another collation.
 */
final class MySqlColumns {
    private static final int MAX_FRACTION = 6;

    private MySqlColumns() {}

    static BoundColumn of(Dialect dialect, BoundColumn.Described column, Subquery subquery) {
        boolean used = subquery.isOperand();
        boolean shown = subquery.place() == Subquery.Place.SHOWN;
        String name = column.typeName();
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> shown ? null : whole(name, used);
            case Types.BIT, Types.BOOLEAN -> shown || name.startsWith("bit") ? null : whole(name, used);
            case Types.DECIMAL, Types.NUMERIC ->
                BoundColumn.cast(BoundValue.DECIMAL, used ? column.scaled("DECIMAL") : null);
            // MySQL casts to DOUBLE from 8.0.17 on only.
            case Types.DOUBLE ->
                dialect == Dialects.MYSQL
                        ? new BoundColumn(BoundValue.DOUBLE, "(? * 1e0)")
                        : BoundColumn.cast(BoundValue.DOUBLE, "DOUBLE");
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR ->
                used || !subquery.keepsText() ? null : BoundColumn.cast(BoundValue.TEXT, null);
            case Types.DATE -> name.startsWith("date") ? BoundColumn.cast(BoundValue.TEXT, "DATE") : null;
            case Types.TIMESTAMP ->
                shown && !name.equals("datetime")
                        ? null
                        : BoundColumn.cast(BoundValue.TEXT, "DATETIME(" + fraction(column, shown) + ")");
            case Types.TIME -> BoundColumn.cast(BoundValue.TEXT, "TIME(" + fraction(column, shown) + ")");
            default -> null;
        };
    }

    private static int fraction(BoundColumn.Described column, boolean shown) {
        return shown ? column.scale() : MAX_FRACTION;
    }

    private static BoundColumn whole(String name, boolean cast) {
        boolean unsigned = name.contains("unsigned");
        String type = unsigned ? "UNSIGNED" : "SIGNED";
        return BoundColumn.cast(unsigned ? BoundValue.DECIMAL : BoundValue.LONG, cast ? type : null);
    }
}
