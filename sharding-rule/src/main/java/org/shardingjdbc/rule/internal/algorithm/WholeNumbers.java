package org.shardingjdbc.rule.internal.algorithm;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Values as long numbers, as the algorithms on numbers see them. */
final class WholeNumbers {
    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private WholeNumbers() {}

    /**
     * A number without its fraction, or the number that a text says.
     *
     * @throws IllegalArgumentException when it is neither, or too large
     */
    static long of(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigDecimal decimal) {
            if (decimal.compareTo(MIN) < 0 || decimal.compareTo(MAX) > 0) {
                throw new IllegalArgumentException("it is too large");
            }
            return decimal.longValue();
        }
        if (value instanceof BigInteger) {
            throw new IllegalArgumentException("it is too large");
        }
        if (value instanceof Double number) {
            return (long) number.doubleValue();
        }
        if (value instanceof String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("it is not a whole number");
            }
        }
        throw new WrongClassException("it is not a number");
    }

    /**
     * Whether numbers compare as the database compares the column's values: true for numbers, false for texts, which
     * sort by characters.
     */
    static boolean ordersAlike(@Nullable Object bound) {
        return bound == null
                || bound instanceof Integer
                || bound instanceof Long
                || bound instanceof Double
                || bound instanceof BigDecimal decimal && decimal.compareTo(MIN) >= 0 && decimal.compareTo(MAX) <= 0;
    }

    /** The smallest number, of those that are a long, that can belong to an interval with this lower bound. */
    static long lowest(@Nullable Object lower, boolean closed) {
        if (lower == null) {
            return Long.MIN_VALUE;
        }
        long bound = of(lower);
        boolean whole = lower instanceof Integer || lower instanceof Long;
        return whole && !closed && bound < Long.MAX_VALUE ? bound + 1 : bound;
    }

    /** The largest number, of those that are a long, that can belong to an interval with this upper bound. */
    static long highest(@Nullable Object upper, boolean closed) {
        if (upper == null) {
            return Long.MAX_VALUE;
        }
        long bound = of(upper);
        boolean whole = upper instanceof Integer || upper instanceof Long;
        return whole && !closed && bound > Long.MIN_VALUE ? bound - 1 : bound;
    }
}
