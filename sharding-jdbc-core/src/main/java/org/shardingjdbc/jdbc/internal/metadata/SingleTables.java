package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.catalog.SchemaReader;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.show.MetadataRows;
import org.shardingjdbc.jdbc.command.SingleTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.LogicTable;

/** Asks every data source for the tables that no rule shards or copies. Immutable, safe for all threads. */
public record SingleTables(Deployment deployment) {
    /** @param adopted whether the single rule says that the table is ours there */
    private record FoundTable(String name, int dataSource, boolean adopted) {
        String key() {
            return name.toLowerCase(Locale.ROOT);
        }
    }

    /**
     * By data source and name.
     *
     * @param schema null for the one that connections are in
     * @throws SQLException when a data source cannot be asked
     */
    public List<SingleTable> find(@Nullable String schema) throws SQLException {
        List<FoundTable> all = new ArrayList<>();
        for (int i = 0; i < deployment.dataSources(); i++) {
            try (Connection connection = deployment.home(i).openAside()) {
                read(connection, i, schema, all);
            }
        }
        Placements rules = deployment.rules();
        Set<String> adopted = new HashSet<>();
        for (FoundTable table : all) {
            if (table.adopted() || deployment.table(table.name()) != null) {
                adopted.add(table.key());
            }
        }
        List<SingleTable> tables = new ArrayList<>();
        for (FoundTable table : all) {
            boolean byDefault = table.dataSource() == rules.defaultDataSource() && !adopted.contains(table.key());
            tables.add(new SingleTable(
                    table.name(), rules.dataSourceNames().get(table.dataSource()), table.adopted() || byDefault));
        }
        return tables;
    }

    private void read(Connection connection, int dataSource, @Nullable String wanted, List<FoundTable> all)
            throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        boolean databases = deployment.dialect().naming().databasesAreSchemas();
        String schema = wanted == null
                ? new SchemaReader(deployment.dialect()).currentSchema(connection)
                : MetadataRows.stored(
                        wanted, metaData.storesUpperCaseIdentifiers(), metaData.storesLowerCaseIdentifiers());
        String catalog = databases ? schema : connection.getCatalog();
        String pattern = databases ? null : MetadataRows.literal(schema, metaData.getSearchStringEscape());
        Set<String> names = new HashSet<>();
        try (ResultSet rows = metaData.getTables(catalog, pattern, "%", null)) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                if (isTable(String.valueOf(rows.getString("TABLE_TYPE"))) && names.add(name)) {
                    put(written(metaData, name), dataSource, schema, all);
                }
            }
        }
    }

    /** Whether it has rows of its own. */
    private static boolean isTable(String type) {
        return type.contains("TABLE") && !type.contains("SYSTEM") && !type.contains("TEMPORARY");
    }

    /** In small letters where the database folds names to capital ones. */
    private static String written(DatabaseMetaData metaData, String name) throws SQLException {
        boolean folded = metaData.storesUpperCaseIdentifiers() && name.equals(name.toUpperCase(Locale.ROOT));
        return folded ? name.toLowerCase(Locale.ROOT) : name;
    }

    private void put(String name, int dataSource, String schema, List<FoundTable> all) {
        Placements rules = deployment.rules();
        LogicTable table = deployment.table(name);
        if (deployment.names().sharded(dataSource, name) != null || table != null && !table.isPinned()) {
            return;
        }
        boolean adopted = table == null ? rules.adopts(dataSource, schema, name) : table.isOn(dataSource);
        all.add(new FoundTable(name, dataSource, adopted));
    }
}
