package org.shardingjdbc.merge.internal.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.sql.Types;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.dialect.internal.DecimalLength;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.value.NumberOrder;

/**
 * Compares and computes numbers of any class as a database does. Floating numbers beside decimals are one as the other
 * there: PostgreSQL, MySQL and MariaDB make doubles of both, H2 decimals. Immutable, safe for all threads.
 */
final class FormulaNumbers {
    private static final String COMPUTED = "(computed)";
    private static final MathContext SHOWN = new MathContext(10);

    private final ColumnTypes types;

    FormulaNumbers(ColumnTypes types) {
        this.types = types;
    }

    /**
     * What an application has set, as the database gets it.
     *
     * @param parameter 0-based
     * @throws ShardingException where it has more digits than any database's numbers: computing with them would not end
     */
    Number ofParameter(Number value, int parameter) {
        boolean either = types.writesFloatingParameters();
        if (NumberOrder.isFloating(value)) {
            return either && NumberOrder.isFinite(value) ? SentNumber.ofFloating(value, parameter) : value;
        }
        if (value instanceof BigInteger whole) {
            return either && whole.bitLength() >= Long.SIZE ? SentNumber.ofLarge(whole, parameter) : ofWhole(whole);
        }
        if (value instanceof BigDecimal decimal) {
            if (DecimalLength.isTooLong(decimal)) {
                throw new ShardingException(
                        ErrorCode.ARGUMENT_OUT_OF_RANGE,
                        "A formula over merged rows",
                        decimal.round(SHOWN) + " as parameter " + (parameter + 1));
            }
            boolean whole = either && decimal.scale() <= 0;
            return whole ? SentNumber.ofDecimal(decimal, ofWhole(decimal.toBigIntegerExact()), parameter) : value;
        }
        if (!types.computesInOwnTypes()) {
            return value.longValue();
        }
        return value instanceof Byte ? (Number) value.shortValue() : value;
    }

    /** A whole number of a statement that may be longer than a long: one without a sign while it has 64 bits. */
    Number ofWhole(BigInteger value) {
        if (!types.computesWithoutSigns() || value.bitLength() > Long.SIZE) {
            return new BigDecimal(value);
        }
        return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
    }

    /**
     * A number for which an INTEGER would stand in if it were NULL, in the type of both.
     *
     * @param jdbcType of the number, as in {@link Types}
     */
    Number besideStandIns(Number value, int jdbcType) {
        if (value instanceof BigInteger whole) {
            return standsDecimal(jdbcType) ? (Number) new BigDecimal(whole) : whole.longValue();
        }
        if (value instanceof Float && !types.realsTakeStandIns()) {
            return value.doubleValue();
        }
        return value instanceof Short || value instanceof Byte ? (Number) value.intValue() : value;
    }

    /**
     * An INTEGER that stands in for a number that is NULL, in the type of both.
     *
     * @param jdbcType of the number, as in {@link Types}
     * @param withoutSign whether that number has none
     */
    Number standIn(Number value, int jdbcType, boolean withoutSign) {
        if (withoutSign && types.computesWithoutSigns() && standsDecimal(jdbcType)) {
            return NumberOrder.decimal(value);
        }
        return switch (jdbcType) {
            case Types.REAL -> types.realsTakeStandIns() ? (Number) value.floatValue() : value.doubleValue();
            case Types.FLOAT, Types.DOUBLE -> value.doubleValue();
            case Types.NUMERIC, Types.DECIMAL -> NumberOrder.decimal(value);
            case Types.BIGINT -> value.longValue();
            default -> value;
        };
    }

    private boolean standsDecimal(int jdbcType) {
        return jdbcType == Types.BIGINT || types.standInsMakeDecimals();
    }

    /** A number that is written with an exponent. */
    Number approximate(BigDecimal value) {
        return types.exponentsMakeDoubles() ? (Number) value.doubleValue() : value;
    }

    /**
     * Makes the items of a list doubles or REAL where one of them is, or the value that is looked for among them, which
     * stays what it is; leaves what is not all numbers.
     */
    void unite(@Nullable Object value, List<@Nullable Object> items) {
        if (value != null && !(value instanceof Number)
                || !items.stream().allMatch(item -> item == null || item instanceof Number)) {
            return;
        }
        if (value instanceof Double || items.stream().anyMatch(Double.class::isInstance)) {
            items.replaceAll(item -> item == null ? null : ((Number) item).doubleValue());
        } else if (value instanceof Float || items.stream().anyMatch(Float.class::isInstance)) {
            items.replaceAll(item -> item == null ? null : single((Number) item));
        }
    }

    private static Float single(Number value) {
        float single = value.floatValue();
        boolean lost = Float.isInfinite(single) && NumberOrder.isFinite(value)
                || single == 0 && value instanceof BigDecimal decimal && decimal.signum() != 0;
        if (lost) {
            throw new ShardingException(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, COMPUTED, "REAL");
        }
        return single;
    }

