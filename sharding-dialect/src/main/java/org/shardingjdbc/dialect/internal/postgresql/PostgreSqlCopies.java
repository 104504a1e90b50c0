package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.dialect.internal.ValueForm;

/**
 * How values travel between statements of PostgreSQL. Its driver names the type of a number to the server, so that a
 * bare parameter is what it was; everything else travels as text under a cast, or without a type.
 */
final class PostgreSqlCopies implements Copies {
    private static final Set<String> TEXT = Set.of("varchar", "text", "unknown");
    private static final int MAX_SCALE = 6;

    @Override
    public Form copied(Column column, boolean untyped) {
        String type = column.typeName();
        if (untyped && TEXT.contains(type)) {
            return Form.bare(PlainCarrier.LITERAL);
        }
        return switch (type) {
            case "int2", "int4", "int8", "serial", "bigserial", "smallserial" -> Form.bare(PlainCarrier.LONG);
            case "float4" -> Form.bare(PlainCarrier.FLOAT);
            case "float8" -> Form.bare(PlainCarrier.DOUBLE);
            case "bool" -> Form.bare(PlainCarrier.BOOLEAN);
            case "bytea" -> Form.bare(PlainCarrier.BYTES);
            // NaN is a number there, and no BigDecimal
            case "numeric", "uuid" -> Form.bare(PlainCarrier.OBJECT);
            case "date" -> Form.bare(PlainCarrier.LOCAL_DATE);
            case "timestamp" -> Form.bare(PlainCarrier.LOCAL_DATE_TIME);
            case "timestamptz" -> Form.bare(PlainCarrier.OFFSET_DATE_TIME);
            default -> Form.cast(PlainCarrier.TEXT, TEXT.contains(type) ? null : type);
        };
    }

    @Override
    public Carrier moved(Column column) {
        return column.jdbcType() == Types.BINARY ? PlainCarrier.BYTES : PlainCarrier.LITERAL;
    }

    @Override
    public @Nullable Form bound(Column column, Place place) {
        boolean used = place.operand();
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "int2", "smallserial" -> number(PlainCarrier.SHORT, "int2", used);
            case "int4", "serial" -> number(PlainCarrier.INT, "int4", used);
            case "int8", "bigserial" -> number(PlainCarrier.LONG, "int8", used);
            case "numeric" ->
                number(PlainCarrier.NUMBER, column.precision() > 0 ? column.scaled("numeric") : "numeric", used);
            case "float4" -> number(PlainCarrier.FLOAT, "float4", used);
            case "float8" -> number(PlainCarrier.DOUBLE, "float8", used);
            case "bool" -> number(PlainCarrier.BOOLEAN, "bool", used);
            case "text", "varchar", "bpchar" -> place.keepsText() ? text(column, type, used) : null;
            case "date", "uuid" -> Form.cast(PlainCarrier.TEXT, type);
            case "time", "timetz", "timestamp", "timestamptz" -> Form.cast(PlainCarrier.TEXT, time(column, type));
            case "bytea" -> Form.cast(PlainCarrier.BYTES, "bytea");
            default -> null;
        };
    }

    @Override
    public boolean keepsTypesByText() {
        return true;
    }

    private static Form number(Carrier carrier, String type, boolean used) {
        return Form.cast(carrier, used ? type : null);
    }

    private static Form text(Column column, String type, boolean used) {
        boolean sized = column.precision() > 0 && column.precision() < Integer.MAX_VALUE;
        boolean exact = type.equals("bpchar") || used && type.equals("varchar");
        return Form.cast(PlainCarrier.TEXT, sized && exact ? column.sized(type) : type);
    }

    private static String time(Column column, String type) {
        return column.scale() >= 0 && column.scale() < MAX_SCALE ? type + "(" + column.scale() + ")" : type;
    }

    @Override
    public ValueForm key(String typeName) {
        return ValueForm.PLAIN.castTo("TEXT");
    }

    @Override
    public @Nullable String keyArray(int jdbcType) {
        return switch (jdbcType) {
            case Types.SMALLINT -> "pg_catalog.int2[]";
            case Types.INTEGER -> "pg_catalog.int4[]";
            case Types.BIGINT -> "pg_catalog.int8[]";
            default -> null;
        };
    }

    @Override
    public boolean keysAreTexts() {
        return true;
    }
}
