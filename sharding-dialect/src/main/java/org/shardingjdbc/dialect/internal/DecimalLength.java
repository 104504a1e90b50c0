package org.shardingjdbc.dialect.internal;

import java.math.BigDecimal;

/**
 * Whether the digits of a decimal number can be written out. A text of a few characters, such as {@code 1e999999999},
 * is a number of a billion digits: to make a whole number of it, or to add 1, takes the memory and the time of the JVM.
 */
public final class DecimalLength {
    /** Zeros behind a number's digits, or digits behind its point: no database's numbers have so many. */
    private static final int MAX_SCALE = 100_000;

    private DecimalLength() {}

    /** Whether the number has more digits, before or behind the point, than any database's numbers. */
    public static boolean isTooLong(BigDecimal number) {
        return Math.abs((long) number.scale()) > MAX_SCALE;
    }
}
