package org.shardingjdbc.plan.internal.unit;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.DecimalLength;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergeBounds;

/**
 * The LIMIT and OFFSET of a statement over several units: numbers, or parameters that each execution reads. Immutable.
 *
 * @param count how many rows, null for all
 * @param offset how many rows to skip, null for none
 */
public record Paging(@Nullable Amount count, @Nullable Amount offset) {
    /**
     * A number of rows.
     *
     * @param parameter 0-based index of the statement parameter, or -1 for a constant
     * @param constant the number, where it is no parameter
     */
    public record Amount(int parameter, long constant) {
        public static Amount ofParameter(int index) {
            return new Amount(index, 0);
        }

        public static Amount of(long constant) {
            return new Amount(-1, constant);
        }

        /** The number in this execution; null for NULL, which limits nothing. */
        @Nullable
        Long value(Object[] parameters) {
            if (parameter < 0) {
                return constant;
            }
            return number(parameters[parameter]);
        }

        private static @Nullable Long number(Object value) {
            if (value == null) {
                return null;
            }
            return value instanceof BigInteger || value instanceof BigDecimal || value instanceof String
                    ? bounded(value)
                    : Long.valueOf(((Number) value).longValue());
        }

        private static Long bounded(Object value) {
            BigInteger exact = whole(value);
            if (exact == null) {
                throw new ArithmeticException("no whole number");
            }
            return exact.bitLength() > 63 ? Long.valueOf(Long.MAX_VALUE) : Long.valueOf(exact.longValue());
        }

        /** Why the value is no valid number in this execution; null where it is valid. */
        @Nullable
        ShardingException refusal(Object[] parameters) {
            Object value = parameter < 0 ? null : parameters[parameter];
            if (value instanceof BigInteger || value instanceof BigDecimal || value instanceof String) {
                return whole(value) != null ? null : notANumber(parameter);
            }
            boolean number = value == null
                    || value instanceof Long
                    || value instanceof Integer
                    || value instanceof Short
                    || value instanceof Byte;
            return number ? null : notANumber(parameter);
        }

        /** The whole number that a value says; null where it is none, or too large to be written out. */
        private static @Nullable BigInteger whole(Object value) {
            try {
                BigDecimal number = new BigDecimal(value.toString());
                return DecimalLength.isTooLong(number) ? null : number.toBigIntegerExact();
            } catch (ArithmeticException | NumberFormatException e) {
                return null;
            }
        }

        private static ShardingException notANumber(int parameter) {
            return new ShardingException(
                    ErrorCode.ARGUMENT_OUT_OF_RANGE, "LIMIT", "no whole number as parameter " + (parameter + 1));
        }
    }

    /** Why an execution has no valid numbers; null where it has. */
    public @Nullable ShardingException refusal(Object[] parameters) {
        ShardingException refusal = count == null ? null : count.refusal(parameters);
        return refusal != null || offset == null ? refusal : offset.refusal(parameters);
    }

    /** How many rows the merge skips and returns, where there is no {@link #refusal}. */
    public MergeBounds bounds(Object[] parameters) {
        Long rows = count == null ? null : count.value(parameters);
        Long skipped = offset == null ? null : offset.value(parameters);
        return new MergeBounds(skipped == null ? 0 : Math.max(0, skipped), rows == null ? -1 : Math.max(0, rows), 0, 0);
    }

    /**
     * How many rows each unit must return: offset and count together; null for all. A negative number stays for the
     * database to refuse.
     */
    public @Nullable Long widened(Object[] parameters) {
        Long rows = count == null ? null : count.value(parameters);
        Long skipped = offset == null ? null : offset.value(parameters);
        if (rows == null || rows < 0 || skipped == null) {
            return rows;
        }
        if (skipped < 0) {
            return skipped;
        }
        return rows > Long.MAX_VALUE - skipped ? Long.valueOf(Long.MAX_VALUE) : Long.valueOf(rows + skipped);
    }
}
