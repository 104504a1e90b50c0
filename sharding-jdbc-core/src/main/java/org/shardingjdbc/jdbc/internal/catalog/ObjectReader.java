package org.shardingjdbc.jdbc.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.jdbc.internal.catalog.SchemaReader.QualifiedTable;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.TableObject;

/** Reads the names of indexes and constraints through a connection. Immutable, safe for all threads. */
final class ObjectReader {
    private static final String POSTGRESQL_OBJECTS = """
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

    private static final String OTHER_OBJECTS = """
            SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
            UNION
            SELECT INDEX_NAME FROM INFORMATION_SCHEMA.%s WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
            UNION
            SELECT TRIGGER_NAME FROM INFORMATION_SCHEMA.TRIGGERS
             WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?""";

    private static final String POSTGRESQL_INDEXES = """
            SELECT x.relname, t.relname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
              JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
             WHERE pg_catalog.pg_table_is_visible(x.oid)""";

    private static final String H2_INDEXES =
            "SELECT INDEX_NAME, TABLE_NAME FROM INFORMATION_SCHEMA.INDEXES WHERE TABLE_SCHEMA = SCHEMA()";

    private final Dialect dialect;
    private final UniqueKeyReader uniqueKeys;
    private final FunctionReader functions;

    ObjectReader(Dialect dialect) {
        this.dialect = dialect;
        this.uniqueKeys = new UniqueKeyReader(dialect);
        this.functions = new FunctionReader(dialect);
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#function}. */
    FunctionNature function(Connection connection, String name) throws SQLException {
        return functions.of(connection, name);
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#indexes}; MySQL's belong to their table by syntax. */
    Map<String, String> indexes(Connection connection) throws SQLException {
        if (dialect.mySqlFamily()) {
            return Map.of();
        }
        Map<String, String> tables = new HashMap<>();
        String sql = dialect.postgreSqlFamily() ? POSTGRESQL_INDEXES : H2_INDEXES;
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                tables.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return tables;
    }

    /** How the data source defines a view, as it prints it; null when it has none of that name. */
    String viewDefinition(Connection connection, String name) throws SQLException {
        String sql = dialect.postgreSqlFamily()
                ? "SELECT pg_catalog.pg_get_viewdef(c.oid) FROM pg_catalog.pg_class c WHERE pg_catalog.lower(c.relname)"
                        + " = pg_catalog.lower(?) AND c.relkind = 'v' AND pg_catalog.pg_table_is_visible(c.oid)"
                : "SELECT VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE UPPER(TABLE_NAME) = UPPER(?)"
                        + " AND TABLE_SCHEMA = " + (dialect.mySqlFamily() ? "DATABASE()" : "SCHEMA()");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    /** What tells the server from others; null where users and roles belong to the database, as with H2. */
    String server(Connection connection) throws SQLException {
        if (dialect == Dialects.H2) {
            return null;
        }
        String sql = dialect.mySqlFamily()
                ? "SELECT CONCAT_WS(' ', @@hostname, @@port, @@socket, @@datadir)"
                : "SELECT pg_catalog.pg_postmaster_start_time() || ' ' || pg_catalog.current_setting('port')";
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#uniqueKeys}; {@code located} may be null. */
    List<List<String>> uniqueKeys(Connection connection, QualifiedTable located) throws SQLException {
        return uniqueKeys.of(connection, located);
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#objects}; {@code located} may be null. */
    List<TableObject> of(Connection connection, QualifiedTable located) throws SQLException {
        if (located == null) {
            return List.of();
        }
        String sql = dialect.postgreSqlFamily()
                ? POSTGRESQL_OBJECTS
                : OTHER_OBJECTS.formatted(dialect.mySqlFamily() ? "STATISTICS" : "INDEXES");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 1; i <= 6; i += 2) {
                statement.setString(i, located.holder());
                statement.setString(i + 1, located.table());
            }
            try (ResultSet rows = statement.executeQuery()) {
                return dialect.postgreSqlFamily() ? grouped(rows) : named(rows);
            }
        }
    }

    private static List<TableObject> named(ResultSet rows) throws SQLException {
        List<TableObject> objects = new ArrayList<>();
        while (rows.next()) {
            objects.add(new TableObject(rows.getString(1), false, List.of()));
        }
        return objects;
    }

    /** One object of the rows of its columns. */
    private static List<TableObject> grouped(ResultSet rows) throws SQLException {
        Map<String, TableObject> objects = new LinkedHashMap<>();
        while (rows.next()) {
            String name = rows.getString(1);
            TableObject before = objects.get(name);
            List<String> columns = new ArrayList<>(before == null ? List.of() : before.columns());
            if (rows.getString(3) != null) {
                columns.add(rows.getString(3));
            }
            objects.put(name, new TableObject(name, rows.getBoolean(2), columns));
        }
        return List.copyOf(objects.values());
    }
}
