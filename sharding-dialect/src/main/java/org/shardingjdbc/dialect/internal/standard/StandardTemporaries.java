package org.shardingjdbc.dialect.internal.standard;

import org.shardingjdbc.dialect.internal.Temporaries;

/** Temporary tables as SQL-92 has them. */
final class StandardTemporaries implements Temporaries {
    @Override
    public String create(String table, String columnsSql) {
        return "CREATE LOCAL TEMPORARY TABLE " + table + " AS (" + columnsSql + ") WITH NO DATA";
    }

    @Override
    public String createOf(String table, String definitions) {
        return "CREATE LOCAL TEMPORARY TABLE " + table + definitions;
    }

    @Override
    public String drop(String table) {
        return "DROP TABLE " + table;
    }
}
