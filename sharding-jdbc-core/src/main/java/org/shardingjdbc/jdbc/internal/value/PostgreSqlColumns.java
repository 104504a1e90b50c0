package org.shardingjdbc.jdbc.internal.value;

import org.shardingjdbc.plan.internal.operator.Subquery;

/**
 * Which parameters have the types of PostgreSQL. Its driver names the type of a number to the server, so that a bare
 * parameter is what it was; everything else travels as text under a cast.
 */
final class PostgreSqlColumns {
    private static final int MAX_SCALE = 6;

    private PostgreSqlColumns() {}

    static BoundColumn of(BoundColumn.Described column, Subquery subquery) {
        boolean used = subquery.isOperand();
        return switch (column.typeName()) {
            case "int2", "smallserial" -> number(BoundValue.SHORT, "int2", used);
            case "int4", "serial" -> number(BoundValue.INT, "int4", used);
            case "int8", "bigserial" -> number(BoundValue.LONG, "int8", used);
            case "numeric" ->
                number(BoundValue.DECIMAL, column.precision() > 0 ? column.scaled("numeric") : "numeric", used);
            case "float4" -> number(BoundValue.FLOAT, "float4", used);
            case "float8" -> number(BoundValue.DOUBLE, "float8", used);
            case "bool" -> number(BoundValue.BOOLEAN, "bool", used);
            case "text", "varchar", "bpchar" -> subquery.keepsText() ? text(column, used) : null;
            case "date", "uuid" -> BoundColumn.cast(BoundValue.TEXT, column.typeName());
            case "time", "timetz", "timestamp", "timestamptz" -> BoundColumn.cast(BoundValue.TEXT, time(column));
            case "bytea" -> BoundColumn.cast(BoundValue.BYTES, "bytea");
            default -> null;
        };
    }

    private static BoundColumn number(BoundValue value, String type, boolean used) {
        return BoundColumn.cast(value, used ? type : null);
    }

    private static BoundColumn text(BoundColumn.Described column, boolean used) {
        boolean sized = column.precision() > 0 && column.precision() < Integer.MAX_VALUE;
        boolean fixed = column.typeName().equals("bpchar");
        boolean exact = fixed || used && column.typeName().equals("varchar");
        return BoundColumn.cast(BoundValue.TEXT, sized && exact ? column.sized(column.typeName()) : column.typeName());
    }

    private static String time(BoundColumn.Described column) {
        return column.scale() >= 0 && column.scale() < MAX_SCALE
                ? column.typeName() + "(" + column.scale() + ")"
                : column.typeName();
    }
}
