package org.shardingjdbc.rule.internal.value;

import static org.shardingjdbc.rule.internal.value.UnknownValue.UNKNOWN;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.DecimalLength;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** Numbers as their columns store them. */
final class NumberValues {
    /** Whole doubles above this are not exact. */
    private static final double EXACT_DOUBLE = 1L << 53;

    private static final int MAX_DIGITS = 40;
    private static final BigDecimal HALF = new BigDecimal("0.5");
    /** Decimal digits that survive in 64 and 32 bits. */
    private static final int CERTAIN_DOUBLE_DIGITS = 15;

    private static final int CERTAIN_FLOAT_DIGITS = 6;

    private NumberValues() {}

    /** For a column of whole numbers: Integer when {@code max} is the largest int, else Long. */
    static Object whole(Object value, long max, Loss loss) {
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return fitted(((Number) value).longValue(), max);
        }
        if (value instanceof Boolean truth) {
            return fitted(truth ? 1 : 0, max);
        }
        BigDecimal number = exact(value);
        if (number == null || number.precision() - number.scale() > MAX_DIGITS) {
            return UNKNOWN;
        }
        BigDecimal whole = rounded(number, 0, loss);
        // half a whole number of binary floating point goes up in one database and to the even one in another
        boolean half = (value instanceof Double || value instanceof Float)
                && number.subtract(number.setScale(0, RoundingMode.FLOOR)).compareTo(HALF) == 0;
        if (whole == null || half && loss == Loss.STORED) {
            return UNKNOWN;
        }
        BigInteger integer = whole.toBigInteger();
        return integer.bitLength() < Long.SIZE ? fitted(integer.longValue(), max) : UNKNOWN;
    }

    /** For a column of whole numbers of 64 bits without a sign: Long, or BigInteger above the largest long. */
    static Object unsigned(Object value, Loss loss) {
        Object number = whole(value, Long.MAX_VALUE, loss);
        if (number != UNKNOWN || loss == Loss.DOWN || loss == Loss.UP) {
            return number;
        }
        BigDecimal large = value instanceof Double || value instanceof Float ? null : exact(value);
        if (large == null) {
            return UNKNOWN;
        }
        boolean fits = large.signum() > 0
                && large.precision() - large.scale() <= MAX_DIGITS
                && large.stripTrailingZeros().scale() <= 0
                && large.toBigInteger().bitLength() <= Long.SIZE;
        return fits ? large.toBigInteger() : UNKNOWN;
    }

    /** For a DECIMAL column. */
    static Object decimal(Object value, ColumnSchema column, Loss loss) {
        boolean fixedScale = column.size() > 0 && column.size() <= MAX_DIGITS * 2 && column.scale() >= 0;
        if (value instanceof Double || value instanceof Float) {
            return fixedScale && loss == Loss.STORED ? decimal((Number) value, column.scale()) : UNKNOWN;
        }
        BigDecimal number = exact(value);
        if (number == null) {
            return UNKNOWN;
        }
        BigDecimal stripped = stripped(number);
        BigDecimal rounded = fixedScale ? rounded(stripped, column.scale(), loss) : stripped;
        return rounded == null ? UNKNOWN : stripped(rounded);
    }

    /**
     * What is stored of a binary floating point number: some databases round the number itself, some the shortest text
     * for it, some the digits that are certain. Unknown where they do not meet.
     */
    private static Object decimal(Number value, int scale) {
        if (!Double.isFinite(value.doubleValue())) {
            return UNKNOWN;
        }
        BigDecimal exact = new BigDecimal(value.doubleValue());
        int certain = value instanceof Float ? CERTAIN_FLOAT_DIGITS : CERTAIN_DOUBLE_DIGITS;
        BigDecimal stored = exact.setScale(scale, RoundingMode.HALF_UP);
        boolean alike = stored.equals(new BigDecimal(value.toString()).setScale(scale, RoundingMode.HALF_UP))
                && stored.equals(exact.round(new MathContext(certain)).setScale(scale, RoundingMode.HALF_UP));
        return alike ? stripped(stored) : UNKNOWN;
    }

    /** With so many digits behind the point; null where digits would be lost and must not. */
    private static @Nullable BigDecimal rounded(BigDecimal number, int scale, Loss loss) {
        if (number.stripTrailingZeros().scale() <= scale) {
            return number;
        }
        return switch (loss) {
            case REFUSED -> null;
            case DOWN -> number.setScale(scale, RoundingMode.FLOOR);
            case UP -> number.setScale(scale, RoundingMode.CEILING);
            case STORED -> number.setScale(scale, RoundingMode.HALF_UP);
        };
    }

    /** For a column of binary floating point numbers. */
    static Object floating(Object value, boolean single) {
        if (value instanceof Boolean || value instanceof String) {
            return UNKNOWN;
        }
        BigDecimal number = exact(value);
        if (number == null) {
            return UNKNOWN;
        }
        double result = number.doubleValue();
        boolean same = Double.isFinite(result)
                && new BigDecimal(result).compareTo(number) == 0
                && (!single || (float) result == result);
        boolean written = value instanceof BigDecimal && !single && Double.isFinite(result);
        return same || written ? (Object) (result == 0 ? 0.0 : result) : UNKNOWN;
    }

    /** Without a column. */
    static Object byItself(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return value;
        }
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        if (value instanceof BigInteger big) {
            return big.bitLength() < Long.SIZE ? (Object) big.longValue() : new BigDecimal(big);
        }
        if (value instanceof BigDecimal decimal) {
            return exact(decimal) == null ? UNKNOWN : stripped(decimal);
        }
        return value instanceof Double || value instanceof Float ? floating(value, false) : UNKNOWN;
    }

    private static Object fitted(long value, long max) {
        if (max == Long.MAX_VALUE) {
            return value;
        }
        return value == (int) value ? (Object) (int) value : UNKNOWN;
    }

    private static BigDecimal stripped(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }

    /** The number that a value says, or null where it is none, not exact, or too far from one to be computed with. */
    private static @Nullable BigDecimal exact(Object value) {
        BigDecimal number = written(value);
        return number == null || DecimalLength.isTooLong(number) ? null : number;
    }

    private static @Nullable BigDecimal written(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof BigInteger big) {
            return new BigDecimal(big);
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Math.abs(number) <= EXACT_DOUBLE ? new BigDecimal(number) : null;
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return BigDecimal.valueOf(((Number) value).longValue());
        }
        return value instanceof String text && isPlain(text) ? new BigDecimal(text) : null;
    }

    /** A sign at most, digits, and a fraction at most; other spellings are the data source's to read. */
    private static boolean isPlain(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        int points = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && i > start && i < text.length() - 1) {
                points++;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return text.length() > start && text.length() <= MAX_DIGITS && points <= 1;
    }
}
