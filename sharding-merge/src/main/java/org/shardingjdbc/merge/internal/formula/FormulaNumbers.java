package org.shardingjdbc.merge.internal.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.value.NumberOrder;

/**
 * Compares and computes numbers of any class as a database does. Floating numbers beside decimals are one as the other
 * there: PostgreSQL, MySQL and MariaDB make doubles of both, H2 decimals. Immutable, safe for all threads.
 */
final class FormulaNumbers {
    private static final String COMPUTED = "(computed)";

    private final ColumnTypes types;

    FormulaNumbers(ColumnTypes types) {
        this.types = types;
    }

    /** What an application has set, as the database gets it. */
    Number ofParameter(Number value) {
        boolean written =
                types.writesFloatingParameters() && NumberOrder.isFloating(value) && NumberOrder.isFinite(value);
        return written ? NumberOrder.writtenDecimal(value) : value;
    }

    /** A REAL of which whole numbers stand in the place where it is NULL: H2 makes a DOUBLE of both. */
    Number besideWholes(Float single) {
        return types.computesFloatsAsDecimals() ? (Number) single.doubleValue() : single;
    }

    /** A number that is written with an exponent. */
    Number approximate(BigDecimal value) {
        return types.exponentsMakeDoubles() ? (Number) value.doubleValue() : value;
    }

    /** Whether the members of an IN list are made REAL, as what is looked for among them is. */
    boolean isSingle(Object value, List<@Nullable Object> items) {
        return types.listsHaveOneType()
                && value instanceof Float
                && items.size() > 1
                && items.stream().allMatch(item -> item == null || item instanceof Number && !(item instanceof Double));
    }

    /** A whole number of a column or a statement, in the class of its type where that bounds what is computed of it. */
    Number whole(long value, int bits) {
        return types.computesInOwnTypes() ? inBits(value, bits) : (Number) value;
    }

    private static Number inBits(long value, int bits) {
        return switch (bits) {
            case Byte.SIZE -> (Number) (byte) value;
            case Short.SIZE -> (short) value;
            case Integer.SIZE -> (int) value;
            default -> value;
        };
    }

    /** As {@link java.util.Comparator}. */
    int compare(Number left, Number right) {
        boolean mixed = NumberOrder.isFloating(left) != NumberOrder.isFloating(right);
        if (!mixed || !NumberOrder.isFinite(left) || !NumberOrder.isFinite(right)) {
            return NumberOrder.compareNumbers(left, right);
        }
        return types.computesFloatsAsDecimals()
                ? NumberOrder.writtenDecimal(left).compareTo(NumberOrder.writtenDecimal(right))
                : NumberOrder.compareNumbers(left.doubleValue(), right.doubleValue());
    }

    /**
     * The sum, difference or product.
     *
     * @throws ShardingException where it is out of the range of its type
     */
    Number compute(char operator, Number left, Number right) {
        if (isDecimalFloat(left, right) || isDecimalFloat(right, left)) {
            return exact(operator, NumberOrder.writtenDecimal(left), NumberOrder.writtenDecimal(right));
        }
        if (types.computesInOwnTypes() && left instanceof Float && right instanceof Float) {
            return single(operator, left.floatValue(), right.floatValue());
        }
        if (NumberOrder.isFloating(left) || NumberOrder.isFloating(right)) {
            return floating(operator, left.doubleValue(), right.doubleValue());
        }
        BigDecimal result = exact(operator, NumberOrder.decimal(left), NumberOrder.decimal(right));
        if (left instanceof BigDecimal || right instanceof BigDecimal) {
            return result;
        }
        return inRange(result.toBigIntegerExact(), left, right);
    }

    /** The number with the other sign, of its own type. */
    Number negative(Number number) {
        if (number instanceof Float value) {
            return -value;
        }
        if (number instanceof Double value) {
            return -value;
        }
        return number instanceof BigDecimal decimal
                ? decimal.negate()
                : inRange(NumberOrder.decimal(number).negate().toBigIntegerExact(), number, number);
    }

    /** Of two whole numbers the result has the wider type. */
    private static Number inRange(BigInteger result, Number left, Number right) {
        int bits = Math.max(bits(left), bits(right));
        if (bits > Long.SIZE) {
            return result.bitLength() < Long.SIZE ? (Number) result.longValue() : result;
        }
        if (result.bitLength() >= bits) {
            throw new ShardingException(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, COMPUTED, bits + " bits");
        }
        return inBits(result.longValue(), bits);
    }

    /** More than those of a Long for what has no bound. */
    private static int bits(Number whole) {
        if (whole instanceof Byte) {
            return Byte.SIZE;
        }
        if (whole instanceof Short) {
            return Short.SIZE;
        }
        if (whole instanceof Integer) {
            return Integer.SIZE;
        }
        return whole instanceof Long ? Long.SIZE : Integer.MAX_VALUE;
    }

    /** H2 computes with a double and a NUMERIC, or a BIGINT, in decimal digits. */
    private boolean isDecimalFloat(Number floating, Number other) {
        return types.computesFloatsAsDecimals()
                && NumberOrder.isFloating(floating)
                && NumberOrder.isFinite(floating)
                && (other instanceof BigDecimal || other instanceof Long);
    }

    private static float single(char operator, float left, float right) {
        return switch (operator) {
            case '+' -> left + right;
            case '-' -> left - right;
            default -> left * right;
        };
    }

    private static double floating(char operator, double left, double right) {
        return switch (operator) {
            case '+' -> left + right;
            case '-' -> left - right;
            default -> left * right;
        };
    }

    private static BigDecimal exact(char operator, BigDecimal left, BigDecimal right) {
        return switch (operator) {
            case '+' -> left.add(right);
            case '-' -> left.subtract(right);
            default -> left.multiply(right);
        };
    }
}
