package org.shardingjdbc.dialect.internal.h2;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.PlainCarrier;

/**
 * How values travel between statements of H2: a parameter has the type of its value when it is compared or stored, and
 * none in an expression, where a cast gives it one.
 */
final class H2Copies implements Copies {
    /** The name of the type of an expression over a parameter, whose JDBC type the driver refuses to tell. */
    private static final String UNKNOWN = "UNKNOWN";

    @Override
    public Column column(ResultSetMetaData columns, int index) throws SQLException {
        return UNKNOWN.equals(columns.getColumnTypeName(index))
                ? new Column(Types.OTHER, UNKNOWN, 0, 0)
                : Copies.super.column(columns, index);
    }

    @Override
    public Form copied(Column column, boolean untyped) {
        String type = column.typeName().toUpperCase(Locale.ROOT);
        boolean decfloat = type.startsWith("DECFLOAT");
        return switch (column.jdbcType()) {
            // NaN is a DECFLOAT, and no BigDecimal
            case Types.NUMERIC, Types.DECIMAL -> Form.bare(decfloat ? PlainCarrier.TEXT : PlainCarrier.DECIMAL);
            case Types.FLOAT, Types.DOUBLE -> Form.bare(decfloat ? PlainCarrier.DECIMAL : PlainCarrier.DOUBLE);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                Form.bare(type.equals("UUID") ? PlainCarrier.OBJECT : PlainCarrier.BYTES);
            default ->
                type.equals("JSON") || type.startsWith("GEOMETRY")
                        ? Form.bare(PlainCarrier.BYTES)
                        : Copies.super.copied(column, untyped);
        };
    }

    @Override
    public Carrier moved(Column column) {
        return switch (column.jdbcType()) {
            case Types.DATE -> PlainCarrier.LOCAL_DATE;
            case Types.TIME -> PlainCarrier.LOCAL_TIME;
            case Types.TIMESTAMP -> PlainCarrier.LOCAL_DATE_TIME;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB -> PlainCarrier.TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> PlainCarrier.BYTES;
            // DECFLOAT knows NaN and infinities, which a BigDecimal does not.
            default ->
                switch (column.typeName()) {
                    case "DECFLOAT" -> PlainCarrier.TEXT;
                    case "JSON", "GEOMETRY" -> PlainCarrier.BYTES;
                    default -> PlainCarrier.OBJECT;
                };
        };
    }

    @Override
    public @Nullable Form bound(Column column, Place place) {
        boolean used = place.operand();
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "tinyint", "smallint" -> bare(PlainCarrier.SHORT, type, used);
            case "integer" -> bare(PlainCarrier.INT, "INTEGER", used);
            case "bigint" -> bare(PlainCarrier.LONG, "BIGINT", used);
            case "numeric", "decimal" -> bare(PlainCarrier.NUMBER, column.scaled(type), used);
            case "decfloat" -> Form.cast(PlainCarrier.NUMBER, column.sized("DECFLOAT"));
            case "real" -> bare(PlainCarrier.FLOAT, "REAL", used);
            case "double precision" -> bare(PlainCarrier.DOUBLE, "DOUBLE PRECISION", used);
            case "boolean" -> bare(PlainCarrier.BOOLEAN, "BOOLEAN", used);
            case "character varying" ->
                place.keepsText() ? bare(PlainCarrier.TEXT, column.sized("CHARACTER VARYING"), used) : null;
            // A cast to CHARACTER pads, a column does not.
            case "character" -> used ? null : Form.cast(PlainCarrier.TEXT, column.sized(type));
            case "varchar_ignorecase" -> Form.cast(PlainCarrier.TEXT, column.sized(type));
            case "date", "uuid" -> Form.cast(PlainCarrier.TEXT, type);
            case "time", "timestamp" -> Form.cast(PlainCarrier.TEXT, type + "(" + column.scale() + ")");
            case "time with time zone", "timestamp with time zone" ->
                Form.cast(PlainCarrier.TEXT, type.replace(" with", "(" + column.scale() + ") with"));
            case "binary varying", "binary" -> Form.cast(PlainCarrier.BYTES, column.sized(type));
            default -> null;
        };
    }

    private static Form bare(Carrier carrier, String type, boolean used) {
        return Form.cast(carrier, used ? type : null);
    }
}
