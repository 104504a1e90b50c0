package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Catalogs;
import org.shardingjdbc.dialect.internal.Catalogs.DatabaseToken;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.structure.Structures;

/** The system catalogs, which know all functions and tell what an expression is. */
class PostgreSqlCatalogs implements Catalogs {
    private final Naming naming;

    PostgreSqlCatalogs(Naming naming) {
        this.naming = naming;
    }

    @Override
    public final String indexes() {
        return """
                SELECT x.relname, t.relname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
                  JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
                 WHERE pg_catalog.pg_table_is_visible(x.oid)""";
    }

    @Override
    public final String viewDefinition() {
        return "SELECT pg_catalog.pg_get_viewdef(c.oid) FROM pg_catalog.pg_class c WHERE pg_catalog.lower(c.relname)"
                + " = pg_catalog.lower(?) AND c.relkind = 'v' AND pg_catalog.pg_table_is_visible(c.oid)";
    }

    @Override
    public final String viewPrinter() {
        return "pg_get_viewdef";
    }

    @Override
    public final String decodedBehind(String mark, String text) {
        String part = "pg_catalog.translate(pg_catalog.split_part(pg_catalog.split_part(" + text + ", '" + mark
                + "', 2), '''', 1), '-_', '+/')";
        return "CASE WHEN pg_catalog.strpos(" + text + ", '" + mark + "') = 0 THEN " + text
                + " ELSE pg_catalog.convert_from(pg_catalog.decode(pg_catalog.rpad(" + part
                + ", (pg_catalog.length(" + part + ") + 3) / 4 * 4, '='), 'base64'), 'UTF8') END";
    }

    @Override
    public final String server() {
        return "SELECT pg_catalog.pg_postmaster_start_time() || ' ' || pg_catalog.current_setting('port')";
    }

    @Override
    public final String objects() {
        return """
                SELECT x.relname, EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k WHERE k.conindid = x.oid
                       AND k.conrelid = t.oid AND k.contype IN ('p', 'u')), a.attname, a.attnum
                  FROM pg_catalog.pg_class t JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
                  JOIN pg_catalog.pg_index i ON i.indrelid = t.oid JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
                  JOIN pg_catalog.pg_attribute a ON a.attrelid = x.oid AND a.attnum <= i.indnkeyatts
                 WHERE n.nspname = ? AND t.relname = ?
                UNION ALL
                SELECT k.conname, false, a.attname, array_position(k.conkey, a.attnum)
                  FROM pg_catalog.pg_class t JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
                  JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.conindid = 0 OR k.conrelid = t.oid AND k.contype = 'f'
                  LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (k.conkey)
                 WHERE n.nspname = ? AND t.relname = ?
                UNION ALL
                SELECT g.tgname, false, NULL, NULL
                  FROM pg_catalog.pg_class t JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
                  JOIN pg_catalog.pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
                 WHERE n.nspname = ? AND t.relname = ?
                 ORDER BY 1, 4""";
    }

    @Override
    public final String triggers() {
        return "SELECT t.tgname FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE NOT t.tgisinternal AND n.nspname = ? AND c.relname = ?";
    }

    @Override
    public final String functions() {
        return """
                SELECT CASE WHEN prokind IN ('a', 'w') THEN 'AGGREGATE'
                            WHEN proretset THEN CASE provolatile WHEN 'i' THEN 'ROWS' ELSE 'UNKNOWN' END
                            WHEN prokind = 'f' THEN CASE provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE'
                                                    ELSE 'VOLATILE' END
                            ELSE 'UNKNOWN' END
                  FROM pg_catalog.pg_proc WHERE proname = ? OR proname = lower(?)""";
    }

    /** What the server brings has smaller numbers. An overload is found in any schema of the search path. */
    @Override
    public final String installedFunctions() {
        return """
                SELECT proname,
                       CASE WHEN prokind IN ('a', 'w') THEN 'AGGREGATE'
                            WHEN proretset THEN CASE provolatile WHEN 'i' THEN 'ROWS' ELSE 'UNKNOWN' END
                            WHEN prokind = 'f' THEN CASE provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE'
                                                    ELSE 'VOLATILE' END
                            ELSE 'UNKNOWN' END,
                       EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e'
                               AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass)
                  FROM pg_catalog.pg_proc p WHERE p.oid >= 16384""";
    }

