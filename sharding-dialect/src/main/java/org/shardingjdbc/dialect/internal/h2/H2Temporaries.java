package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Temporaries;

/** Local temporary tables, which are not written to the disk. */
final class H2Temporaries implements Temporaries {
    @Override
    public String create(String table, String columnsSql) {
        return "CREATE LOCAL TEMPORARY TABLE " + table + " NOT PERSISTENT AS " + columnsSql + " WITH NO DATA";
    }

    @Override
    public String createOf(String table, String definitions) {
        return "CREATE LOCAL TEMPORARY TABLE " + table + definitions + " NOT PERSISTENT";
    }

    @Override
    public String drop(String table) {
        return "DROP TABLE IF EXISTS " + table;
    }

    @Override
    public boolean keepsFixedTexts() {
        return false;
    }
}
