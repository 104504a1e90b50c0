package org.shardingjdbc.jdbc.internal.dialect;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.parser.internal.Dialect;

/**
 * What executing on a database needs to know of it and its driver.
 *
 * <p>Streaming. PostgreSQL's driver reads in portions only inside a transaction and with a fetch size; any number of
 * such results may be open on one connection. MariaDB's driver reads in portions when there is a fetch size, MySQL's
 * row by row when it is {@link Integer#MIN_VALUE}; both occupy the connection until the last row, so that a second
 * statement on it would have to load the rest (MariaDB) or fails (MySQL). H2 computes a result row by row only when the
 * session says so, and then one at a time.
 */
public enum DatabaseDialect {
    H2(Dialect.H2, "h2"),
    POSTGRESQL(Dialect.POSTGRESQL, "postgresql"),
    OPENGAUSS(Dialect.OPENGAUSS, "opengauss"),
    MARIADB(Dialect.MARIADB, "mariadb"),
    MYSQL(Dialect.MYSQL, "mysql");

    /** How many rows a stream fetches at once when the user does not say. */
    static final int STREAM_FETCH_SIZE = 500;

    private static final String SELECT = "SELECT ";

    private final Dialect sql;
    private final String subprotocol;

    DatabaseDialect(Dialect sql, String subprotocol) {
        this.sql = sql;
        this.subprotocol = subprotocol;
    }

    /** The dialect of its SQL. */
    public Dialect sql() {
        return sql;
    }

    /**
     * The dialect that a JDBC URL shows.
     *
     * @param jdbcUrl may be null
     * @return null when it shows none
     */
    public static DatabaseDialect ofUrl(String jdbcUrl) {
        if (jdbcUrl == null) {
            return null;
        }
        String url = jdbcUrl.toLowerCase(Locale.ROOT);
        for (DatabaseDialect dialect : values()) {
            if (url.startsWith("jdbc:" + dialect.subprotocol + ":")
                    || url.contains(":" + dialect.subprotocol + "://")) {
                return dialect;
            }
        }
        return null;
    }

    /**
     * The dialect of a product.
     *
     * @param productName as {@link java.sql.DatabaseMetaData#getDatabaseProductName} says
     * @return null when it is none that we know
     */
    public static DatabaseDialect ofProduct(String productName) {
        for (DatabaseDialect dialect : values()) {
            if (dialect.name().equalsIgnoreCase(productName)) {
                return dialect;
            }
        }
        return null;
    }

    /** Whether both read each other's SQL well enough to be data sources of one configuration. */
    public boolean sameFamily(DatabaseDialect other) {
        return this == other
                || sql.mySqlFamily() && other.sql.mySqlFamily()
                || sql.postgreSqlFamily() && other.sql.postgreSqlFamily();
    }

    /** Whether a stream needs a connection whose autocommit is off. */
    public boolean streamsInTransactionOnly() {
        return sql.postgreSqlFamily();
    }

    /** What a connection must be told before a stream is read on it, or null. */
    public String streamOpening() {
        return this == H2 ? "SET LAZY_QUERY_EXECUTION 1" : null;
    }

    /** What a connection must be told after a stream was read on it, or null. */
    public String streamClosing() {
        return this == H2 ? "SET LAZY_QUERY_EXECUTION 0" : null;
    }

    /** Whether several results may be read side by side on one connection whatever their fetch size. */
    public boolean interleavesResults() {
        return !sql.mySqlFamily();
    }

    /**
     * Whether a text of several statements, with parameters or without, is sent in one round trip and answered with a
     * result for each, all in memory. MariaDB's and MySQL's drivers need a setting for it, and then prepare nothing.
     */
    public boolean answersSeveralStatementsAtOnce() {
        return this == POSTGRESQL;
    }

