package org.shardingjdbc.dialect.internal.mysql;

/** As MariaDB's, and the default mode refuses zero dates, which older modes let in. MySQL 5.7 passes over the hint. */
final class MySqlTemporaries extends MariaDbTemporaries {
    private static final String SELECT = "SELECT ";
    private static final String ANY_DATE = "/*+ SET_VAR(sql_mode='STRICT_ALL_TABLES,ALLOW_INVALID_DATES') */ ";

    @Override
    public String create(String table, String columnsSql) {
        if (!columnsSql.startsWith(SELECT)) {
            throw new IllegalArgumentException("no query: " + columnsSql);
        }
        return super.create(table, SELECT + ANY_DATE + columnsSql.substring(SELECT.length()));
    }

    /** Before 8.0.17 there is no collation by which trailing blanks count. */
    @Override
    public String exactText(String column) {
        return "CONVERT(" + column + " USING utf8mb4) COLLATE utf8mb4_bin /*!80017 COLLATE utf8mb4_0900_bin */";
    }

    @Override
    public boolean readOnceByAStatement() {
        return true;
    }

    /** The hint does it. */
    @Override
    public String strictly() {
        return "";
    }

    @Override
    public String hintForAnyDate() {
        return ANY_DATE;
    }

    @Override
    public boolean heedsPrimaryKeys() {
        return true;
    }
}
