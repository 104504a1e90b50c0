package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Temporaries;

/** Temporary tables that live as long as the session. */
class MariaDbTemporaries implements Temporaries {
    /**
     * What a query only warns of, such as a date compared with a number, would be an error of the table that is made of
     * it.
     */
    @Override
    public String create(String table, String columnsSql) {
        return "CREATE TEMPORARY TABLE " + table + " IGNORE AS " + columnsSql;
    }

    @Override
    public String createOf(String table, String definitions) {
        return "CREATE TEMPORARY TABLE " + table + definitions;
    }

    @Override
    public String strictly() {
        return "SET STATEMENT sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES' FOR ";
    }

    @Override
    public final boolean narrowsAverages() {
        return true;
    }

    @Override
    public String exactText(String column) {
        return "CONVERT(" + column + " USING utf8mb4) COLLATE utf8mb4_nopad_bin";
    }

    @Override
    public String drop(String table) {
        return "DROP TEMPORARY TABLE IF EXISTS " + table;
    }

    /**
     * CREATE TABLE ... AS SELECT locks what it reads, and would wait for what this very session has changed on another
     * connection.
     */
    @Override
    public String readNextWithoutLocks() {
        return "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }
}
