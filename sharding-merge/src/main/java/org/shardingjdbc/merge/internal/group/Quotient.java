package org.shardingjdbc.merge.internal.group;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/**
 * Divides an exact sum by a count as each database's AVG does.
 *
 * <ul>
 *   <li>PostgreSQL computes in digits of base 10000 and gives at least 16 significant decimal digits: the scale is 16
 *       less four for each base-10000 digit that the quotient is estimated to have before (or lacks behind) the point,
 *       and never below the sum's own scale. The estimate counts one digit less when the sum's first digit is not
 *       greater than the count's. Halves round away from zero.
 *   <li>MySQL and MariaDB give the scale of the argument plus {@code div_precision_increment}; the shard's own column
 *       says how much that is. They compute in groups of nine digits and cut the rest off before halves round away from
 *       zero: when the last group is full, nothing is left to round.
 *   <li>H2 gives the scale of its NUMERIC result type, halves rounding towards zero; or the precision of its DECFLOAT
 *       result type, without trailing zeros.
 * </ul>
 */
final class Quotient {
    private static final int BASE_DIGITS = 4;
    private static final int MIN_SIGNIFICANT_DIGITS = 16;
    private static final int MAX_SCALE = 1000;
    private static final int GROUP_DIGITS = 9;

    private Quotient() {}

    /**
     * @param type of the average's column; not floating
     * @param count greater than 0
     */
    static BigDecimal of(ColumnType type, BigDecimal sum, long count) {
        BigDecimal divisor = BigDecimal.valueOf(count);
        return switch (type.dialect().types().quotients()) {
            case SIGNIFICANT -> sum.divide(divisor, significantScale(sum, divisor), RoundingMode.HALF_UP);
            case LONGER_THAN_SHOWN -> unrounded(type, sum, count).rounded();
            case AS_TYPED ->
                type.isDecimalFloat()
                        ? decimalFloat(sum, divisor, type.precision())
                        : sum.divide(divisor, type.scale(), RoundingMode.HALF_DOWN);
        };
    }

    /** The quotient with which MySQL and MariaDB go on computing. */
    static UnroundedDecimal unrounded(ColumnType type, BigDecimal sum, long count) {
        int digits = computedDigits(sum.scale(), type.scale());
        return new UnroundedDecimal(sum.divide(BigDecimal.valueOf(count), digits, RoundingMode.DOWN), type.scale());
    }

    /** How many digits behind the point are computed: whole groups, for the sum and what the scale grows by. */
    private static int computedDigits(int sumScale, int scale) {
        int sumDigits = wholeGroups(sumScale);
        return wholeGroups(Math.max(sumDigits, sumDigits + (scale - sumScale) - (sumDigits - sumScale)));
    }

    private static int wholeGroups(int digits) {
        return (digits + GROUP_DIGITS - 1) / GROUP_DIGITS * GROUP_DIGITS;
    }

    /**
     * Computed to one digit more or less than wanted, halves towards zero, and then to the digits wanted, halves away.
     */
    private static BigDecimal decimalFloat(BigDecimal sum, BigDecimal count, int precision) {
        int estimatedScale = sum.scale() - sum.precision() + count.precision() + precision;
        BigDecimal quotient = sum.divide(count, estimatedScale, RoundingMode.HALF_DOWN);
        return ColumnNumber.decimalFloat(quotient, precision);
    }

    private static int significantScale(BigDecimal sum, BigDecimal count) {
        int weight = weight(sum) - weight(count);
        if (firstDigit(sum) <= firstDigit(count)) {
            weight--;
        }
        int scale = Math.max(MIN_SIGNIFICANT_DIGITS - weight * BASE_DIGITS, Math.max(sum.scale(), 0));
        return Math.min(scale, MAX_SCALE);
    }

    /** The position of the first base-10000 digit that is not zero; 0 is the last one before the point. */
    private static int weight(BigDecimal value) {
        if (value.signum() == 0) {
            return 0;
        }
        return Math.floorDiv(value.precision() - value.scale() - 1, BASE_DIGITS);
    }

    /** That digit, 0 to 9999. */
    private static int firstDigit(BigDecimal value) {
        if (value.signum() == 0) {
            return 0;
        }
        return value.abs().movePointLeft(weight(value) * BASE_DIGITS).intValue();
    }
}
