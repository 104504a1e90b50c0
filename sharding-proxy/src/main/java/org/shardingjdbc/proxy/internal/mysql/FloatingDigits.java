package org.shardingjdbc.proxy.internal.mysql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating numbers as MySQL writes them. Stateless. */
final class FloatingDigits {
    /** What a FLOAT is shown with. */
    private static final MathContext FLOAT_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    /** Where the point may be, counted from the first digit, in a number without an exponent. */
    private static final int MAX_POINT = 15;

    private FloatingDigits() {}

    static String ofFloat(float value, int decimals) {
        return text(new BigDecimal(Float.toString(value)).round(FLOAT_DIGITS), decimals, isNegativeZero(value));
    }

    static String ofDouble(double value, int decimals) {
        return text(new BigDecimal(Double.toString(value)), decimals, isNegativeZero(value));
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }

    private static String text(BigDecimal value, int decimals, boolean negativeZero) {
        if (decimals < WireColumn.NOT_FIXED) {
            return value.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
        }
        if (value.signum() == 0) {
            return negativeZero ? "-0" : "0";
        }
        BigDecimal shortest = value.stripTrailingZeros();
        int point = shortest.precision() - shortest.scale();
        if (point > MAX_POINT || point < 1 - MAX_POINT) {
            return withExponent(shortest, point - 1);
        }
        return shortest.toPlainString();
    }

    private static String withExponent(BigDecimal value, int exponent) {
        String digits = value.unscaledValue().abs().toString();
        StringBuilder text = new StringBuilder();
        if (value.signum() < 0) {
            text.append('-');
        }
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        return text.append('e').append(exponent).toString();
    }
}
