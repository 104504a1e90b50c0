package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Values;

/** A truth is the number 1 or 0. */
final class SqliteValues implements Values {
    @Override
    public String textOf(boolean truth) {
        return truth ? "1" : "0";
    }
}
