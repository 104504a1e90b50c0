package org.shardingjdbc.engine.internal.result.conversion;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.DecimalLength;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.value.HeldValue;

/**
 * Converts values that we hold or compute to what a typed getter asks for, as the dialect's driver converts them.
 * Values are never null, and either plain or a {@link HeldValue}. Immutable, shared.
 *
 * <p>Where drivers differ: H2 rounds a fraction that is asked for as an integer, the others cut it off; PostgreSQL
 * gives the text of anything as its bytes, and puts a local time that is asked for with an offset into UTC, the others
 * into the JVM's zone; each writes floating numbers and truth values as text in its own way.
 */
public final class Conversions {
    /** No long has more. */
    private static final int LONG_DIGITS = 19;

    private static final Map<Dialect, Conversions> OF_DIALECTS =
            Dialects.all().stream().collect(Collectors.toUnmodifiableMap(dialect -> dialect, Conversions::new));

    private final Dialect dialect;

    private Conversions(Dialect dialect) {
        this.dialect = dialect;
    }

    public static Conversions of(Dialect dialect) {
        return Objects.requireNonNull(OF_DIALECTS.get(dialect), "a dialect of its own");
    }

    /** What a value is before conversion: exact where it is held in several forms. */
    static Object exact(Object value) {
        return value instanceof HeldValue held ? held.exact() : value;
    }