    /**
     * The fetch size that makes a result a stream.
     *
     * @param userFetchSize what the user set, 0 for nothing
     */
    public int streamFetchSize(int userFetchSize) {
        return switch (this) {
            case H2 -> Math.max(userFetchSize, 0);
            case MYSQL -> Integer.MIN_VALUE;
            default -> userFetchSize > 0 ? userFetchSize : STREAM_FETCH_SIZE;
        };
    }

    /**
     * The fetch size that leaves a result in the driver's memory.
     *
     * @param userFetchSize what the user set, 0 for nothing
     */
    public int bufferFetchSize(int userFetchSize) {
        return sql.mySqlFamily() || userFetchSize < 0 ? 0 : userFetchSize;
    }

    /** Whether a failed statement leaves a transaction in which nothing but a rollback (to a savepoint) is possible. */
    public boolean failureAbortsTransaction() {
        return sql.postgreSqlFamily();
    }

    /** Whether definition statements belong to transactions; if not, they commit the one that is open. */
    public boolean transactionalDefinitions() {
        return sql.postgreSqlFamily();
    }

    /** Whether a rollback also takes back what SET did in the transaction. */
    public boolean rollsBackSettings() {
        return sql.postgreSqlFamily();
    }

    /** Whether a catalog is what others call a schema. */
    public boolean schemaIsCatalog() {
        return sql.mySqlFamily();
    }

    /** Whether temporary tables can be made to end with the transaction that made them. */
    public boolean temporaryTablesEndWithTransaction() {
        return sql.postgreSqlFamily();
    }

    /**
     * Makes an empty temporary table, which only its connection sees.
     *
     * @param columnsSql a query that returns no row; the table gets its columns
     */
    public String createTemporaryTable(String table, String columnsSql) {
        return switch (this) {
            case H2 -> "CREATE LOCAL TEMPORARY TABLE " + table + " NOT PERSISTENT AS " + columnsSql + " WITH NO DATA";
            case POSTGRESQL, OPENGAUSS ->
                "CREATE TEMPORARY TABLE " + table + " ON COMMIT DROP AS " + columnsSql + " WITH NO DATA";
            case MARIADB -> "CREATE TEMPORARY TABLE " + table + " AS " + columnsSql;
            case MYSQL ->
                "CREATE TEMPORARY TABLE " + table + " AS SELECT " + hintForAnyDate() + withoutSelect(columnsSql);
        };
    }

    private static String withoutSelect(String query) {
        if (!query.startsWith(SELECT)) {
            throw new IllegalArgumentException("no query: " + query);
        }
        return query.substring(SELECT.length());
    }

    /** Makes a temporary table with the columns and rows of another. */
    public String copyTemporaryTable(String table, String copied) {
        return createTemporaryTable(table, SELECT + "* FROM " + copied);
    }

    /**
     * Makes the next statement read without locks, outside of a transaction; null where statements that make tables do
     * anyway. MySQL and MariaDB lock what CREATE TABLE ... AS SELECT reads, and would wait for what this very session
     * has changed on another connection.
     */
    public String readNextWithoutLocks() {
        return sql.mySqlFamily() ? "SET TRANSACTION ISOLATION LEVEL READ COMMITTED" : null;
    }

    /**
     * Makes an empty temporary table, which only its connection sees.
     *
     * @param definitions its columns, in parentheses
     */
    public String createTemporaryTableOf(String table, String definitions) {
        return switch (this) {
            case H2 -> "CREATE LOCAL TEMPORARY TABLE " + table + definitions + " NOT PERSISTENT";
            case POSTGRESQL, OPENGAUSS -> "CREATE TEMPORARY TABLE " + table + definitions + " ON COMMIT DROP";
            case MARIADB, MYSQL -> "CREATE TEMPORARY TABLE " + table + definitions;
        };
    }

    /**
     * What stands behind INSERT or SELECT so that dates which are stored already may be stored again: MySQL's default
     * mode refuses zero dates, which older modes let in. MySQL 5.7 passes over it. Empty where nothing is needed.
     */
    public String hintForAnyDate() {
        return this == MYSQL ? "/*+ SET_VAR(sql_mode='STRICT_ALL_TABLES,ALLOW_INVALID_DATES') */ " : "";
    }

