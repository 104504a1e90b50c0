package org.shardingjdbc.jdbc.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;

/**
 * Reads the collations of a table's columns where the database tells them. Immutable, safe for all threads.
 *
 * <p>MySQL and MariaDB name the collation of each text column. A column of PostgreSQL has a collation of its own or the
 * database's, whose name is then given: that of the C library, or {@code icu:} with the locale, or the one of the
 * built-in provider. A collation that calls different texts equal is marked {@code nondeterministic:}. H2 has one
 * collation for all, and none where nothing was set.
 */
final class Collations {
    private static final String MYSQL =
            "SELECT column_name, collation_name FROM information_schema.columns WHERE table_schema = ? AND table_name = ?";

    private static final String POSTGRESQL_COLUMNS =
            "SELECT a.attname, c.collname, c.collisdeterministic FROM pg_attribute a"
                    + " JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
                    + " JOIN pg_collation c ON c.oid = a.attcollation"
                    + " WHERE n.nspname = ? AND t.relname = ? AND a.attnum > 0 AND NOT a.attisdropped";

    private static final String OPENGAUSS_COLUMNS = "SELECT a.attname, c.collname, true FROM pg_attribute a"
            + " JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
            + " JOIN pg_collation c ON c.oid = a.attcollation"
            + " WHERE n.nspname = ? AND t.relname = ? AND a.attnum > 0 AND NOT a.attisdropped";

    private static final String H2 =
            "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'COLLATION'";

    private final Dialect dialect;

    Collations(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The collation of each text column, by the column's name; columns without one are left out. */
    Map<String, String> read(Connection connection, String schema, String table) throws SQLException {
        if (dialect.mySqlFamily()) {
            return mySql(connection, schema, table);
        }
        if (dialect.postgreSqlFamily()) {
            return postgreSql(connection, schema, table);
        }
        return dialect == Dialects.H2 ? h2(connection, schema, table) : Map.of();
    }

    private static Map<String, String> mySql(Connection connection, String schema, String table) throws SQLException {
        Map<String, String> collations = new HashMap<>();
        try (PreparedStatement statement = prepared(connection, MYSQL, schema, table);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                if (rows.getString(2) != null) {
                    collations.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return collations;
    }

    private Map<String, String> postgreSql(Connection connection, String schema, String table) throws SQLException {
        Map<String, String> collations = new HashMap<>();
        String sql = dialect == Dialects.OPENGAUSS ? OPENGAUSS_COLUMNS : POSTGRESQL_COLUMNS;
        String common = null;
        try (PreparedStatement statement = prepared(connection, sql, schema, table);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String name = rows.getString(2);
                if (name.equals("default")) {
                    common = common == null ? ofDatabase(connection) : common;
                    name = common;
                }
                collations.put(rows.getString(1), rows.getBoolean(3) ? name : "nondeterministic:" + name);
            }
        }
        return collations;
    }

    private String ofDatabase(Connection connection) throws SQLException {
        int major = dialect == Dialects.OPENGAUSS ? 0 : connection.getMetaData().getDatabaseMajorVersion();
        String provider = major >= 15 ? "datlocprovider::text" : "'c'";
        String locale = major >= 17 ? "datlocale" : major >= 15 ? "daticulocale" : "NULL";
        String sql = "SELECT datcollate, " + provider + ", " + locale
                + " FROM pg_database WHERE datname = current_database()";
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return switch (row.getString(2)) {
                case "i" -> "icu:" + row.getString(3);
                case "b" -> row.getString(3);
                default -> row.getString(1);
            };
        }
    }

    private static Map<String, String> h2(Connection connection, String schema, String table) throws SQLException {
        String collation;
        try (PreparedStatement statement = connection.prepareStatement(H2);
                ResultSet row = statement.executeQuery()) {
            collation = row.next() ? row.getString(1) : "OFF";
        }
        if (collation == null || collation.startsWith("OFF")) {
            return Map.of();
        }
        Map<String, String> collations = new HashMap<>();
        try (ResultSet rows = connection.getMetaData().getColumns(null, schema, table, "%")) {
            while (rows.next()) {
                collations.put(rows.getString("COLUMN_NAME"), "nondeterministic:" + collation);
            }
        }
        return collations;
    }

    private static PreparedStatement prepared(Connection connection, String sql, String schema, String table)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setString(1, schema);
            statement.setString(2, table);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