    public String toText(Object value, int column) throws SQLException {
        if (value instanceof HeldValue held) {
            return held.text() != null ? held.text() : toText(held.exact(), column);
        }
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, Math.toIntExact(clob.length()));
        }
        if (value instanceof Blob blob) {
            return new String(blob.getBytes(1, Math.toIntExact(blob.length())), StandardCharsets.UTF_8);
        }
        if (value instanceof Boolean truth) {
            return truthText(truth);
        }
        return value instanceof Number number ? dialect.values().textOf(number) : TemporalConversions.toText(value);
    }

    private String truthText(boolean truth) {
        return dialect.values().textOf(truth);
    }

    public boolean toBoolean(Object value, int column) throws SQLException {
        Object exact = exact(value);
        if (exact instanceof Boolean truth) {
            return truth;
        }
        if (exact instanceof Number number) {
            return numberToBoolean(number);
        }
        if (exact instanceof String text) {
            return textToBoolean(text.trim().toLowerCase(Locale.ROOT), column);
        }
        if (hasNumberText(value)) {
            return toDecimal(value, column).signum() != 0;
        }
        throw notConvertible(exact, column, "boolean", null);
    }

    private boolean numberToBoolean(Number number) {
        if (dialect.values().negativesAreFalse()) {
            return number.doubleValue() > 0 || number.doubleValue() == -1;
        }
        return number instanceof BigDecimal decimal ? decimal.signum() != 0 : number.doubleValue() != 0;
    }

    private boolean textToBoolean(String text, int column) throws SQLException {
        switch (text) {
            case "true", "t", "yes", "y", "on", "1":
                return true;
            case "false", "f", "no", "n", "off", "0":
                return false;
            default:
                break;
        }
        return switch (dialect.values().otherTextAsTruth()) {
            case AS_NUMBER -> toDecimal(text, column, "boolean").signum() != 0;
            case REFUSED -> throw notConvertible(text, column, "boolean", null);
            case TRUE -> true;
        };
    }

    /** Whether a value that is held in several forms reads as a number as text: a year, a bit string. */
    private static boolean hasNumberText(Object value) {
        if (!(value instanceof HeldValue held)
                || held.text() == null
                || held.text().isEmpty()) {
            return false;
        }
        for (int i = 0; i < held.text().length(); i++) {
            if (held.text().charAt(i) < '0' || held.text().charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** What a number getter starts from. */
    private static @Nullable Object numeric(Object value) {
        Object exact = exact(value);
        boolean number = exact instanceof Number || exact instanceof Boolean || exact instanceof String;
        return !number && hasNumberText(value) ? ((HeldValue) value).text() : exact;
    }

    /**
     * @param target what is asked for, for messages
     * @throws SQLException when the value is no number or out of range
     */
    public long toInteger(Object value, int column, long min, long max, String target) throws SQLException {
        Object exact = numeric(value);
        if (exact instanceof Long || exact instanceof Integer || exact instanceof Short || exact instanceof Byte) {
            return inRange(((Number) exact).longValue(), column, min, max, target);
        }
        if (exact instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        BigDecimal decimal = toDecimal(exact, column, target);
        // both before its digits are written out, of which it may have a billion
        long digits = decimal.precision() - (long) decimal.scale();
        if (decimal.signum() != 0 && digits > LONG_DIGITS) {
            throw SqlErrors.of(ErrorCode.VALUE_OUT_OF_RANGE, column, target);
        }
        if (digits < 0) {
            // less than a tenth
            return 0;
        }
        RoundingMode rounding = dialect.values().roundsToIntegers() ? RoundingMode.HALF_UP : RoundingMode.DOWN;
        BigInteger integer = decimal.setScale(0, rounding).toBigInteger();
        if (integer.bitLength() >= Long.SIZE) {
            throw SqlErrors.of(ErrorCode.VALUE_OUT_OF_RANGE, column, target);
        }
        return inRange(integer.longValue(), column, min, max, target);
    }

    private static long inRange(long value, int column, long min, long max, String target) throws SQLException {
        if (value < min || value > max) {
            throw SqlErrors.of(ErrorCode.VALUE_OUT_OF_RANGE, column, target);
        }
        return value;
    }

    public double toDouble(Object value, int column) throws SQLException {
        Object exact = numeric(value);
        if (exact instanceof Number number) {
            return number.doubleValue();
        }
        if (exact instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (exact instanceof String text) {
            try {
                return Double.parseDouble(text.trim());
            } catch (NumberFormatException e) {
                throw notConvertible(exact, column, "double", e);
            }
        }
        throw notConvertible(exact, column, "double", null);
    }

    public float toFloat(Object value, int column) throws SQLException {
        Object exact = exact(value);
        return exact instanceof Float floating ? floating : (float) toDouble(value, column);
    }

    public BigDecimal toDecimal(Object value, int column) throws SQLException {
        return toDecimal(numeric(value), column, "BigDecimal");
    }

    private BigDecimal toDecimal(@Nullable Object exact, int column, String target) throws SQLException {
        try {
            if (exact instanceof BigDecimal decimal) {
                return decimal;
            }
            if (exact instanceof BigInteger integer) {
                return new BigDecimal(integer);
            }
            if (exact instanceof Double || exact instanceof Float) {
                return new BigDecimal(dialect.values().textOf((Number) exact));
            }
            if (exact instanceof Number number) {
                return BigDecimal.valueOf(number.longValue());
            }
            if (exact instanceof Boolean truth) {
                return truth ? BigDecimal.ONE : BigDecimal.ZERO;
            }
            if (exact instanceof String text) {
                return new BigDecimal(text.trim());
            }
        } catch (NumberFormatException e) {
            throw notConvertible(exact, column, target, e);
        }
        throw notConvertible(exact, column, target, null);
    }

    private BigInteger toBigInteger(Object value, int column) throws SQLException {
        BigDecimal decimal = toDecimal(value, column);
        if (decimal.signum() == 0 || decimal.precision() - (long) decimal.scale() < 0) {
            return BigInteger.ZERO;
        }
        if (DecimalLength.isTooLong(decimal)) {
            throw SqlErrors.of(ErrorCode.VALUE_OUT_OF_RANGE, column, "BigInteger");
        }
        return decimal.toBigInteger();
    }

    public byte[] toBytes(Object value, int column) throws SQLException {
        Object exact = exact(value);
        if (value instanceof HeldValue held && held.object() instanceof byte[] bits) {
            return bits.clone();
        }
        if (exact instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (exact instanceof Blob blob) {
            return blob.getBytes(1, Math.toIntExact(blob.length()));
        }
        if (exact instanceof String || dialect.values().bytesAreOfText()) {
            return toText(value, column).getBytes(StandardCharsets.UTF_8);
        }
        if (exact instanceof UUID uuid) {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
        throw notConvertible(exact, column, "bytes", null);
    }

    /**
     * The value as an object of the class.
     *
     * @throws SQLException when there is no conversion
     */
    public <T> T toClass(Object value, int column, Class<T> type) throws SQLException {
        Object object = value instanceof HeldValue held ? held.object() : value;
        if (type != Object.class && type.isInstance(exact(value))) {
            return type.cast(exact(value));
        }
        if (type.isInstance(object)) {
            return type.cast(object);
        }
        if (type == OffsetDateTime.class
                && dialect.values().localTimesAreUtc()
                && exact(value) instanceof LocalDateTime local) {
            return type.cast(local.atOffset(ZoneOffset.UTC));
        }
        Object converted =
                type.getName().startsWith("java.lang") || type.getName().startsWith("java.math")
                        ? toScalar(value, column, type)
                        : toOther(value, column, type);
        if (converted == null) {
            throw notConvertible(object, column, type.getSimpleName(), null);
        }
        return type.cast(converted);
    }

    /** Null when the class is none of these. */
    private @Nullable Object toScalar(Object value, int column, Class<?> type) throws SQLException {
        if (type == String.class) {
            return toText(value, column);
        }
        if (type == Integer.class) {
            return (int) toInteger(value, column, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
        }
        if (type == Long.class) {
            return toInteger(value, column, Long.MIN_VALUE, Long.MAX_VALUE, "long");
        }
        if (type == Short.class) {
            return (short) toInteger(value, column, Short.MIN_VALUE, Short.MAX_VALUE, "short");
        }
        if (type == Byte.class) {
            return (byte) toInteger(value, column, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
        }
        if (type == Boolean.class) {
            return toBoolean(value, column);
        }
        if (type == Double.class) {
            return toDouble(value, column);
        }
        if (type == Float.class) {
            return toFloat(value, column);
        }
        if (type == BigDecimal.class) {
            return toDecimal(value, column);
        }
        return type == BigInteger.class ? toBigInteger(value, column) : null;
    }

    /** Null when the class is none of these. */
    private @Nullable Object toOther(Object value, int column, Class<?> type) throws SQLException {
        if (type == byte[].class) {
            return toBytes(value, column);
        }
        if (type == Blob.class) {
            return Content.blob(toBytes(value, column));
        }
        if (type == Clob.class || type == NClob.class) {
            return Content.clob(toText(value, column));
        }
        if (type == UUID.class) {
            try {
                return UUID.fromString(toText(value, column));
            } catch (IllegalArgumentException e) {
                throw notConvertible(exact(value), column, "UUID", e);
            }
        }
        return TemporalConversions.toClass(value, column, type);
    }

    /** The error of a value that has no such form. Says its class, never the value. */
    static SQLException notConvertible(@Nullable Object value, int column, String target, @Nullable Exception cause) {
        String held = value == null ? "null" : value.getClass().getSimpleName();
        if (cause == null) {
            return SqlErrors.of(ErrorCode.VALUE_NOT_CONVERTIBLE, column, held, target);
        }
        return SqlErrors.from(ShardingException.causedBy(cause, ErrorCode.VALUE_NOT_CONVERTIBLE, column, held, target));
    }
}
