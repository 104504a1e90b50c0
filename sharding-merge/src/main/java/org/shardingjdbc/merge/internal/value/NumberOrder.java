package org.shardingjdbc.merge.internal.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Numbers of any class by value: -0.0 equals 0.0, NaN is the greatest, infinities stand at the ends. */
public final class NumberOrder extends ColumnOrder {
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    /** How numbers are read. */
    enum Reading {
        /** Every value fits a long. */
        LONG,
        OBJECT,
        /** The driver's object may be a boolean, or bytes. */
        DECIMAL
    }

    private final Reading reading;

    NumberOrder(Reading reading) {
        this.reading = reading;
    }

    @Override
    public @Nullable Object read(ResultSet row, int column) throws SQLException {
        return switch (reading) {
            case LONG -> {
                long value = row.getLong(column);
                yield row.wasNull() ? null : (Object) value;
            }
            case OBJECT -> row.getObject(column);
            case DECIMAL -> row.getBigDecimal(column);
        };
    }

    @Override
    @Nullable
    Object ofHeld(@Nullable Object value) {
        return value instanceof HeldValue held ? held.exact() : value;
    }

    @Override
    public int compare(Object left, Object right) {
        return compareNumbers((Number) left, (Number) right);
    }

    public static int compareNumbers(Number left, Number right) {
        if (isLong(left) && isLong(right)) {
            return Long.compare(left.longValue(), right.longValue());
        }
        if (left instanceof BigDecimal first && right instanceof BigDecimal second) {
            return first.compareTo(second);
        }
        if (isFloating(left) && isFloating(right) || !isFinite(left) || !isFinite(right)) {
            return compareDoubles(left.doubleValue(), right.doubleValue());
        }
        return decimal(left).compareTo(decimal(right));
    }

    private static int compareDoubles(double left, double right) {
        if (left == right) {
            return 0;
        }
        return Double.compare(left, right);
    }

    @Override
    public Object key(Object value) {
        Number number = (Number) value;
        if (isLong(number)) {
            return number.longValue();
        }
        if (isFloating(number)) {
            double floating = number.doubleValue();
            return floating == 0 ? 0.0 : floating;
        }
        BigDecimal plain = decimal(number).stripTrailingZeros();
        boolean fits = plain.scale() <= 0 && plain.compareTo(LONG_MIN) >= 0 && plain.compareTo(LONG_MAX) <= 0;
        return fits ? (Object) plain.longValue() : plain;
    }

    static boolean isLong(Number number) {
        return number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte;
    }

    public static boolean isFloating(Number number) {
        return number instanceof Double || number instanceof Float;
    }

    public static boolean isFinite(Number number) {
        return !isFloating(number) || Double.isFinite(number.doubleValue());
    }

    /** The decimal of a finite number; of a floating one the shortest that means it, as H2 sees it. */
    public static BigDecimal writtenDecimal(Number number) {
        return isFloating(number) ? new BigDecimal(number.toString()) : decimal(number);
    }

    /**
     * The exact decimal of a finite number.
     *
     * @throws NumberFormatException when it is not finite
     */
    public static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return isLong(number) ? BigDecimal.valueOf(number.longValue()) : new BigDecimal(number.doubleValue());
    }
}
