package org.shardingjdbc.route.internal.bind;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * How the values of a column compare. Equal values of two columns are one value, as far as facts go, only if both
 * columns are of one kind: where a text is compared with a number, or letters of different case are equal, {@code a = b
 * AND b = c} does not make a and c the same value for a sharding algorithm.
 */
public enum ValueKind {
    /** Whole and decimal numbers, which all databases compare exactly. */
    EXACT_NUMBER,
    /** Binary floating point. */
    FLOATING,
    /** Text of which only identical strings are equal. */
    EXACT_TEXT,
    /** Text of fixed length, equal without its trailing blanks. */
    PADDED_TEXT,
    BOOLEAN,
    DATE,
    TIME,
    TIMESTAMP,
    ZONED_TIMESTAMP,
    BINARY,
    UUID,
    /**
     * Text whose equality is looser than identity, and all types that are not listed: nothing follows from equality.
     */
    OTHER;

    /** The kind of a column of a database that speaks {@code dialect}. */
    static ValueKind of(ColumnSchema column, Dialect dialect) {
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL ->
                EXACT_NUMBER;
            case Types.FLOAT, Types.REAL, Types.DOUBLE -> FLOATING;
            case Types.CHAR, Types.NCHAR ->
                dialect.sorting().tellsTextsApart(column.declaredType()) ? PADDED_TEXT : OTHER;
            case Types.VARCHAR, Types.NVARCHAR, Types.LONGVARCHAR, Types.LONGNVARCHAR ->
                dialect.sorting().tellsTextsApart(column.declaredType()) ? EXACT_TEXT : OTHER;
            case Types.BOOLEAN, Types.BIT -> truth(column);
            case Types.DATE -> DATE;
            case Types.TIME -> TIME;
            case Types.TIMESTAMP -> "timestamptz".equalsIgnoreCase(column.typeName()) ? ZONED_TIMESTAMP : TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> ZONED_TIMESTAMP;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY ->
                "uuid".equalsIgnoreCase(column.typeName()) ? UUID : BINARY;
            case Types.OTHER -> "uuid".equalsIgnoreCase(column.typeName()) ? UUID : OTHER;
            default -> OTHER;
        };
    }

    /** Whether equal values of both columns are one value; columns that are not known are left to the database. */
    public static boolean comparable(@Nullable ColumnSchema one, @Nullable ColumnSchema other, Dialect dialect) {
        if (one == null || other == null) {
            return true;
        }
        ValueKind kind = of(one, dialect);
        return kind != OTHER && kind == of(other, dialect);
    }

    /**
     * Whether equal values of both columns are also placed alike: a sharding algorithm sees the same class of value.
     */
    static boolean placedAlike(@Nullable ColumnSchema one, @Nullable ColumnSchema other, Dialect dialect) {
        if (one == null || other == null) {
            return true;
        }
        return comparable(one, other, dialect) && width(one) == width(other);
    }

    /** Whether {@code column = literal} says which value the column has. */
    static boolean pins(@Nullable ColumnSchema column, LiteralKind literal, Dialect dialect) {
        if (column == null) {
            return true;
        }
        ValueKind kind = of(column, dialect);
        return switch (literal) {
            case INTEGER, DECIMAL -> kind == EXACT_NUMBER;
            case STRING ->
                kind == EXACT_TEXT || kind == PADDED_TEXT || kind == UUID || kind == DATE || kind == TIMESTAMP;
            case BOOLEAN -> kind == BOOLEAN;
            default -> false;
        };
    }

    /** MySQL's drivers call TINYINT(1) a bit; a BIT(n) has no truth value. */
    private static ValueKind truth(ColumnSchema column) {
        String type = column.typeName() == null ? "" : column.typeName().toLowerCase(Locale.ROOT);
        if (type.startsWith("tinyint")) {
            return EXACT_NUMBER;
        }
        return type.startsWith("bool") ? BOOLEAN : OTHER;
    }

    private static int width(ColumnSchema column) {
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIT, Types.BOOLEAN ->
                unsigned(column) ? Types.OTHER : Types.INTEGER;
            case Types.BIGINT -> unsigned(column) ? Types.DISTINCT : Types.BIGINT;
            case Types.NUMERIC, Types.DECIMAL -> Types.DECIMAL;
            case Types.CHAR, Types.NCHAR -> column.size();
            case Types.REAL -> Types.REAL;
            default -> 0;
        };
    }

    private static boolean unsigned(ColumnSchema column) {
        return column.typeName() != null
                && column.typeName().toLowerCase(Locale.ROOT).contains("unsigned");
    }
}
