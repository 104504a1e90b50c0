package org.shardingjdbc.dialect.mysql;

/** As MariaDB's, and to MySQL's driver negative numbers are false, but for -1. */
final class MySqlValues extends MariaDbValues {
    @Override
    public boolean negativesAreFalse() {
        return true;
    }
}
