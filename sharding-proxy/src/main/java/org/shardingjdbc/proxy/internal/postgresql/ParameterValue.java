package org.shardingjdbc.proxy.internal.postgresql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * A value that a client has sent, as the library is given it: numbers, times and the like in the class in which it
 * routes by them, all else as a text whose type the database finds itself.
 *
 * @param value null for NULL
 * @param typed whether the class of the value says its type
 */
record ParameterValue(@Nullable Object value, boolean typed) {
    private static final Set<String> TRUE = Set.of("t", "tr", "tru", "true", "y", "ye", "yes", "on", "1");
    private static final Set<String> FALSE = Set.of("f", "fa", "fal", "fals", "false", "n", "no", "of", "off", "0");
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .parseStrict()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("[ ]['T']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter OFFSET_DATE_TIME = new DateTimeFormatterBuilder()
            .append(DATE_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    /**
     * @param type that the client or a data node says; 0 where nobody does
     * @param declared whether the client says it
     * @throws SQLException when it is none of that type
     */
    static ParameterValue of(byte @Nullable [] bytes, int type, boolean declared, boolean binary) throws SQLException {
        if (bytes == null) {
            return new ParameterValue(null, false);
        }
        if (type == TypeId.UNTOLD) {
            // a number that is taken for a text could be looked for on another data node
            throw SqlErrors.refuse(
                    "A parameter whose type neither the client nor a data node says",
                    "declare its type when the statement is prepared, or write the value into the text");
        }
        if (type == TypeId.BYTEA && binary) {
            return new ParameterValue(bytes, true);
        }
        String text = binary ? ValueForms.toText(type, bytes) : Utf8.value(bytes);
        return ofText(text, type, declared);
    }

    private static ParameterValue ofText(String text, int type, boolean declared) throws SQLException {
        try {
            return switch (type) {
                case TypeId.INT2 ->
                    new ParameterValue(Short.valueOf((short) integer(text, type, Short.MIN_VALUE)), true);
                case TypeId.INT4 -> new ParameterValue((int) integer(text, type, Integer.MIN_VALUE), true);
                case TypeId.INT8 -> new ParameterValue(integer(text, type, Long.MIN_VALUE), true);
                case TypeId.BOOL -> new ParameterValue(bool(text), true);
                case TypeId.FLOAT4 -> floating(text, true);
                case TypeId.FLOAT8 -> floating(text, false);
                case TypeId.NUMERIC -> numeric(text);
                case TypeId.UUID -> uuid(text);
                case TypeId.BYTEA -> new ParameterValue(ValueForms.fromText(TypeId.BYTEA, text), true);
                case TypeId.DATE -> new ParameterValue(LocalDate.parse(text), true);
                case TypeId.TIME -> new ParameterValue(LocalTime.parse(text), true);
                case TypeId.TIMESTAMP -> new ParameterValue(LocalDateTime.parse(text, DATE_TIME), true);
                case TypeId.TIMESTAMPTZ -> new ParameterValue(OffsetDateTime.parse(text, OFFSET_DATE_TIME), true);
                case TypeId.TEXT, TypeId.VARCHAR -> new ParameterValue(text, declared);
                default -> new ParameterValue(text, false);
            };
        } catch (DateTimeException e) {
            // the database knows more ways to write a time
            return new ParameterValue(text, false);
        }
    }

    private static long integer(String text, int type, long least) throws SQLException {
        String name = type == TypeId.INT2 ? "smallint" : type == TypeId.INT4 ? "integer" : "bigint";
        BigDecimal number;
        try {
            number = new BigDecimal(new BigInteger(text.strip()));
        } catch (NumberFormatException e) {
            throw invalid(name, text);
        }
        if (number.compareTo(BigDecimal.valueOf(least)) < 0 || number.compareTo(BigDecimal.valueOf(-(least + 1))) > 0) {
            throw new SQLException("value \"" + text + "\" is out of range for type " + name, "22003");
        }
        return number.longValueExact();
    }

    private static boolean bool(String text) throws SQLException {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            return true;
        }
        if (FALSE.contains(word)) {
            return false;
        }
        throw invalid("boolean", text);
    }

    private static ParameterValue floating(String text, boolean single) {
        try {
            Double value = Double.valueOf(text.strip());
            if (value.isNaN() || value.isInfinite() || !isDecimal(text.strip())) {
                return new ParameterValue(text, false);
            }
            return single ? new ParameterValue(Float.valueOf(text.strip()), true) : new ParameterValue(value, true);
        } catch (NumberFormatException e) {
            return new ParameterValue(text, false);
        }
    }

    /** Java knows more ways to write a number than the database. */
    private static boolean isDecimal(String text) {
        return text.chars().allMatch(c -> "+-0123456789.eE".indexOf(c) >= 0);
    }

    private static ParameterValue numeric(String text) {
        try {
            return new ParameterValue(new BigDecimal(text.strip()), true);
        } catch (NumberFormatException e) {
            // NaN and Infinity, or what the database refuses
            return new ParameterValue(text, false);
        }
    }

    private static ParameterValue uuid(String text) {
        return text.length() == 36 && text.charAt(8) == '-' ? parsedUuid(text) : new ParameterValue(text, false);
    }

    private static ParameterValue parsedUuid(String text) {
        try {
            return new ParameterValue(UUID.fromString(text), true);
        } catch (IllegalArgumentException e) {
            return new ParameterValue(text, false);
        }
    }

    private static SQLException invalid(String type, String text) {
        return new SQLException("invalid input syntax for type " + type + ": \"" + text + "\"", "22P02");
    }

    void set(PreparedStatement statement, int index) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof String text) {
            if (typed) {
                statement.setString(index, text);
            } else {
                statement.setObject(index, text, Types.OTHER);
            }
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setObject(index, value);
        }
    }
}
