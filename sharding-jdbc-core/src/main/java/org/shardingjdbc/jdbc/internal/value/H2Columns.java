package org.shardingjdbc.jdbc.internal.value;

import org.shardingjdbc.plan.internal.operator.Subquery;

/**
 * Which parameters have the types of H2: a parameter has the type of its value when it is compared or stored, and none
 * in an expression, where a cast gives it one.
 */
final class H2Columns {
    private H2Columns() {}

    static BoundColumn of(BoundColumn.Described column, Subquery subquery) {
        boolean used = subquery.isOperand();
        return switch (column.typeName()) {
            case "tinyint", "smallint" -> bare(BoundValue.SHORT, column.typeName(), used);
            case "integer" -> bare(BoundValue.INT, "INTEGER", used);
            case "bigint" -> bare(BoundValue.LONG, "BIGINT", used);
            case "numeric", "decimal" -> bare(BoundValue.DECIMAL, column.scaled(column.typeName()), used);
            case "decfloat" -> BoundColumn.cast(BoundValue.DECIMAL, column.sized("DECFLOAT"));
            case "real" -> bare(BoundValue.FLOAT, "REAL", used);
            case "double precision" -> bare(BoundValue.DOUBLE, "DOUBLE PRECISION", used);
            case "boolean" -> bare(BoundValue.BOOLEAN, "BOOLEAN", used);
            case "character varying" ->
                subquery.keepsText() ? bare(BoundValue.TEXT, column.sized("CHARACTER VARYING"), used) : null;
            // A cast to CHARACTER pads, a column does not.
            case "character" -> used ? null : BoundColumn.cast(BoundValue.TEXT, column.sized(column.typeName()));
            case "varchar_ignorecase" -> BoundColumn.cast(BoundValue.TEXT, column.sized(column.typeName()));
            case "date", "uuid" -> BoundColumn.cast(BoundValue.TEXT, column.typeName());
            case "time", "timestamp" ->
                BoundColumn.cast(BoundValue.TEXT, column.typeName() + "(" + column.scale() + ")");
            case "time with time zone", "timestamp with time zone" ->
                BoundColumn.cast(BoundValue.TEXT, column.typeName().replace(" with", "(" + column.scale() + ") with"));
            case "binary varying", "binary" -> BoundColumn.cast(BoundValue.BYTES, column.sized(column.typeName()));
            default -> null;
        };
    }

    private static BoundColumn bare(BoundValue value, String type, boolean used) {
        return BoundColumn.cast(value, used ? type : null);
    }
}
