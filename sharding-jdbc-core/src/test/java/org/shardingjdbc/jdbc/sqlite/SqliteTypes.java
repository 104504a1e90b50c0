package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.ColumnTypes;

/** A column may hold any value: a number is an integer or has 64 bits, a truth is 0 or 1. */
final class SqliteTypes implements ColumnTypes {
    @Override
    public boolean areOfValues() {
        return true;
    }
}
