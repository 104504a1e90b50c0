package org.shardingjdbc.engine.internal.catalog;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Catalogs;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.catalog.SchemaReader.QualifiedTable;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.InstalledFunction;
import org.shardingjdbc.rule.internal.catalog.TableObject;

/** Reads the names of indexes and constraints through a connection. Immutable, safe for all threads. */
final class ObjectReader {
    private final Catalogs catalogs;
    private final UniqueKeyReader uniqueKeys;
    private final FunctionReader functions;

    ObjectReader(Dialect dialect) {
        this.catalogs = dialect.catalogs();
        this.uniqueKeys = new UniqueKeyReader(dialect);
        this.functions = new FunctionReader(dialect);
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#function}. */
    FunctionNature function(Connection connection, String name) throws SQLException {
        return functions.of(connection, name);
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#installedFunctions}. */
    Set<InstalledFunction> installedFunctions(Connection connection) throws SQLException {
        return functions.installed(connection);
    }

    /**
     * As {@link org.shardingjdbc.rule.internal.catalog.Catalog#indexes}; empty where they belong to their table by
     * syntax.
     */
    Map<String, String> indexes(Connection connection) throws SQLException {
        if (catalogs.indexes() == null) {
            return Map.of();
        }
        Map<String, String> tables = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(catalogs.indexes());
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                tables.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return tables;
    }

    /** How the data source defines a view, as it prints it; null when it has none of that name. */
    @Nullable
    String viewDefinition(Connection connection, String name) throws SQLException {
        if (catalogs.viewDefinition() == null) {
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(catalogs.viewDefinition())) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    /** What tells the server from others; null where users and roles belong to the database. */
    @Nullable
    String server(Connection connection) throws SQLException {
        if (catalogs.server() == null) {
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(catalogs.server());
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#uniqueKeys}; {@code located} may be null. */
    @Nullable
    List<List<String>> uniqueKeys(Connection connection, @Nullable QualifiedTable located) throws SQLException {
        return uniqueKeys.of(connection, located);
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#objects}; {@code located} may be null. */
    List<TableObject> of(Connection connection, @Nullable QualifiedTable located) throws SQLException {
        if (located == null || catalogs.objects() == null) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(catalogs.objects())) {
            for (int i = 1; i <= 6; i += 2) {
                statement.setString(i, located.holder());
                statement.setString(i + 1, located.table());
            }
            try (ResultSet rows = statement.executeQuery()) {
                return grouped(rows);
            }
        }
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
