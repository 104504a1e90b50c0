package org.shardingjdbc.jdbc.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;

/** Finds the temporary tables that a pulled query has not removed. Stateless. */
public final class TemporaryTables {
    private TemporaryTables() {}

    /** Those that the connection sees; with PostgreSQL those of all connections to its database. */
    public static List<String> on(DatabaseKind kind, Connection connection) throws SQLException {
        return switch (kind) {
            case H2 ->
                names(connection, "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME LIKE 'SHD_LEAF%'");
            case POSTGRESQL -> names(connection, "SELECT relname FROM pg_class WHERE relname LIKE 'shd_leaf%'");
            case MARIADB, MYSQL -> readable(connection);
        };
    }

    private static List<String> names(Connection connection, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** Catalogs do not list them. */
    private static List<String> readable(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < 3; i++) {
                String table = "shd_leaf_" + i;
                statement.execute("DROP TEMPORARY TABLE IF EXISTS " + table);
                if (statement.getWarnings() == null) {
                    found.add(table);
                }
            }
        }
        return found;
    }
}
