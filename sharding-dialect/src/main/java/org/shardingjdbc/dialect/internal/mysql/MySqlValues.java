package org.shardingjdbc.dialect.internal.mysql;

import java.math.BigDecimal;

/** As MariaDB's, except that MySQL's driver takes negative numbers for false, all but -1. */
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
