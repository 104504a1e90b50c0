package org.shardingjdbc.jdbc.internal.result;

import java.math.BigDecimal;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;

/** Numbers as the databases write them, or, of H2 and MySQL, their drivers. */
final class NumberText {
    private static final int EXPONENT_FROM = 15;

    private NumberText() {}

    static String of(Number number, Dialect dialect) {
        if (number instanceof Double || number instanceof Float) {
            return floating(number, dialect);
        }
        if (number instanceof BigDecimal decimal && dialect != Dialects.H2) {
            return decimal.toPlainString();
        }
        return number.toString();
    }

    private static String floating(Number number, Dialect dialect) {
        String java = number.toString();
        if (dialect == Dialects.H2 || dialect == Dialects.MYSQL || !Double.isFinite(number.doubleValue())) {
            return java;
        }
        BigDecimal digits = new BigDecimal(java).stripTrailingZeros();
        if (digits.signum() == 0) {
            return java.startsWith("-") ? "-0" : "0";
        }
        int exponent = digits.precision() - digits.scale() - 1;
        int leastPlain = dialect.postgreSqlFamily() ? -4 : -EXPONENT_FROM;
        int plainBelow = number instanceof Float && dialect.postgreSqlFamily() ? 6 : EXPONENT_FROM;
        if (exponent >= leastPlain && exponent < plainBelow) {
            return digits.toPlainString();
        }
        String mantissa = digits.movePointLeft(exponent).toPlainString();
        return mantissa + exponentText(exponent, dialect);
    }

    /** PostgreSQL writes e+20 and e-07, MariaDB e20 and e-7. */
    private static String exponentText(int exponent, Dialect dialect) {
        if (dialect == Dialects.MARIADB) {
            return "e" + exponent;
        }
        int magnitude = Math.abs(exponent);
        return (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
    }
}
