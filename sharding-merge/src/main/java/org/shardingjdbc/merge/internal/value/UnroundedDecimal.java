package org.shardingjdbc.merge.internal.value;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A decimal of MySQL or MariaDB that has more digits than it shows: a quotient, and what is computed from one. The
 * database rounds it when it is shown or compared, and not before.
 *
 * @param exact with all digits that the database has
 * @param scale how many digits behind the point it shows
 */
public record UnroundedDecimal(BigDecimal exact, int scale) {

    /** The value as it is shown and compared. */
    public BigDecimal rounded() {
        return exact.setScale(scale, RoundingMode.HALF_UP);
    }

    /** A number as one of these; its own digits are all that it has. */
    public static UnroundedDecimal of(Object value) {
        if (value instanceof UnroundedDecimal unrounded) {
            return unrounded;
        }
        BigDecimal decimal = NumberOrder.decimal((Number) value);
        return new UnroundedDecimal(decimal, decimal.scale());
    }

    public UnroundedDecimal plus(UnroundedDecimal other) {
        return new UnroundedDecimal(exact.add(other.exact), Math.max(scale, other.scale));
    }

    public UnroundedDecimal minus(UnroundedDecimal other) {
        return new UnroundedDecimal(exact.subtract(other.exact), Math.max(scale, other.scale));
    }

    public UnroundedDecimal times(UnroundedDecimal other) {
        return new UnroundedDecimal(exact.multiply(other.exact), scale + other.scale);
    }
}
