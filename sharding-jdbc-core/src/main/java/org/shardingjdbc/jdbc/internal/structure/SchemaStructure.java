package org.shardingjdbc.jdbc.internal.structure;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.dialect.internal.structure.ForeignKeyStructure;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.dialect.internal.structure.Structures;
import org.shardingjdbc.dialect.internal.structure.TableStructure;

/** Reads the tables of one schema by a handful of queries, however many tables there are. One per reading. */
final class SchemaStructure {
    private final Connection connection;
    private final Dialect dialect;
    private final Structures structures;
    private final String schema;

    /** @param schema as stored; with MySQL the database */
    SchemaStructure(Connection connection, Dialect dialect, String schema) {
        this.connection = connection;
        this.dialect = dialect;
        this.structures = dialect.catalogs().structures();
        this.schema = schema;
    }

    /** By their names. */
    Map<String, TableStructure> tables() throws SQLException {
        Map<String, List<ColumnStructure>> columns = structures.columns() == null ? columnsOfJdbc() : columns();
        Map<String, Collection<IndexStructure>> indexes = indexes();
        Map<String, Collection<ForeignKeyStructure>> keys = foreignKeys();
        Map<String, TableStructure> tables = new LinkedHashMap<>();
        columns.forEach((table, its) -> tables.put(
                table,
                new TableStructure(
                        table,
                        its,
                        List.copyOf(indexes.getOrDefault(table, List.of())),
                        List.copyOf(keys.getOrDefault(table, List.of())))));
        return tables;
    }

    private List<String[]> rows(@Nullable String query) throws SQLException {
        return query == null ? List.of() : Asking.rows(connection, query, schema);
    }

    private Map<String, List<ColumnStructure>> columns() throws SQLException {
        Map<String, List<ColumnStructure>> tables = new LinkedHashMap<>();
        for (String[] row : rows(structures.columns())) {
            tables.computeIfAbsent(row[0], table -> new ArrayList<>())
                    .add(new ColumnStructure(row[1], row[2], row[3].equals("YES"), row[4], row[5], row[6]));
        }
        return tables;
    }

    private Map<String, List<ColumnStructure>> columnsOfJdbc() throws SQLException {
        boolean databases = dialect.naming().databasesAreSchemas();
        Map<String, List<ColumnStructure>> tables = new LinkedHashMap<>();
        try (ResultSet rows = connection
                .getMetaData()
                .getColumns(
                        databases ? schema : connection.getCatalog(),
                        databases || schema.isEmpty() ? null : schema,
                        "%",
                        "%")) {
            while (rows.next()) {
                boolean nullable = rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls;
                boolean counted = "YES".equalsIgnoreCase(rows.getString("IS_AUTOINCREMENT"));
                tables.computeIfAbsent(rows.getString("TABLE_NAME"), table -> new ArrayList<>())
                        .add(new ColumnStructure(
                                rows.getString("COLUMN_NAME"),
                                type(rows),
                                nullable,
                                rows.getString("COLUMN_DEF"),
                                counted ? "AUTO_INCREMENT" : null,
                                null));
            }
        }
        return tables;
    }

    private static String type(ResultSet row) throws SQLException {
        String name = row.getString("TYPE_NAME");
        return switch (row.getInt("DATA_TYPE")) {
            case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR, Types.BINARY, Types.VARBINARY ->
                name + "(" + row.getInt("COLUMN_SIZE") + ")";
            case Types.DECIMAL, Types.NUMERIC ->
                name + "(" + row.getInt("COLUMN_SIZE") + ", " + row.getInt("DECIMAL_DIGITS") + ")";
            default -> name;
        };
    }

    private Map<String, Collection<IndexStructure>> indexes() throws SQLException {
        Map<String, Map<String, IndexStructure>> tables = new LinkedHashMap<>();
        for (String[] row : rows(structures.indexes())) {
            tables.computeIfAbsent(row[0], table -> new LinkedHashMap<>())
                    .merge(row[1], index(row), SchemaStructure::together);
        }
        return collections(tables);
    }

    private IndexStructure index(String[] row) {
        return new IndexStructure(
                row[1],
                row[2].equals("YES"),
                row[3].equals("YES"),
                row[4] == null ? List.of() : List.of(row[4]),
                List.of(part(row[4], row[5])),
                row[6],
                row[7]);
    }

    /** Without quotes where they are not needed. */
    private String part(@Nullable String column, String written) {
        if (column == null) {
            return written;
        }
        String quoted = dialect.naming().quoted(column);
        return written.startsWith(quoted) ? structures.written(column) + written.substring(quoted.length()) : written;
    }

    private static IndexStructure together(IndexStructure before, IndexStructure next) {
        boolean whole = !before.columns().isEmpty() && !next.columns().isEmpty();
        return new IndexStructure(
                before.name(),
                before.unique(),
                before.primary(),
                whole ? appended(before.columns(), next.columns()) : List.of(),
                appended(before.parts(), next.parts()),
                before.condition(),
                before.constraint());
    }

    private Map<String, Collection<ForeignKeyStructure>> foreignKeys() throws SQLException {
        Map<String, Map<String, ForeignKeyStructure>> tables = new LinkedHashMap<>();
        for (String[] row : rows(structures.foreignKeys())) {
            tables.computeIfAbsent(row[0], table -> new LinkedHashMap<>())
                    .merge(
                            row[1],
                            new ForeignKeyStructure(row[1], List.of(row[2]), row[3], List.of(row[4]), row[5]),
                            (before, next) -> new ForeignKeyStructure(
                                    before.name(),
                                    appended(before.columns(), next.columns()),
                                    before.table(),
                                    appended(before.referenced(), next.referenced()),
                                    before.deleteRule()));
        }
        return collections(tables);
    }

    private static <T> Map<String, Collection<T>> collections(Map<String, Map<String, T>> tables) {
        Map<String, Collection<T>> result = new LinkedHashMap<>();
        tables.forEach((table, each) -> result.put(table, each.values()));
        return result;
    }

    private static List<String> appended(List<String> before, List<String> next) {
        List<String> all = new ArrayList<>(before);
        all.addAll(next);
        return all;
    }
}
