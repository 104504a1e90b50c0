package org.shardingjdbc.dialect.internal.mysql;

import java.math.BigDecimal;

/** As MariaDB's, and to MySQL's driver negative numbers are false, but for -1. */
final class MySqlValues extends MariaDbValues {
    @Override
    public boolean negativesAreFalse() {
        return true;
    }

    @Override
    public String textOf(Number number) {
        return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
    }
}
