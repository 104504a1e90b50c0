package org.shardingjdbc.dialect.internal.mysql;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Catalogs;
import org.shardingjdbc.dialect.internal.Catalogs.DatabaseToken;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.mysql.structure.MySqlStructures;
import org.shardingjdbc.dialect.internal.structure.Structures;

/** The catalog of MySQL and MariaDB: functions that users have made, without telling which are aggregates. */
final class MySqlCatalogs implements Catalogs {
    private static final Map<String, String> INITIAL = Map.of(
            "sql_mode",
            "SELECT @@SESSION.sql_mode",
            "completion_type",
            "SELECT @@SESSION.completion_type",
            "character_set_client",
            "SELECT @@SESSION.character_set_client",
            "max_sort_length",
            "SELECT @@SESSION.max_sort_length",
            "sql_select_limit",
            "SELECT @@SESSION.sql_select_limit",
            "sql_auto_is_null",
            "SELECT @@SESSION.sql_auto_is_null");

    /** The temporary table that is asked for its columns and dropped. */
    private static final String TOLD = "shd_columns";

    private final Naming naming;

    MySqlCatalogs(Naming naming) {
        this.naming = naming;
    }

    @Override
    public String decodedBehind(String mark, String text) {
        String part = "REPLACE(REPLACE(SUBSTRING_INDEX(SUBSTRING_INDEX(" + text + ", '" + mark
                + "', -1), '''', 1), '-', '+'), '_', '/')";
        return "CASE WHEN LOCATE('" + mark + "', " + text + ") = 0 THEN " + text + " ELSE CONVERT(FROM_BASE64(RPAD("
                + part + ", CEILING(CHAR_LENGTH(" + part + ") / 4) * 4, '=')) USING utf8mb4) END";
    }

    @Override
    public String viewDefinition() {
        return "SELECT VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE UPPER(TABLE_NAME) = UPPER(?)"
                + " AND TABLE_SCHEMA = DATABASE()";
    }

    @Override
    public String server() {
        return "SELECT CONCAT_WS(' ', @@hostname, @@port, @@socket, @@datadir)";
    }

    @Override
    public String objects() {
        return Catalogs.super.objects().replace(".INDEXES", ".STATISTICS");
    }

    @Override
    public String functions() {
        return """
                SELECT CASE WHEN IS_DETERMINISTIC = 'YES' AND SQL_DATA_ACCESS IN ('NO SQL', 'CONTAINS SQL') THEN 'IMMUTABLE'
                            ELSE 'VOLATILE' END
                  FROM INFORMATION_SCHEMA.ROUTINES
                 WHERE ROUTINE_TYPE = 'FUNCTION' AND (ROUTINE_NAME = ? OR ROUTINE_NAME = ?)""";
    }

    @Override
    public String installedFunctions() {
        return """
                SELECT ROUTINE_NAME,
                       CASE WHEN IS_DETERMINISTIC = 'YES' AND SQL_DATA_ACCESS IN ('NO SQL', 'CONTAINS SQL') THEN 'IMMUTABLE'
                            ELSE 'VOLATILE' END, FALSE
                  FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA = DATABASE()""";
    }

    /** JDBC does not tell which indexes are over the beginnings of texts. */
    @Override
    public String uniqueKeys() {
        return """
                SELECT INDEX_NAME, COLUMN_NAME, SUB_PART FROM INFORMATION_SCHEMA.STATISTICS
                 WHERE NON_UNIQUE = 0 AND TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX""";
    }

    /** Of each text column. */
    @Override
    public Map<String, String> collations(Connection connection, String schema, String table) throws SQLException {
        Map<String, String> collations = new HashMap<>();
        String sql = "SELECT column_name, collation_name FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ?";
        for (String[] row : Asking.rows(connection, sql, schema, table)) {
            if (row[1] != null) {
                collations.put(row[0], row[1]);
            }
        }
        return collations;
    }

    /** TINYINT(1), as long as no property of the driver says otherwise. */
    @Override
    public Map<String, String> shownAsTruth(Connection connection, String schema, String table) throws SQLException {
        Map<String, String> types = new HashMap<>();
        String sql = "SELECT column_name, column_type FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? AND data_type = 'tinyint'";
        for (String[] row : Asking.rows(connection, sql, schema, table)) {
            types.put(row[0], row[1].contains("unsigned") ? "TINYINT UNSIGNED" : "TINYINT");
        }
        return types;
    }