    /**
     * A column has a collation of its own or the database's, whose name is then given: that of the C library, or
     * {@code icu:} with the locale, or the one of the built-in provider. A collation that calls different texts equal
     * is marked {@code nondeterministic:}.
     */
    @Override
    public final Map<String, String> collations(Connection connection, String schema, String table)
            throws SQLException {
        String sql = "SELECT a.attname, c.collname, " + deterministic() + " FROM pg_attribute a"
                + " JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
                + " JOIN pg_collation c ON c.oid = a.attcollation"
                + " WHERE n.nspname = ? AND t.relname = ? AND a.attnum > 0 AND NOT a.attisdropped";
        Map<String, String> collations = new HashMap<>();
        String common = null;
        for (String[] row : Asking.rows(connection, sql, schema, table)) {
            String name = row[1];
            if (name.equals("default")) {
                common = common == null ? ofDatabase(connection) : common;
                name = common;
            }
            collations.put(row[0], row[2].equals("t") ? name : "nondeterministic:" + name);
        }
        return collations;
    }

    private String ofDatabase(Connection connection) throws SQLException {
        int major = majorVersion(connection);
        String provider = major >= 15 ? "datlocprovider::text" : "'c'";
        String locale = major >= 17 ? "datlocale" : major >= 15 ? "daticulocale" : "NULL";
        String sql = "SELECT datcollate, " + provider + ", " + locale
                + " FROM pg_database WHERE datname = current_database()";
        String[] row = Asking.rows(connection, sql).get(0);
        return switch (row[1]) {
            case "i" -> "icu:" + row[2];
            case "b" -> row[2];
            default -> row[0];
        };
    }

    /** The expression for whether equal texts of a collation are the same. */
    String deterministic() {
        return "c.collisdeterministic";
    }

    /** The version whose system catalogs these are. */
    int majorVersion(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion();
    }

    @Override
    public final List<String> searchPath(Connection connection, String table) throws SQLException {
        List<String> path = new ArrayList<>();
        Asking.rows(connection, "SELECT unnest(current_schemas(true))").forEach(row -> path.add(row[0]));
        return path;
    }

    @Override
    public final List<String> columnDefinitions(Connection connection, ResultSetMetaData columns, String columnsSql)
            throws SQLException {
        return PostgreSqlColumns.of(connection, naming, columns, columnsSql);
    }

    /** A lock that nobody else takes. */
    @Override
    public final DatabaseToken leaveToken(Connection connection) throws SQLException {
        Long lock = ThreadLocalRandom.current().nextLong();
        Asking.first(connection, "SELECT pg_try_advisory_lock(?)", lock);
        return new DatabaseToken() {
            @Override
            public boolean isSeenBy(Connection other) throws SQLException {
                if (Boolean.FALSE.equals(Asking.first(other, "SELECT pg_try_advisory_lock(?)", lock))) {
                    return true;
                }
                Asking.first(other, "SELECT pg_advisory_unlock(?)", lock);
                return false;
            }

            @Override
            public void close() throws SQLException {
                Asking.first(connection, "SELECT pg_advisory_unlock(?)", lock);
            }
        };
    }

    @Override
    public final String settingsToBeAlike() {
        return "SELECT current_setting('TimeZone') AS \"TimeZone\", current_setting('DateStyle') AS \"DateStyle\","
                + " current_setting('IntervalStyle') AS \"IntervalStyle\", current_setting('lc_monetary') AS lc_monetary,"
                + " current_setting('lc_numeric') AS lc_numeric, current_setting('lc_time') AS lc_time,"
                + " current_setting('default_text_search_config') AS default_text_search_config,"
                + " current_setting('server_encoding') AS server_encoding";
    }

    @Override
    public final Map<String, String> initialSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("standard_conforming_strings", "SHOW standard_conforming_strings");
        settings.put("extra_float_digits", "SHOW extra_float_digits");
        settings.put("transform_null_equals", "SHOW transform_null_equals");
        return settings;
    }

    @Override
    public final String ownedRelations() {
        return """
                SELECT n.nspname, i.relname, t.relname FROM pg_catalog.pg_index x
                  JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid JOIN pg_catalog.pg_class t ON t.oid = x.indrelid
                  JOIN pg_catalog.pg_namespace n ON n.oid = i.relnamespace
                UNION ALL
                SELECT n.nspname, s.relname, t.relname FROM pg_catalog.pg_depend d
                  JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
                  JOIN pg_catalog.pg_class t ON t.oid = d.refobjid AND d.refobjsubid > 0
                  JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace
                WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass
                  AND d.deptype IN ('a', 'i')
                """;
    }

    @Override
    public final String relationIsVisible() {
        return "pg_catalog.pg_table_is_visible(oid)";
    }

    @Override
    public final boolean isAskedByPlace() {
        return true;
    }

    @Override
    public Structures structures() {
        return new PostgreSqlStructures(naming.forms());
    }
}
