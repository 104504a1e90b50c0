package org.shardingjdbc.dialect.internal.h2;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Catalogs;
import org.shardingjdbc.dialect.internal.Catalogs.DatabaseToken;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.structure.Structures;

/** INFORMATION_SCHEMA as H2 has it. */
final class H2Catalogs implements Catalogs {
    private static final Map<String, String> INITIAL = Map.of(
            "default_null_ordering",
            "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'DEFAULT_NULL_ORDERING'");

    private final Naming naming;

    H2Catalogs(Naming naming) {
        this.naming = naming;
    }

    @Override
    public Map<String, String> initialSettings() {
        return INITIAL;
    }

    @Override
    public String indexes() {
        return "SELECT INDEX_NAME, TABLE_NAME FROM INFORMATION_SCHEMA.INDEXES WHERE TABLE_SCHEMA = SCHEMA()";
    }

    @Override
    public String functions() {
        return Catalogs.super
                .functions()
                .replace("CASE ROUTINE_TYPE", "CASE ROUTINE_TYPE WHEN 'AGGREGATE' THEN 'AGGREGATE'");
    }

    @Override
    public String installedFunctions() {
        return """
                SELECT ROUTINE_NAME, CASE ROUTINE_TYPE
                            WHEN 'AGGREGATE' THEN 'AGGREGATE'
                            WHEN 'FUNCTION' THEN CASE IS_DETERMINISTIC WHEN 'YES' THEN 'IMMUTABLE' ELSE 'VOLATILE' END
                            ELSE 'UNKNOWN' END, FALSE
                  FROM INFORMATION_SCHEMA.ROUTINES""";
    }

    /** One collation for all, and none where nothing was set. */
    @Override
    public Map<String, String> collations(Connection connection, String schema, String table) throws SQLException {
        Object collation = Asking.first(
                connection, "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'COLLATION'");
        if (collation == null || collation.toString().startsWith("OFF")) {
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

    @Override
    public Set<String> invisibleColumns(Connection connection, String schema, String table) throws SQLException {
        Set<String> invisible = new HashSet<>();
        String sql = "SELECT COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND IS_VISIBLE = FALSE";
        for (String[] row : Asking.rows(connection, sql, schema, table)) {
            invisible.add(row[0]);
        }
        return invisible;
    }

    /** H2 does not tell its search path, but finds a table when a query is prepared. */
    @Override
    public List<String> searchPath(Connection connection, String table) {
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM " + naming.quoted(table))) {
            return List.of(query.getMetaData().getSchemaName(1));
        } catch (SQLException e) {
            // unqualified it is not found
            return List.of();
        }
    }

    @Override
    public @Nullable List<String> columnDefinitions(Connection connection, ResultSetMetaData columns, String columnsSql)
            throws SQLException {
        String question = "SELECT DATA_TYPE_SQL(TABLE_SCHEMA, TABLE_NAME, 'TABLE', DTD_IDENTIFIER)"
                + " FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?";
        List<String> definitions = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            Object type = Asking.first(
                    connection, question, columns.getSchemaName(i), columns.getTableName(i), columns.getColumnName(i));
            if (type == null) {
                return null;
            }
            definitions.add(naming.quoted(columns.getColumnLabel(i)) + " " + type);
        }
        return definitions;
    }

    /** H2 has no locks to take by functions: its own session is the token. */
    @Override
    public DatabaseToken leaveToken(Connection connection) throws SQLException {
        Object session = Asking.first(connection, "SELECT SESSION_ID()");
        Object start = Asking.first(
                connection, "SELECT SESSION_START FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = ?", session);
        String seen = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = ? AND SESSION_START = ?";
        return other -> Asking.first(other, seen, session, start) instanceof Number sessions && sessions.intValue() > 0;
    }

    @Override
    public Structures structures() {
        return new H2Structures(naming.forms());
    }

    /** Not in its own mode, where NULL is refused. */
    @Override
    public boolean makesValueForNull(Connection connection) throws SQLException {
        Object mode = Asking.first(
                connection, "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'MODE'");
        return mode == null || !mode.toString().equalsIgnoreCase("REGULAR");
    }
}
