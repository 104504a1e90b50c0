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
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * A value that a client has sent, as the library is given it: numbers, times and the like in the class in which it
 * routes by them, all else as a text, of the type that the client has declared or of that which the database finds
 * itself.
 *
 * @param value null for NULL
 * @param jdbcType of a text, and of NULL; of no meaning where the class of the value says its type
 */
record ParameterValue(@Nullable Object value, int jdbcType) {
    private static final Set<String> TRUE = Set.of("t", "tr", "tru", "true", "y", "ye", "yes", "on", "1");
    private static final Set<String> FALSE = Set.of("f", "fa", "fal", "fals", "false", "n", "no", "of", "off", "0");
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .parseStrict()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("[ ]['T']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .toFormatter(Locale.ROOT)
            // else a day that does not exist would be read as one that does
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter OFFSET_DATE_TIME = new DateTimeFormatterBuilder()
            .append(DATE_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    /** The database takes no offset as large as that. */
    private static final int SECONDS_BEYOND_OFFSETS = 16 * 60 * 60;

    /** One whose class says its type. */
    private ParameterValue(Object value) {
        this(value, Types.NULL);
    }

    /**
     * @param type that the client or a data node says; 0 where nobody does
     * @param declared whether the client says it
     * @throws SQLException when it is none of that type
     */
    static ParameterValue of(byte @Nullable [] bytes, int type, boolean declared, boolean binary) throws SQLException {
        if (bytes == null) {
            return new ParameterValue(null, declared ? nullType(type) : Types.NULL);
        }
        if (type == TypeId.UNTOLD) {
            // a number that is taken for a text could be looked for on another data node
            throw SqlErrors.refuse(
                    "A parameter whose type neither the client nor a data node says",
                    "declare its type when the statement is prepared, or write the value into the text");
        }
        if (type == TypeId.BYTEA && binary) {
            return new ParameterValue(bytes);
        }
        String text = binary ? ValueForms.toText(type, bytes) : Utf8.value(bytes);
        return ofText(text, type, declared);
    }

    private static ParameterValue ofText(String text, int type, boolean declared) throws SQLException {
        try {
            return switch (type) {
                case TypeId.INT2 -> new ParameterValue(Short.valueOf((short) integer(text, type, Short.MIN_VALUE)));
                case TypeId.INT4 -> new ParameterValue((int) integer(text, type, Integer.MIN_VALUE));
                case TypeId.INT8 -> new ParameterValue(integer(text, type, Long.MIN_VALUE));
                case TypeId.BOOL -> new ParameterValue(bool(text));
                // the driver sends a Float as a double, which is another number
                case TypeId.FLOAT4 -> asText(text, type, declared);
                case TypeId.FLOAT8 -> floating(text, declared);
                case TypeId.NUMERIC -> numeric(text, declared);
                case TypeId.UUID -> uuid(text, declared);
                case TypeId.BYTEA -> new ParameterValue(ValueForms.fromText(TypeId.BYTEA, text));
                case TypeId.DATE ->
                    isPlainDay(text) ? new ParameterValue(LocalDate.parse(text)) : asText(text, type, declared);
                case TypeId.TIME -> new ParameterValue(LocalTime.parse(text));
                case TypeId.TIMESTAMP ->
                    isPlainDayWithTime(text)
                            ? new ParameterValue(LocalDateTime.parse(text, DATE_TIME))
                            : asText(text, type, declared);
                case TypeId.TIMESTAMPTZ -> withOffset(text, declared);
                case TypeId.TEXT, TypeId.VARCHAR -> new ParameterValue(text, declared ? Types.VARCHAR : Types.OTHER);
                default -> asText(text, type, declared);
            };
        } catch (DateTimeException e) {
            // the database knows more ways to write a time
            return asText(text, type, declared);
        }
    }

    private static ParameterValue withOffset(String text, boolean declared) throws SQLException {
        if (isPlainDayWithTime(text)) {
            OffsetDateTime value = OffsetDateTime.parse(text, OFFSET_DATE_TIME);
            if (Math.abs(value.getOffset().getTotalSeconds()) < SECONDS_BEYOND_OFFSETS) {
                return new ParameterValue(value);
            }
        }
        return asText(text, TypeId.TIMESTAMPTZ, declared);
    }

    /** Whether it begins by a year of four digits that is none of those before our era, which Java writes otherwise. */
    private static boolean isPlainDay(String text) {
        return text.length() >= 10 && isDigit(text.charAt(0)) && text.charAt(4) == '-' && !text.startsWith("0000");
    }

    /** Whether one sign, and not two or none, stands between the day and the time. */
    private static boolean isPlainDayWithTime(String text) {
        return isPlainDay(text)
                && text.length() > 11
                && (text.charAt(10) == ' ' || text.charAt(10) == 'T')
                && isDigit(text.charAt(11));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Without the type that the client says, another operator might be chosen, or the value be read otherwise. */
    private static ParameterValue asText(String text, int type, boolean declared) throws SQLException {
        // the library routes by the text of a bpchar, and by none of the driver's objects
        String name = declared && type != TypeId.BPCHAR ? TypeId.name(type) : null;
        if (name == null) {
            return new ParameterValue(text, Types.OTHER);
        }
        PGobject object = new PGobject();
        object.setType(name);
        object.setValue(text);
        return new ParameterValue(object, Types.OTHER);
    }

    /** By which the driver declares a NULL; {@link Types#NULL} where it has none for the type. */
    private static int nullType(int type) {
        return switch (type) {
            case TypeId.BOOL -> Types.BOOLEAN;
            case TypeId.INT2 -> Types.SMALLINT;
            case TypeId.INT4 -> Types.INTEGER;
            case TypeId.INT8 -> Types.BIGINT;
            case TypeId.FLOAT4 -> Types.REAL;
            case TypeId.FLOAT8 -> Types.DOUBLE;
            case TypeId.NUMERIC -> Types.NUMERIC;
            case TypeId.BYTEA -> Types.BINARY;
            case TypeId.DATE -> Types.DATE;
            case TypeId.TEXT, TypeId.VARCHAR -> Types.VARCHAR;
            case TypeId.BPCHAR -> Types.CHAR;
            default -> Types.NULL;
        };
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

    private static ParameterValue floating(String text, boolean declared) throws SQLException {
        String number = text.strip();
        try {
            double value = Double.parseDouble(number);
            if (isDecimal(number) && !Double.isInfinite(value) && (value != 0 || isZero(number))) {
                return new ParameterValue(value);
            }
        } catch (NumberFormatException e) {
            // the database's to refuse
        }
        return asText(text, TypeId.FLOAT8, declared);
    }

    /** Whether it is none that is too small to be told from it, which the database refuses. */
    private static boolean isZero(String number) {
        for (int i = 0; i < number.length() && "eE".indexOf(number.charAt(i)) < 0; i++) {
            if (number.charAt(i) >= '1' && number.charAt(i) <= '9') {
                return false;
            }
        }
        return true;
    }

    /** Java knows more ways to write a number than the database. */
    private static boolean isDecimal(String text) {
        return text.chars().allMatch(c -> "+-0123456789.eE".indexOf(c) >= 0);
    }

    private static ParameterValue numeric(String text, boolean declared) throws SQLException {
        try {
            return new ParameterValue(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            // NaN and Infinity, or what the database refuses
            return asText(text, TypeId.NUMERIC, declared);
        }
    }

    /** In any of the database's ways: with braces or without, with hyphens behind any four digits or without. */
    private static ParameterValue uuid(String text, boolean declared) throws SQLException {
        boolean braces = text.length() > 2 && text.startsWith("{") && text.endsWith("}");
        String inside = braces ? text.substring(1, text.length() - 1) : text;
        long most = 0;
        long least = 0;
        int digits = 0;
        boolean hyphen = true;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c == '-' && !hyphen && digits % 4 == 0 && digits < 32) {
                hyphen = true;
                continue;
            }
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0 || digits == 32) {
                return asText(text, TypeId.UUID, declared);
            }
            hyphen = false;
            if (digits < 16) {
                most = most << 4 | digit;
            } else {
                least = least << 4 | digit;
            }
            digits++;
        }
        return digits == 32 ? new ParameterValue(new UUID(most, least)) : asText(text, TypeId.UUID, declared);
    }

    private static SQLException invalid(String type, String text) {
        return new SQLException("invalid input syntax for type " + type + ": \"" + text + "\"", "22P02");
    }

    /** As the client has written it, where the database reads that itself; else null. */
    @Nullable
    String text() {
        if (value instanceof PGobject object) {
            return object.getValue();
        }
        return value instanceof String text ? text : null;
    }

    void set(PreparedStatement statement, int index) throws SQLException {
        if (value == null) {
            statement.setNull(index, jdbcType);
        } else if (value instanceof String text) {
            if (jdbcType == Types.VARCHAR) {
                statement.setString(index, text);
            } else {
                statement.setObject(index, text, jdbcType);
            }
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setObject(index, value);
        }
    }
}
