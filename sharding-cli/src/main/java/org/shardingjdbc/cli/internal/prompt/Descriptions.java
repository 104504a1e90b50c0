package org.shardingjdbc.cli.internal.prompt;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.RowSource;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;
import org.shardingjdbc.cli.internal.nodes.LogicTables;
import org.shardingjdbc.cli.internal.nodes.NodeMap;
import org.shardingjdbc.cli.internal.nodes.NodeReader;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/** What the commands that begin with {@code \d} show. One per prompt. */
final class Descriptions {
    private final OpenedDatabase database;
    private final Connection connection;

    Descriptions(OpenedDatabase database, Connection connection) {
        this.database = database;
        this.connection = connection;
    }

    /** The logic tables. */
    RowSource tables() throws SQLException {
        List<List<Cell>> rows = new ArrayList<>();
        for (LogicTables.FoundTable table :
                LogicTables.of(database.configuration(), connection).values()) {
            rows.add(List.of(
                    Cell.of(table.name()),
                    Cell.of(table.kind().name().toLowerCase(Locale.ROOT)),
                    Cell.of(table.strategy()),
                    Cell.of(String.valueOf(
                            database.dataSource().dataNodes(table.name()).size()))));
        }
        return RowSource.of(
                List.of(
                        DrawingColumn.text("table"),
                        DrawingColumn.text("kind"),
                        DrawingColumn.text("strategy"),
                        DrawingColumn.number("data nodes")),
                rows);
    }

    /** The data sources. */
    RowSource dataSources() throws SQLException {
        NodeMap map = new NodeReader(database.dataSource(), database.configuration())
                .read(java.util.Set.of(""), 0, (done, all) -> {});
        List<List<Cell>> rows = new ArrayList<>();
        for (NodeMap.Source source : map.sources()) {
            rows.add(List.of(Cell.of(source.name()), Cell.of(source.database()), Cell.of(source.url())));
        }
        return RowSource.of(
                List.of(DrawingColumn.text("data source"), DrawingColumn.text("database"), DrawingColumn.text("url")),
                rows);
    }

    /** Rules and props; no property of a data source, among which are secrets. */
    RowSource rules() {
        List<List<Cell>> rows = new ArrayList<>();
        for (RuleConfiguration rule : database.configuration().rules()) {
            String kind = rule.getClass()
                    .getSimpleName()
                    .replace("RuleConfiguration", "")
                    .replace("Configuration", "");
            rows.add(List.of(Cell.of(kind), Cell.of(rule.toString())));
        }
        rows.add(List.of(
                Cell.of("transaction"),
                Cell.of(database.configuration().transaction().toString())));
        database.configuration()
                .props()
                .values()
                .forEach((key, value) -> rows.add(List.of(Cell.of(key), Cell.of(value))));
        long pooled = database.configuration().dataSources().values().stream()
                .filter(DataSourceConfiguration.Pooled.class::isInstance)
                .count();
        rows.add(List.of(Cell.of("pools"), Cell.of(String.valueOf(pooled))));
        return RowSource.of(List.of(DrawingColumn.text("name"), DrawingColumn.text("value")), rows);
    }

    /** Whether there is such a table. */
    boolean knows(String table) throws SQLException {
        return LogicTables.of(database.configuration(), connection).containsKey(table.toLowerCase(Locale.ROOT));
    }

    /** The columns of a table. */
    RowSource columns(String table) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String stored = stored(metaData, table);
        Map<String, String> keys = keys(metaData, stored);
        List<List<Cell>> rows = new ArrayList<>();
        try (ResultSet columns =
                metaData.getColumns(connection.getCatalog(), connection.getSchema(), pattern(metaData, stored), "%")) {
            while (columns.next()) {
                String name = columns.getString("COLUMN_NAME");
                rows.add(List.of(
                        Cell.of(name),
                        Cell.of(type(columns)),
                        Cell.of("NO".equals(columns.getString("IS_NULLABLE")) ? "not null" : ""),
                        Cell.of(columns.getString("COLUMN_DEF") == null ? "" : columns.getString("COLUMN_DEF")),
                        Cell.of(keys.getOrDefault(name, ""))));
            }
        }
        return RowSource.of(
                List.of(
                        DrawingColumn.text("column"),
                        DrawingColumn.text("type"),
                        DrawingColumn.text("nulls"),
                        DrawingColumn.text("default"),
                        DrawingColumn.text("keys")),
                rows);
    }

    /** The name as the database stores it: that of the list of tables, if it is there. */
    private String stored(DatabaseMetaData metaData, String table) throws SQLException {
        for (String seen : LogicTables.seen(connection)) {
            if (seen.equalsIgnoreCase(table)) {
                return seen;
            }
        }
        return metaData.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
    }

    private static String pattern(DatabaseMetaData metaData, String name) throws SQLException {
        String escape = metaData.getSearchStringEscape();
        return escape == null || escape.isEmpty()
                ? name
                : name.replace("_", escape + "_").replace("%", escape + "%");
    }

    private Map<String, String> keys(DatabaseMetaData metaData, String table) throws SQLException {
        Map<String, String> keys = new LinkedHashMap<>();
        try (ResultSet primary = metaData.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
            while (primary.next()) {
                keys.put(primary.getString("COLUMN_NAME"), "primary key");
            }
        }
        Map<String, TreeSet<String>> indexes = new LinkedHashMap<>();
        try (ResultSet rows =
                metaData.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                if (column != null && !keys.containsKey(column)) {
                    indexes.computeIfAbsent(column, name -> new TreeSet<>())
                            .add(rows.getBoolean("NON_UNIQUE") ? "index" : "unique");
                }
            }
        }
        indexes.forEach((column, kinds) -> keys.put(column, String.join(", ", kinds)));
        return keys;
    }

    private static String type(ResultSet columns) throws SQLException {
        String name = columns.getString("TYPE_NAME");
        int size = columns.getInt("COLUMN_SIZE");
        int digits = columns.getInt("DECIMAL_DIGITS");
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("char") && size > 0 && size < 100_000 && !name.contains("(")) {
            return name + "(" + size + ")";
        }
        return (lower.equals("decimal") || lower.equals("numeric")) && size > 0
                ? name + "(" + size + "," + digits + ")"
                : name;
    }
}
