package org.shardingjdbc.cli.internal.prompt;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.nodes.LogicTables;

/**
 * Names of tables and columns for completion. They are read by a thread of their own, so that the prompt never waits
 * for them; what could not be read is not offered. Safe for all threads.
 */
final class CompletionNames {
    private final OpenedDatabase database;
    private volatile Map<String, List<String>> columns = Map.of();

    CompletionNames(OpenedDatabase database) {
        this.database = database;
    }

    /** Reads them anew in the background. */
    void refresh() {
        Thread thread = new Thread(this::read, "sharding-names");
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try (Connection connection = database.dataSource().getConnection()) {
            Map<String, List<String>> next = new LinkedHashMap<>();
            LogicTables.of(database.configuration(), connection)
                    .values()
                    .forEach(table -> next.put(table.name(), new ArrayList<>()));
            columns = Map.copyOf(next);
            Map<String, String> names = new LinkedHashMap<>();
            next.keySet().forEach(name -> names.put(name.toLowerCase(Locale.ROOT), name));
            try (ResultSet rows =
                    connection.getMetaData().getColumns(connection.getCatalog(), connection.getSchema(), "%", "%")) {
                while (rows.next()) {
                    String table = names.get(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
                    List<String> known = table == null ? null : next.get(table);
                    String column = rows.getString("COLUMN_NAME");
                    if (known != null && !known.contains(column)) {
                        known.add(column);
                    }
                }
            }
            columns = next;
        } catch (SQLException | RuntimeException e) {
            // completion is a convenience: the statements themselves say what is wrong
            return;
        }
    }

    /** Logic tables, as they are configured. */
    List<String> tables() {
        return List.copyOf(columns.keySet());
    }

    /** The columns of a table, compared without case; empty when it is not known. */
    List<String> columns(String table) {
        for (Map.Entry<String, List<String>> each : columns.entrySet()) {
            if (each.getKey().equalsIgnoreCase(table)) {
                return each.getValue();
            }
        }
        return List.of();
    }
}