    /** The double of a number. */
    static Number doubled(Number value) {
        return value instanceof SentNumber sent ? sent.doubled() : (Number) value.doubleValue();
    }

    /** A whole number of a column or a statement, in the class of its type where that bounds what is computed of it. */
    Number whole(long value, int bits) {
        return types.computesInOwnTypes() ? inBits(value, bits) : (Number) value;
    }

    /** The number with the other sign of one that a statement writes. */
    static Number ofNegative(BigInteger written) {
        BigInteger value = written.negate();
        return value.bitLength() < Long.SIZE ? (Number) value.longValue() : new BigDecimal(value);
    }

    /** A whole number of a column without a sign: a BigInteger where that makes a difference. */
    Number withoutSign(Number value) {
        return types.computesWithoutSigns() ? NumberOrder.decimal(value).toBigIntegerExact() : value;
    }

    /** Whether a text or a truth is a number beside one. */
    boolean takesTexts() {
        return types.takesTextsForNumbers();
    }

    private static Number inBits(long value, int bits) {
        return switch (bits) {
            case Byte.SIZE -> (Number) (byte) value;
            case Short.SIZE -> (short) value;
            case Integer.SIZE -> (int) value;
            default -> value;
        };
    }

    /**
     * As {@link java.util.Comparator}.
     *
     * @throws ShardingException where that depends on how the driver sends a parameter
     */
    int compare(Number left, Number right) {
        if (left instanceof SentNumber || right instanceof SentNumber) {
            int written = Integer.signum(compare(SentNumber.written(left), SentNumber.written(right)));
            if (written != Integer.signum(compare(SentNumber.sent(left), SentNumber.sent(right)))) {
                throw refused(left, right);
            }
            return written;
        }
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
        if (left instanceof SentNumber || right instanceof SentNumber) {
            return inBothWays(
                    left instanceof SentNumber ? left : right,
                    () -> compute(operator, SentNumber.written(left), SentNumber.written(right)),
                    () -> compute(operator, SentNumber.sent(left), SentNumber.sent(right)));
        }
        if (isDecimalFloat(left, right) || isDecimalFloat(right, left)) {
            return exact(operator, NumberOrder.writtenDecimal(left), NumberOrder.writtenDecimal(right));
        }
        if (types.computesInOwnTypes() && (isReal(left, right) || isReal(right, left))) {
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

    private static ShardingException refused(Number left, Number right) {
        return ((SentNumber) (left instanceof SentNumber ? left : right)).refused();
    }

    /** What fails in one way has no value. */
    private static Number inBothWays(Number number, Supplier<Number> written, Supplier<Number> sent) {
        SentNumber either = (SentNumber) number;
        try {
            return either.with(written.get(), sent.get());
        } catch (ShardingException outOfRange) {
            throw either.refused();
        }
    }

    private boolean isReal(Number single, Number other) {
        boolean few = types.realsTakeShorts() && (other instanceof Short || other instanceof Byte);
        return single instanceof Float && (other instanceof Float || few);
    }

    /** The number with the other sign, of its own type. */
    Number negative(Number number) {
        if (number instanceof SentNumber) {
            return inBothWays(
                    number, () -> negative(SentNumber.written(number)), () -> negative(SentNumber.sent(number)));
        }
        if (number instanceof Float value) {
            return -value;
        }
        if (number instanceof Double value) {
            return -value;
        }
        if (number instanceof BigDecimal decimal) {
            return decimal.negate();
        }
        BigInteger negated = NumberOrder.decimal(number).negate().toBigIntegerExact();
        // one without a sign has one then
        Number type = number instanceof BigInteger ? (Number) 0L : number;
        return inRange(negated, type, type);
    }

    /** Of two whole numbers the result has the wider type, and no sign where one has none. */
    private static Number inRange(BigInteger result, Number left, Number right) {
        if (left instanceof BigInteger || right instanceof BigInteger) {
            if (result.signum() < 0 || result.bitLength() > Long.SIZE) {
                throw new ShardingException(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, COMPUTED, "64 bits without a sign");
            }
            return result;
        }
        int bits = Math.max(bits(left), bits(right));
        if (result.bitLength() >= bits) {
            throw new ShardingException(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, COMPUTED, bits + " bits");
        }
        return inBits(result.longValue(), bits);
    }

    private static int bits(Number whole) {
        if (whole instanceof Byte) {
            return Byte.SIZE;
        }
        if (whole instanceof Short) {
            return Short.SIZE;
        }
        return whole instanceof Integer ? Integer.SIZE : Long.SIZE;
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
        if (DecimalLength.isTooLong(left) || DecimalLength.isTooLong(right)) {
            throw new ShardingException(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, COMPUTED, "NUMERIC");
        }
        return switch (operator) {
            case '+' -> left.add(right);
            case '-' -> left.subtract(right);
            default -> left.multiply(right);
        };
    }
}
