package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Temporaries;

/** Tables of the database {@code temp}. */
final class SqliteTemporaries implements Temporaries {
    @Override
    public String create(String table, String columnsSql) {
        return "CREATE TEMPORARY TABLE " + table + " AS " + columnsSql;
    }

    @Override
    public String createOf(String table, String definitions) {
        return "CREATE TEMPORARY TABLE " + table + definitions;
    }

    @Override
    public String drop(String table) {
        return "DROP TABLE IF EXISTS temp." + table;
    }
}
