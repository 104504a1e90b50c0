package io.shardingjdbc.merge;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Divides an exact sum by a count as each database's AVG does.
 *
 * <ul>
 *   <li>PostgreSQL computes in digits of base 10000 and gives at least 16 significant decimal digits: the scale is 16 less four
 *       for each base-10000 digit that the quotient is estimated to have before (or lacks behind) the point, and never below the
 *       sum's own scale. The estimate counts one digit less when the sum's first digit is not greater than the count's.
 *   <li>MySQL and MariaDB give the scale of the argument plus {@code div_precision_increment}; the shard's own column says what
 *       that is.
 *   <li>H2 gives the scale of its NUMERIC result type, or the precision of its DECFLOAT result type; the shard's own column says
 *       it.
 * </ul>
 *
 * All round half away from zero, but H2, which rounds half towards zero.
 */
final class Quotient {
    private static final int BASE_DIGITS = 4;
    private static final int MIN_SIGNIFICANT_DIGITS = 16;
    private static final int MAX_SCALE = 1000;

    private Quotient() {}

    /**
     * @param type of the average's column; not floating
     * @param count greater than 0
     */
    static BigDecimal of(ColumnType type, BigDecimal sum, long count) {
        BigDecimal divisor = BigDecimal.valueOf(count);
        if (type.dialect() == MergeDialect.POSTGRESQL) {
            return sum.divide(divisor, postgreSqlScale(sum, divisor), RoundingMode.HALF_UP);
        }
        if (type.isDecimalFloat()) {
            return sum.divide(divisor, new MathContext(type.precision(), RoundingMode.HALF_DOWN));
        }
        RoundingMode rounding = type.dialect() == MergeDialect.H2 ? RoundingMode.HALF_DOWN : RoundingMode.HALF_UP;
        return sum.divide(divisor, type.scale(), rounding);
    }

    private static int postgreSqlScale(BigDecimal sum, BigDecimal count) {
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