    @Override
    public Set<String> invisibleColumns(Connection connection, String schema, String table) throws SQLException {
        Set<String> invisible = new HashSet<>();
        String sql = "SELECT column_name FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? AND extra LIKE '%INVISIBLE%'";
        for (String[] row : Asking.rows(connection, sql, schema, table)) {
            invisible.add(row[0]);
        }
        return invisible;
    }

    @Override
    public List<String> columnDefinitions(Connection connection, ResultSetMetaData columns, String columnsSql)
            throws SQLException {
        String question = "SELECT COLUMN_TYPE, COLLATION_NAME FROM INFORMATION_SCHEMA.COLUMNS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?";
        List<String> definitions = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            List<String[]> told = Asking.rows(
                    connection, question, columns.getCatalogName(i), columns.getTableName(i), columns.getColumnName(i));
            if (told.isEmpty()) {
                return ofTemporaryTable(connection, columnsSql);
            }
            // MariaDB says what JSON is made of
            boolean json = columns.getColumnTypeName(i).equals("JSON");
            definitions.add(definition(
                    columns.getColumnLabel(i), json ? "JSON" : told.get(0)[0], json ? null : told.get(0)[1]));
        }
        return definitions;
    }

    /** Of a view that groups no columns of tables are told: a table that is made of it does. */
    private List<String> ofTemporaryTable(Connection connection, String columnsSql) throws SQLException {
        List<String> definitions = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE " + TOLD + " IGNORE AS " + columnsSql);
            try {
                for (String[] column : Asking.rows(connection, "SHOW FULL COLUMNS FROM " + TOLD)) {
                    definitions.add(definition(column[0], column[1], column[2]));
                }
            } finally {
                statement.execute("DROP TEMPORARY TABLE IF EXISTS " + TOLD);
            }
        }
        return definitions;
    }

    private String definition(String name, String type, @Nullable String collation) {
        return naming.quoted(name) + " " + type + (collation == null ? "" : " COLLATE " + collation) + " NULL";
    }

    /** A lock that nobody else takes. */
    @Override
    public DatabaseToken leaveToken(Connection connection) throws SQLException {
        String lock = "sharding_" + UUID.randomUUID();
        Asking.first(connection, "SELECT GET_LOCK(?, 0)", lock);
        return new DatabaseToken() {
            @Override
            public boolean isSeenBy(Connection other) throws SQLException {
                return Asking.first(other, "SELECT IS_USED_LOCK(?)", lock) != null;
            }

            @Override
            public void close() throws SQLException {
                Asking.first(connection, "SELECT RELEASE_LOCK(?)", lock);
            }
        };
    }

    @Override
    public String settingsToBeAlike() {
        return "SELECT IF(@@SESSION.time_zone = 'SYSTEM', @@system_time_zone, @@SESSION.time_zone) AS time_zone,"
                + " @@SESSION.sql_mode AS sql_mode, @@SESSION.collation_connection AS collation_connection,"
                + " @@SESSION.div_precision_increment AS div_precision_increment,"
                + " @@SESSION.group_concat_max_len AS group_concat_max_len,"
                + " @@SESSION.default_week_format AS default_week_format, @@SESSION.lc_time_names AS lc_time_names,"
                + " @@lower_case_table_names AS lower_case_table_names";
    }

    @Override
    public Map<String, String> initialSettings() {
        return INITIAL;
    }

    @Override
    public boolean makesValueForNull(Connection connection) {
        return true;
    }

    @Override
    public boolean makesValueForZero(Connection connection) throws SQLException {
        Object modes = Asking.first(connection, "SELECT @@SESSION.sql_mode");
        return modes == null || !Set.of(modes.toString().split(",")).contains("NO_AUTO_VALUE_ON_ZERO");
    }

    @Override
    public boolean showsCaseless() {
        return true;
    }

    @Override
    public boolean tellsAggregates() {
        return false;
    }

    @Override
    public Structures structures() {
        return new MySqlStructures(naming.forms());
    }
}
