package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Reads one table's columns through a connection. Immutable, safe for all threads. */
public final class SchemaReader {
    private final Dialect dialect;

    /** @param dialect of the databases that are read */
    public SchemaReader(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether a schema holds what the database says of itself. */
    boolean isSystemSchema(String schema) {
        return dialect.naming().isSystemSchema(schema);
    }

    /** Reads what becomes of moments in as many data sources. */
    MomentReader moments(int dataSources) {
        return new MomentReader(dialect.values(), dataSources);
    }

    /** Where a table is, with its name in the case in which it is stored. */
    record QualifiedTable(String catalog, String schema, String table) {
        /** What the database calls a schema. */
        String holder() {
            return schema == null ? catalog : schema;
        }
    }

    private record PositionedColumn(int position, ColumnSchema column) {}

    /**
     * The columns of an actual table.
     *
     * @param located may be null
     * @return null when there is no such table
     */
    @Nullable
    TableSchema read(Connection connection, String logicTable, @Nullable QualifiedTable located) throws SQLException {
        if (located == null) {
            return null;
        }
        Map<String, String> byColumn = dialect.catalogs().collations(connection, located.holder(), located.table());
        List<PositionedColumn> columns = new ArrayList<>();
        String escape = connection.getMetaData().getSearchStringEscape();
        try (ResultSet rows = connection
                .getMetaData()
                .getColumns(
                        located.catalog(), literal(located.schema(), escape), literal(located.table(), escape), "%")) {
            while (rows.next()) {
                // the name is a pattern, in which an underscore is any character
                if (rows.getString("TABLE_NAME").equals(located.table())) {
                    columns.add(new PositionedColumn(rows.getInt("ORDINAL_POSITION"), column(rows, byColumn)));
                }
            }
        }
        columns.sort(Comparator.comparingInt(PositionedColumn::position));
        defineTruths(connection, located, columns);
        defineDomains(connection, located, columns);
        Set<String> unseen =
                new TreeSet<>(dialect.catalogs().invisibleColumns(connection, located.holder(), located.table()));
        List<ColumnSchema> shown = new ArrayList<>();
        List<ColumnSchema> invisible = new ArrayList<>();
        for (PositionedColumn each : columns) {
            (unseen.contains(each.column().name()) ? invisible : shown).add(each.column());
        }
        invisible.forEach(column -> unseen.remove(column.name()));
        if (!unseen.isEmpty()) {
            // H2 does not tell of them
            invisible.addAll(describe(connection, located, unseen));
        }
        return new TableSchema(logicTable, shown, primaryKey(connection, located), invisible);
    }

    /** What a driver shows as a truth value, by one of its properties, is known as what it is defined as. */
    private void defineTruths(Connection connection, QualifiedTable table, List<PositionedColumn> columns)
            throws SQLException {
        if (columns.stream().noneMatch(each -> isTruth(each.column()))) {
            return;
        }
        Map<String, String> types = dialect.catalogs().shownAsTruth(connection, table.holder(), table.table());
        columns.replaceAll(each -> {
            String type = isTruth(each.column()) ? types.get(each.column().name()) : null;
            return type == null
                    ? each
                    : new PositionedColumn(each.position(), each.column().defined(type));
        });
    }

    /** A column of a domain is known as one of the type that it is a domain of, as results show it. */
    private void defineDomains(Connection connection, QualifiedTable table, List<PositionedColumn> columns)
            throws SQLException {
        Map<String, ColumnSchema> bases = new HashMap<>();
        Set<String> domains = new LinkedHashSet<>();
        for (PositionedColumn each : columns) {
            if (each.column().jdbcType() == Types.DISTINCT) {
                domains.add(each.column().name());
            }
        }
        if (domains.isEmpty()) {
            return;
        }
        for (ColumnSchema base : describe(connection, table, domains)) {
            bases.put(base.name(), base);
        }
        columns.replaceAll(each -> {
            ColumnSchema base = bases.get(each.column().name());
            return base == null
                    ? each
                    : new PositionedColumn(each.position(), each.column().basedOn(base));
        });
    }

    private static boolean isTruth(ColumnSchema column) {
        return column.jdbcType() == Types.BIT || column.jdbcType() == Types.BOOLEAN;
    }

    private List<ColumnSchema> describe(Connection connection, QualifiedTable table, Set<String> columns)
            throws SQLException {
        StringJoiner list = new StringJoiner(", ");
        columns.forEach(column -> list.add(dialect.naming().quoted(column)));
        String name =
                dialect.naming().quoted(table.holder()) + "." + dialect.naming().quoted(table.table());
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + list + " FROM " + name)) {
            return describe(statement.getMetaData());
        }
    }

    /** The columns of a query. */
    static List<ColumnSchema> describe(ResultSetMetaData metadata) throws SQLException {
        List<ColumnSchema> columns = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            columns.add(new ColumnSchema(
                    metadata.getColumnLabel(i),
                    metadata.getColumnType(i),
                    metadata.getColumnTypeName(i),
                    metadata.getPrecision(i),
                    metadata.getScale(i),
                    metadata.isNullable(i) != ResultSetMetaData.columnNoNulls,
                    metadata.isAutoIncrement(i),
                    null));
        }
        return List.copyOf(columns);
    }

    private static ColumnSchema column(ResultSet row, Map<String, String> collations) throws SQLException {
        String name = row.getString("COLUMN_NAME");
        return new ColumnSchema(
                name,
                row.getInt("DATA_TYPE"),
                row.getString("TYPE_NAME"),
                row.getInt("COLUMN_SIZE"),
                row.getInt("DECIMAL_DIGITS"),
                row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                "YES".equalsIgnoreCase(row.getString("IS_AUTOINCREMENT")),
                collations.get(name),
                "YES".equalsIgnoreCase(row.getString("IS_GENERATEDCOLUMN")));
    }

    private static List<String> primaryKey(Connection connection, QualifiedTable located) throws SQLException {
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows =
                connection.getMetaData().getPrimaryKeys(located.catalog(), located.schema(), located.table())) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        return new ArrayList<>(key.values());
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#moveObstacle}, empty when there is none. */
    String moveObstacle(Connection connection, String actualTable) throws SQLException {
        QualifiedTable located = locate(connection, actualTable);
        if (located == null) {
            return "";
        }
        try (ResultSet keys =
                connection.getMetaData().getExportedKeys(located.catalog(), located.schema(), located.table())) {
            while (keys.next()) {
                int rule = keys.getInt("DELETE_RULE");
                if (rule != DatabaseMetaData.importedKeyNoAction && rule != DatabaseMetaData.importedKeyRestrict) {
                    return "foreign key " + keys.getString("FK_NAME") + " would change the rows that refer to it";
                }
            }
        }
        if (dialect.catalogs().triggers() == null) {
            return "";
        }
        try (PreparedStatement statement =
                connection.prepareStatement(dialect.catalogs().triggers())) {
            statement.setString(1, located.holder());
            statement.setString(2, located.table());
            try (ResultSet triggers = statement.executeQuery()) {
                return triggers.next()
                        ? "trigger " + triggers.getString(1) + " would see a deletion and an insertion"
                        : "";
            }
        }
    }

    /** The schema, with MySQL the database, that a connection is in; empty when it is in none. */
    public String currentSchema(Connection connection) throws SQLException {
        String current = dialect.naming().databasesAreSchemas() ? connection.getCatalog() : connection.getSchema();
        return current == null ? "" : current;
    }

    /** A table of a schema; null when there is no such table. */
    @Nullable
    QualifiedTable locate(Connection connection, SchemaTable table) throws SQLException {
        if (dialect.naming().databasesAreSchemas()) {
            return find(connection, table.schema(), null, table.table());
        }
        String schema = folded(connection, table.schema(), !table.quoted());
        return find(connection, connection.getCatalog(), schema, table.table());
    }

    /** The table that unqualified names find; null when there is no such table. */
    @Nullable
    QualifiedTable locate(Connection connection, String table) throws SQLException {
        String current = currentSchema(connection);
        if (dialect.naming().databasesAreSchemas()) {
            return find(connection, current, null, table);
        }
        QualifiedTable here = find(connection, connection.getCatalog(), current, table);
        if (here != null) {
            return here;
        }
        // further schemas may be on the search path
        QualifiedTable elsewhere = find(connection, connection.getCatalog(), null, table);
        return elsewhere == null ? null : onSearchPath(connection, elsewhere);
    }

    /** The table of that name that unqualified names find; null when there is none but in a system schema. */
    private @Nullable QualifiedTable onSearchPath(Connection connection, QualifiedTable elsewhere) throws SQLException {
        for (String schema : dialect.catalogs().searchPath(connection, elsewhere.table())) {
            QualifiedTable located = isSystemSchema(schema)
                    ? null
                    : find(connection, connection.getCatalog(), schema, elsewhere.table());
            if (located != null) {
                return located;
            }
        }
        return null;
    }

    private static String folded(Connection connection, String name, boolean written) throws SQLException {
        if (!written) {
            return name;
        }
        DatabaseMetaData metadata = connection.getMetaData();
        if (metadata.storesUpperCaseIdentifiers()) {
            return name.toUpperCase(Locale.ROOT);
        }
        return metadata.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** Looks a name up as the database folds it, and as it is written. */
    private static @Nullable QualifiedTable find(
            Connection connection, String catalog, @Nullable String schema, String table) throws SQLException {
        QualifiedTable found = findExact(connection, catalog, schema, folded(connection, table, true));
        return found == null ? findExact(connection, catalog, schema, table) : found;
    }

    /**
     * A pattern that this name matches, and hardly another; null for null. For a character that escapes others stands
     * any character: drivers differ in how often it is to be written.
     */
    private static @Nullable String literal(@Nullable String name, String escape) {
        if (name == null || escape == null || escape.isEmpty()) {
            return name;
        }
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            pattern.append(c == '%' || c == '_' ? escape : "").append(escape.indexOf(c) < 0 ? c : '_');
        }
        return pattern.toString();
    }

    private static @Nullable QualifiedTable findExact(
            Connection connection, String catalog, @Nullable String schema, String table) throws SQLException {
        QualifiedTable similar = null;
        boolean anyCase = connection.getMetaData().storesMixedCaseIdentifiers()
                || connection.getMetaData().storesLowerCaseIdentifiers();
        String escape = connection.getMetaData().getSearchStringEscape();
        try (ResultSet rows =
                connection.getMetaData().getTables(catalog, literal(schema, escape), literal(table, escape), null)) {
            while (rows.next()) {
                String stored = rows.getString("TABLE_NAME");
                String type = String.valueOf(rows.getString("TABLE_TYPE"));
                if (type.contains("INDEX") || type.contains("SEQUENCE")) {
                    continue;
                }
                QualifiedTable located =
                        new QualifiedTable(rows.getString("TABLE_CAT"), rows.getString("TABLE_SCHEM"), stored);
                if (stored.equals(table)) {
                    return located;
                }
                similar = anyCase && stored.equalsIgnoreCase(table) ? located : similar;
            }
        }
        return similar;
    }
}