    /** Makes an index of a column of a temporary table; null where none is made. */
    public String indexTemporaryTable(String table, String column) {
        return sql.postgreSqlFamily() ? "CREATE INDEX ON " + table + " (" + column + ")" : null;
    }

    /**
     * Tells the database how many rows and which values temporary tables have; null where it looks by itself.
     *
     * @param tables separated by commas
     */
    public String countTemporaryTables(String tables) {
        return this == POSTGRESQL ? "ANALYZE " + tables : null;
    }

    /** Removes a temporary table that may be there; null where the end of the transaction does. */
    public String dropTemporaryTable(String table) {
        return switch (this) {
            case H2 -> "DROP TABLE IF EXISTS " + table;
            case POSTGRESQL, OPENGAUSS -> null;
            case MARIADB, MYSQL -> "DROP TEMPORARY TABLE IF EXISTS " + table;
        };
    }

    /**
     * Whether a query timeout is the database's affair. The drivers of PostgreSQL and MySQL cancel by a timer of their
     * own, which is no better than ours, and wait for that cancel where the network carries nothing.
     */
    public boolean endsStatementsInTime() {
        return this == H2 || this == MARIADB;
    }

    /** Whether the driver's abort connects to the server first, and hangs where the network carries nothing. */
    public boolean abortsByConnecting() {
        return this == MARIADB;
    }

    /** The driver's setting of how many seconds a cancel may take, during which the statement waits; null for none. */
    public String cancelTimeoutProperty() {
        return this == POSTGRESQL ? "cancelSignalTimeout" : null;
    }

    /** Whether the driver may hand out a prepared statement that was closed before, with all that was set on it. */
    public boolean handsOutClosedStatements() {
        return this == MYSQL;
    }

    /** Whether BEGIN inside a transaction commits it; if not, it changes nothing. */
    public boolean beginCommits() {
        return sql.mySqlFamily();
    }

    /** Whether the database has rolled the whole transaction back when it threw that: a victim of a deadlock. */
    public boolean rolledBackTransaction(SQLException error) {
        String state = error.getSQLState();
        return !failureAbortsTransaction() && state != null && state.startsWith("40");
    }

    /**
     * The statement that gives a session variable the value back that it had when the connection was new.
     *
     * @param name in lower case
     * @return null when there is none that is certain to; then the connection is not used again
     */
    public String resetVariable(String name) {
        if (!sql.postgreSqlFamily() || name.isEmpty()) {
            return null;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.')) {
                return null;
            }
        }
        return "RESET " + name;
    }

    /** What frees the locks that a session took by functions, and ends its listening. */
    public List<String> endSessionState() {
        if (sql.mySqlFamily()) {
            return List.of("DO RELEASE_ALL_LOCKS()");
        }
        return sql.postgreSqlFamily() ? List.of("SELECT pg_advisory_unlock_all()", "UNLISTEN *") : List.of();
    }

    /**
     * A query that returns a row when the session has locks which it took by functions, or listens; null where the
     * database tells nobody.
     */
    public String asksForSessionState() {
        return sql.postgreSqlFamily()
                ? "SELECT 1 FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
                        + " UNION ALL SELECT 1 FROM pg_catalog.pg_listening_channels() LIMIT 1"
                : null;
    }

    /** The session variable behind {@link java.sql.Connection#setSchema}; null when the schema is no variable. */
    public String schemaVariable() {
        return sql.postgreSqlFamily() ? "search_path" : null;
    }

    /**
     * What a pool runs on each new connection when its configuration does not say. MySQL and MariaDB give a client 60
     * seconds to take rows off the wire; a merge may leave one shard's stream waiting for longer than that.
     */
    public String connectionInitSql() {
        return sql.mySqlFamily() ? "SET SESSION net_write_timeout = 28800" : null;
    }
}
