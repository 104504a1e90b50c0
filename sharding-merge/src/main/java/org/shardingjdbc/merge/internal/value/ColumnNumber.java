package org.shardingjdbc.merge.internal.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Brings computed numbers into the class, range and scale that a column's type has. */
public final class ColumnNumber {
    private static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private ColumnNumber() {}

    /**
     * A number in the type of a column; anything else as it is.
     *
     * @throws ShardingException when it is out of the type's range
     */
    public static @Nullable Object of(ColumnType type, @Nullable Object value) {
        if (value instanceof Boolean truth && type.isNumber()) {
            return of(type, truth ? 1L : 0L);
        }
        if (!(value instanceof Number number) || !type.isNumber()) {
            return value;
        }
        if (type.isOfValues()) {
            return ofValue(number);
        }
        if (type.isApproximate()) {
            return type.isSinglePrecision() ? (Object) number.floatValue() : (Object) number.doubleValue();
        }
        if (!NumberOrder.isFinite(number)) {
            return number.doubleValue();
        }
        BigDecimal decimal = NumberOrder.decimal(number);
        if (type.isInteger() || type.className().equals("java.math.BigInteger")) {
            return integer(type, decimal.setScale(0, RoundingMode.HALF_UP).toBigInteger());
        }
        return decimal(type, decimal);
    }

    /** How many rows or values there are, as the driver shows it. */
    public static Number count(ColumnType type, long count) {
        return type.isOfValues() ? ofValue(count) : (Number) count;
    }

    /** An integer or a floating number, whichever it is. */
    static Number ofValue(Number number) {
        boolean integer =
                !NumberOrder.isFloating(number) && (!(number instanceof BigDecimal decimal) || decimal.scale() <= 0);
        if (!integer) {
            return number.doubleValue();
        }
        BigInteger value = NumberOrder.decimal(number).toBigInteger();
        if (value.bitLength() < Integer.SIZE) {
            return value.intValue();
        }
        return value.bitLength() < Long.SIZE ? (Number) value.longValue() : (Number) value.doubleValue();
    }

    /**
     * A decimal with the digits that the database gives the type; PostgreSQL's computed numerics have those they come
     * with, and H2 adds none.
     */
    private static BigDecimal decimal(ColumnType type, BigDecimal value) {
        if (type.isDecimalFloat()) {
            return decimalFloat(value, type.precision());
        }
        boolean kept =
                switch (type.dialect().types().decimals()) {
                    case AS_COMPUTED -> true;
                    case AT_MOST_AS_TYPED -> value.scale() < type.scale();
                    case AS_TYPED -> false;
                };
        return kept ? value : value.setScale(type.scale(), RoundingMode.HALF_UP);
    }

    /** A DECFLOAT: so many digits at most, without trailing zeros. */
    public static BigDecimal decimalFloat(BigDecimal value, int precision) {
        return value.round(new MathContext(precision, RoundingMode.HALF_UP)).stripTrailingZeros();
    }

    /** An integer in the class that the driver gives the column. */
    public static Number integer(ColumnType type, BigInteger value) {
        if (type.isOfValues()) {
            return ofValue(value);
        }
        BigInteger min = type.signed() ? LONG_MIN : BigInteger.ZERO;
        BigInteger max = type.signed() ? LONG_MAX : UNSIGNED_MAX;
        if (type.className().equals("java.math.BigInteger")) {
            check(type, value, min, max);
            return value;
        }
        check(type, value, LONG_MIN, LONG_MAX);
        long number = value.longValue();
        if (type.className().equals("java.lang.Long") || type.className().equals("java.lang.Boolean")) {
            return number;
        }
        if ((int) number != number) {
            throw outOfRange(type);
        }
        if (type.className().equals("java.lang.Short")) {
            if ((short) number != number) {
                throw outOfRange(type);
            }
            return (short) number;
        }
        return (int) number;
    }

    private static void check(ColumnType type, BigInteger value, BigInteger min, BigInteger max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw outOfRange(type);
        }
    }

    private static ShardingException outOfRange(ColumnType type) {
        return new ShardingException(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, type.label(), type.typeName());
    }
}
