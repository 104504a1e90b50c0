package org.shardingjdbc.dialect.internal.postgresql;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Temporaries;

/** Temporary tables that end with the transaction which made them. */
class OpenGaussTemporaries implements Temporaries {
    @Override
    public boolean endWithTransaction() {
        return true;
    }

    @Override
    public String create(String table, String columnsSql) {
        return "CREATE TEMPORARY TABLE " + table + " ON COMMIT DROP AS " + columnsSql + " WITH NO DATA";
    }

    @Override
    public String createOf(String table, String definitions) {
        return "CREATE TEMPORARY TABLE " + table + definitions + " ON COMMIT DROP";
    }

    @Override
    public String schemaPrefix() {
        return "pg_temp";
    }

    @Override
    public String exactText(String column) {
        return column + " COLLATE \"C\"";
    }

    @Override
    public @Nullable String drop(String table) {
        return null;
    }

    @Override
    public String index(String table, String column) {
        return "CREATE INDEX ON " + table + " (" + column + ")";
    }

    @Override
    public boolean heedsPrimaryKeys() {
        return true;
    }
}
