package org.shardingjdbc.testkit.oracle.internal.draft;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Values of columns, as literals or parameters. One for each statement. */
public final class RandomLiterals {
    /** What {@link #value} answers for a literal that is no parameter. */
    private static final Object NONE = new Object();

    private final RandomDraft draft;

    public RandomLiterals(RandomDraft draft) {
        this.draft = draft;
    }

    /** A value like those of the column, mostly one that occurs. */
    public String like(Field field) {
        if (field.samples().isEmpty()) {
            return constant(field.type());
        }
        String sample = draft.pick(field.samples());
        if (field.model() != null && draft.wantsParameter()) {
            Object value = value(field.model().kind(), sample);
            if (value != NONE) {
                return draft.parameter(draft.chance(10) ? ForeignValue.of(value, draft) : value);
            }
        }
        return sample;
    }

    /** A literal of the type, for something that holds no column's values. */
    public String constant(ValueType type) {
        return switch (type) {
            case INTEGER -> Integer.toString(draft.pick(1, 0, 2, 3, 5, 10, -1));
            case DECIMAL -> draft.pick("1.5", "0.25", "2.0", "10.10", "-3.75");
            case DOUBLE -> draft.pick("1.5", "2", "0", "-0.5");
            case TEXT -> draft.pick("'a'", "'x'", "''", "'B'", "'it''s'", "'a%'");
            case DATE -> draft.pick("DATE '2024-01-15'", "DATE '2023-12-31'", "DATE '2024-02-29'");
            case TIMESTAMP -> draft.pick("TIMESTAMP '2024-01-15 10:30:00'", "TIMESTAMP '2024-03-01 00:00:00'");
            case BOOLEAN -> draft.pick("TRUE", "FALSE");
            case OPAQUE, DOCUMENT -> "NULL";
        };
    }

    /** NULL, or a value: for a column that is written. */
    public String written(Field field) {
        ColumnModel column = field.model();
        if (column.nullable() && draft.chance(12)) {
            return draft.wantsParameter() ? draft.parameter(null) : "NULL";
        }
        return like(field);
    }

    public static double bound(ColumnModel column) {
        ValueType type = ValueType.of(column.kind());
        if (!type.exactNumber() && type != ValueType.DOUBLE) {
            return Double.POSITIVE_INFINITY;
        }
        double largest = 1000;
        for (String sample : column.samples()) {
            try {
                largest = Math.max(largest, 2 * Math.abs(new BigDecimal(sample).doubleValue()));
            } catch (NumberFormatException e) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return largest <= 2_000_000 ? largest : Double.POSITIVE_INFINITY;
    }

    private static Object value(ColumnKind kind, String literal) {
        try {
            return switch (kind) {
                case INTEGER, LONG -> Long.valueOf(literal);
                case DECIMAL -> new BigDecimal(literal);
                case TEXT, CHAR -> text(literal, "'");
                case DATE -> Date.valueOf((String) text(literal, "DATE '"));
                case TIMESTAMP -> Timestamp.valueOf((String) text(literal, "TIMESTAMP '"));
                case BOOLEAN -> truth(literal);
                case BINARY -> bytes(literal);
                case DOUBLE, TIMESTAMP_WITH_ZONE, JSON, UUID -> NONE;
            };
        } catch (IllegalArgumentException | ClassCastException e) {
            return NONE;
        }
    }

    /** What stands between quotes, behind the prefix or none. */
    private static Object text(String literal, String prefix) {
        String start = literal.startsWith(prefix) ? prefix : "'";
        int length = literal.length() - 1;
        if (!literal.startsWith(start) || !literal.endsWith("'") || length < start.length()) {
            return NONE;
        }
        String inside = literal.substring(start.length(), length);
        return inside.indexOf('\\') < 0 ? inside.replace("''", "'") : NONE;
    }

    private static Object truth(String literal) {
        return switch (literal.toUpperCase(Locale.ROOT)) {
            case "TRUE", "1" -> Boolean.TRUE;
            case "FALSE", "0" -> Boolean.FALSE;
            default -> NONE;
        };
    }

    private static Object bytes(String literal) {
        for (String prefix : List.of("X'", "'\\x")) {
            int end = literal.indexOf('\'', prefix.length());
            if (literal.startsWith(prefix) && end > 0) {
                return HexFormat.of().parseHex(literal.substring(prefix.length(), end));
            }
        }
        return NONE;
    }
}
