package org.shardingjdbc.jdbc.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Catalogs;

/** All is in {@code sqlite_master}. A file has no schemas and no server. */
final class SqliteCatalogs implements Catalogs {
    @Override
    public String indexes() {
        return "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
    }

    /** What stands behind AS. */
    @Override
    public String viewDefinition() {
        return "SELECT TRIM(SUBSTR(sql, INSTR(UPPER(REPLACE(sql, CHAR(10), ' ')), ' AS ') + 4)) FROM sqlite_master"
                + " WHERE type = 'view' AND UPPER(name) = UPPER(?)";
    }

    @Override
    public String objects() {
        return """
                SELECT name, sql IS NULL, NULL FROM sqlite_master
                 WHERE type IN ('index', 'trigger') AND ? IS NOT 0 AND tbl_name = ? AND ? IS NOT 0 AND ? IS NOT 0
                   AND ? IS NOT 0 AND ? IS NOT 0""";
    }

    @Override
    public String triggers() {
        return "SELECT name FROM sqlite_master WHERE type = 'trigger' AND ? IS NOT 0 AND tbl_name = ?";
    }

    /** Functions are not SQL's to define. */
    @Override
    public String functions() {
        return null;
    }

    /** Which column has a collation is nowhere but in the text of the definition: all count as if they had one. */
    @Override
    public Map<String, String> collations(Connection connection, String schema, String table) throws SQLException {
        Object sql = Asking.first(connection, "SELECT sql FROM sqlite_master WHERE name = ?", table);
        Map<String, String> collations = new HashMap<>();
        if (sql != null && sql.toString().toUpperCase(Locale.ROOT).contains("COLLATE")) {
            try (ResultSet rows = connection.getMetaData().getColumns(null, null, table, "%")) {
                while (rows.next()) {
                    collations.put(rows.getString("COLUMN_NAME"), "of its definition");
                }
            }
        }
        return collations;
    }

    /** The declared type decides how a value is stored. */
    @Override
    public List<String> columnDefinitions(Connection connection, ResultSetMetaData columns, String columnsSql)
            throws SQLException {
        List<String> definitions = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            List<String[]> told = Asking.rows(
                    connection,
                    "SELECT type FROM pragma_table_info(?) WHERE name = ?",
                    columns.getTableName(i),
                    columns.getColumnName(i));
            String name = "\"" + columns.getColumnLabel(i).replace("\"", "\"\"") + "\"";
            definitions.add(name + " " + (told.isEmpty() ? "" : told.get(0)[0]));
        }
        return definitions;
    }
}
