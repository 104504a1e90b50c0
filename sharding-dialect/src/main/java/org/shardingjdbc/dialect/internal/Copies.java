package org.shardingjdbc.dialect.internal;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.DeclaredType;

/**
 * How the values of a result become parameters of another statement and are the same there. The default answers go by
 * JDBC's types, and bind nothing but whole numbers and texts in place of a subquery.
 */
public interface Copies {
    /**
     * A column as the driver describes it.
     *
     * @param jdbcType a constant of {@link Types}
     * @param typeName as the driver writes it
     */
    record Column(int jdbcType, String typeName, int precision, int scale) {
        /** A type with the column's length, at least 1: that of an empty text. */
        public String sized(String type) {
            return type + "(" + Math.max(precision, 1) + ")";
        }

        /** A type with the column's digits and scale. */
        public String scaled(String type) {
            return type + "(" + precision + "," + scale + ")";
        }
    }

    /**
     * How values stand in a statement.
     *
     * @param parameter how the parameter of one value is written
     */
    record Form(Carrier carrier, ValueForm parameter) {
        /** Of bare parameters. */
        public static Form bare(Carrier carrier) {
            return new Form(carrier, ValueForm.PLAIN);
        }

        /** @param type what a parameter is cast to; null where a bare one has the same meaning */
        public static Form cast(Carrier carrier, @Nullable String type) {
            return new Form(carrier, type == null ? ValueForm.PLAIN : ValueForm.PLAIN.castTo(type));
        }
    }

    /**
     * What a value is put in place of.
     *
     * @param operand whether it is an operand of an expression or is shown, so that its type goes on
     * @param shown whether it is shown, or an operand of what is: all of its type matters
     * @param keepsText whether a text may be a parameter and is still compared as the column that it comes from
     */
    record Place(boolean operand, boolean shown, boolean keepsText) {}

    /**
     * A column of a result.
     *
     * @param index 1-based
     */
    default Column column(ResultSetMetaData columns, int index) throws SQLException {
        return new Column(
                columns.getColumnType(index),
                String.valueOf(columns.getColumnTypeName(index)),
                columns.getPrecision(index),
                columns.getScale(index));
    }

    /**
     * Values that are written into whatever column.
     *
     * @param untyped whether they are to have the type of the column that they are put into
     */
    default Form copied(Column column, boolean untyped) {
        return Form.bare(byJdbcType(column));
    }

    /** Values that are written into a column of the same type. */
    default Carrier moved(Column column) {
        return byJdbcType(column);
    }

    /**
     * Values that stand for a subquery.
     *
     * @return null when no parameter has the column's type
     */
    default @Nullable Form bound(Column column, Place place) {
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                place.operand() ? null : Form.bare(PlainCarrier.LONG);
            case Types.CHAR, Types.VARCHAR ->
                place.operand() || !place.keepsText() ? null : Form.bare(PlainCarrier.TEXT);
            default -> null;
        };
    }

    /**
     * How a column of a query is read whose values are written into a column of another table, so that these are what
     * the database itself would make of them there, and not of what the driver shows.
     */
    default ValueForm assigned(DeclaredType source, DeclaredType target) {
        return ValueForm.PLAIN;
    }

    /** Whether a column that is written takes a day of a time, which is to come without a type of its own. */
    default boolean takesDays(DeclaredType target) {
        return false;
    }

    /** Whether the driver shows values of a column that are rounded already, so that no copy is the same. */
    default boolean isRounded(Column column) {
        return false;
    }

    /**
     * Whether the driver keeps a prepared statement by its text with the types that its parameters had at first, also
     * when a table of the same name is another.
     */
    default boolean keepsTypesByText() {
        return false;
    }

    /**
     * How a column of a key is read, whose value, as a parameter, finds the rows again that have it, and behind which
     * those rows are that ORDER BY puts there.
     *
     * @param typeName of its type, as the driver or a definition writes it
     */
    default ValueForm key(String typeName) {
        return ValueForm.PLAIN;
    }

    /**
     * The type of an array of whole numbers, which a text may be cast to and whose elements {@code = ANY (array)}
     * seeks.
     *
     * @param jdbcType of the numbers, a constant of {@link Types}
     * @return null where a list of values is sought
     */
    default @Nullable String keyArray(int jdbcType) {
        return null;
    }

    /** Whether keys travel as texts without a type, of which the database makes what the column needs. */
    default boolean keysAreTexts() {
        return false;
    }

    private static Carrier byJdbcType(Column column) {
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> PlainCarrier.LONG;
            case Types.NUMERIC, Types.DECIMAL -> PlainCarrier.DECIMAL;
            case Types.REAL -> PlainCarrier.FLOAT;
            case Types.FLOAT, Types.DOUBLE -> PlainCarrier.DOUBLE;
            case Types.BIT, Types.BOOLEAN -> PlainCarrier.BOOLEAN;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB, Types.NCHAR, Types.NVARCHAR, Types.NCLOB ->
                PlainCarrier.TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> PlainCarrier.BYTES;
            case Types.DATE -> PlainCarrier.LOCAL_DATE;
            case Types.TIMESTAMP -> PlainCarrier.LOCAL_DATE_TIME;
            case Types.TIME -> PlainCarrier.LOCAL_TIME;
            default -> PlainCarrier.OBJECT;
        };
    }
}
