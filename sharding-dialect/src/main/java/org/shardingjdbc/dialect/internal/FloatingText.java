package org.shardingjdbc.dialect.internal;

import java.math.BigDecimal;

/**
 * How floating numbers are written that are held as Java's: without an exponent between two magnitudes, else with one.
 * Immutable.
 *
 * @param leastPlain the least exponent of ten that is written out
 * @param plainBelow of a double, the exponent from which on one is written
 * @param plainFloatBelow the same of a float
 * @param wide whether an exponent has a sign and two digits at least, as in {@code e+07}
 */
public record FloatingText(int leastPlain, int plainBelow, int plainFloatBelow, boolean wide) {
    /** @param number a Double or a Float */
    public String of(Number number) {
        String java = number.toString();
        if (!Double.isFinite(number.doubleValue())) {
            return java;
        }
        BigDecimal digits = new BigDecimal(java).stripTrailingZeros();
        if (digits.signum() == 0) {
            return java.startsWith("-") ? "-0" : "0";
        }
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= leastPlain && exponent < (number instanceof Float ? plainFloatBelow : plainBelow)) {
            return digits.toPlainString();
        }
        return digits.movePointLeft(exponent).toPlainString() + exponentText(exponent);
    }

    private String exponentText(int exponent) {
        if (!wide) {
            return "e" + exponent;
        }
        int magnitude = Math.abs(exponent);
        return (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
    }
}
