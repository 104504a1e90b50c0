package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.engine.internal.result.label.ShardResultNames;
import org.shardingjdbc.engine.internal.show.MetadataRows;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.library.LibraryVersion;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * Metadata of the logic database: each logic table once and under its logic name, whichever data sources hold it. A
 * sharded table is described by its first actual table. Rows are read at once, so that no connection stays with a
 * result. As thread-safe as the logical connection.
 */
public final class ShardingDatabaseMetaData extends DelegatedMetaData {
    private static final String DRIVER_NAME = "Sharding-JDBC";

    public ShardingDatabaseMetaData(MetadataHome home) {
        super(home);
    }

    /** Where an actual table is that stands for a logic one. */
    private record TableLocation(int dataSource, @Nullable String actualTable) {}

    /** A question about the tables that a pattern names. */
    @FunctionalInterface
    private interface PatternQuestion {
        ResultSet ask(DatabaseMetaData metaData, @Nullable String catalog, @Nullable String tablePattern)
                throws SQLException;
    }

    /** A question about one table. */
    @FunctionalInterface
    private interface TableQuestion {
        ResultSet ask(DatabaseMetaData metaData, @Nullable String catalog, @Nullable String table) throws SQLException;
    }

    // ---- who we are ----

    /** JDBC's sharding keys route statements here, whatever the drivers beneath do. */
    @Override
    public boolean supportsSharding() {
        return true;
    }

    @Override
    public Connection getConnection() {
        return home.connection();
    }

    @Override
    public String getURL() {
        return home.url();
    }

    @Override
    public String getDriverName() {
        return DRIVER_NAME;
    }

    @Override
    public String getDriverVersion() {
        return LibraryVersion.TEXT;
    }

    @Override
    public int getDriverMajorVersion() {
        return LibraryVersion.MAJOR;
    }

    @Override
    public int getDriverMinorVersion() {
        return LibraryVersion.MINOR;
    }

    @Override
    public int getJDBCMajorVersion() {
        return 4;
    }

    @Override
    public int getJDBCMinorVersion() {
        return 3;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        throw SqlErrors.of(
                ErrorCode.NO_SUCH_WRAPPED_TYPE, "The database metadata", type == null ? "null" : type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type != null && type.isInstance(this);
    }

    // ---- rows ----

    private ResultSet show(MetadataRows rows) {
        return LocalRows.beside(
                home.statementOfMetadata(),
                rows.columns(),
                rows.rows(),
                home.session().dialect());
    }

    @Override
    ResultSet describeOnce(Question<ResultSet> question) throws SQLException {
        Deployment deployment = home.session().deployment();
        MetadataRows rows = new MetadataRows();
        int dataSource = deployment.rules().defaultDataSource();
        collect(rows, deployment, dataSource, question, (shape, row) -> true);
        return show(rows);
    }

    private int collect(
            MetadataRows rows,
            Deployment deployment,
            int dataSource,
            Question<ResultSet> question,
            MetadataRows.Filter filter)
            throws SQLException {
        String shown = home.connection().getCatalog();
        MetadataSchemas schemas = metadataSchemas();
        return ask(deployment, dataSource, metaData -> {
            String own = metaData.getConnection().getCatalog();
            return rows.add(question.ask(metaData), (shape, row) -> {
                boolean foreign = schemas.isForeign(shape, row, own);
                if (foreign) {
                    return dataSource == deployment.rules().defaultDataSource();
                }
                boolean accepted = filter.accept(shape, row);
                if (!schemas.isElsewhere(shape, row)) {
                    new LogicRow(shape, row, deployment.names(), dataSource).rename();
                }
                return schemas.rename(shape, row, own, shown, dataSource) && accepted;
            });
        });
    }

    /** Asks for all tables that a pattern names: sharded ones by their first actual table, others where they are. */
    private MetadataRows ofPattern(String catalog, String pattern, PatternQuestion question) throws SQLException {
        Deployment deployment = home.session().deployment();
        MetadataRows rows = new MetadataRows();
        MetadataSchemas schemas = metadataSchemas();
        for (int dataSource = 0; dataSource < deployment.dataSources(); dataSource++) {
            int at = dataSource;
            collect(
                    rows,
                    deployment,
                    dataSource,
                    metaData -> question.ask(metaData, actualCatalog(metaData, catalog), pattern),
                    (shape, row) -> schemas.isElsewhere(shape, row)
                            ? showsElsewhere(deployment, at, shape, row, nameOf(shape, row))
                            : showsUnsharded(deployment, at, shape, row, nameOf(shape, row)));
        }
        for (LogicTable table : deployment.rules().tables()) {
            PartitionedTable partitioned = table.partitioning();
            if (partitioned != null) {
                ofSharded(rows, deployment, partitioned, catalog, pattern, question);
            }
        }
        return rows;
    }

    /** Of tables in other schemas rules only tell where they are. */
    private static boolean showsElsewhere(
            Deployment deployment, int dataSource, MetadataRows shape, Object[] row, String name) {
        Placements rules = deployment.rules();
        return name != null
                && (dataSource == rules.defaultDataSource()
                        || rules.adopts(dataSource, shape.text(row, "TABLE_SCHEM"), name));
    }

    private static boolean showsUnsharded(
            Deployment deployment, int dataSource, MetadataRows shape, Object[] row, String name) {
        if (name == null || deployment.names().sharded(dataSource, name) != null) {
            return false;
        }
        Placements rules = deployment.rules();
        LogicTable table = deployment.table(name);
        if (table != null && !table.isPartitioned()) {
            return dataSource == table.firstDataSource();
        }
        return dataSource == rules.defaultDataSource()
                || rules.adopts(dataSource, shape.text(row, "TABLE_SCHEM"), name)
                || isView(deployment, dataSource, name);
    }

    /** Whether it is a view over sharded tables, which need not be in the default data source. */
    private static boolean isView(Deployment deployment, int dataSource, String name) {
        LogicView view = deployment.catalog().view(name);
        return view != null && view.dataSource() == dataSource;
    }

    private void ofSharded(
            MetadataRows rows,
            Deployment deployment,
            PartitionedTable table,
            String catalog,
            String pattern,
            PatternQuestion question)
            throws SQLException {
        MetadataSchemas schemas = metadataSchemas();
        int asked = -1;
        for (DataNode node : table.dataNodes()) {
            if (node.dataSource() == asked) {
                continue;
            }
            asked = node.dataSource();
            int found = collect(
                    rows,
                    deployment,
                    asked,
                    metaData -> {
                        String escape = metaData.getSearchStringEscape();
                        String stored = stored(metaData, table.name());
                        boolean wanted = MetadataRows.matches(stored, pattern, escape)
                                || MetadataRows.matches(table.name(), pattern, escape);
                        String actual = wanted ? stored(metaData, node.table()) : "";
                        return question.ask(
                                metaData, actualCatalog(metaData, catalog), MetadataRows.literal(actual, escape));
                    },
                    (shape, row) -> !schemas.isElsewhere(shape, row));
            if (found > 0) {
                return;
            }
        }
    }

    /** Indexes and sequences: those of actual tables once, by their logic names. */
    private void addOwned(
            MetadataRows rows, String query, String catalog, String schemaPattern, String pattern, String[] types)
            throws SQLException {
        Deployment deployment = home.session().deployment();
        String escape = getSearchStringEscape();
        for (int dataSource = 0; dataSource < deployment.dataSources(); dataSource++) {
            int at = dataSource;
            OwnedRelations relations = new OwnedRelations();
            collect(
                    rows,
                    deployment,
                    dataSource,
                    metaData -> {
                        relations.read(metaData.getConnection(), query);
                        return metaData.getTables(
                                actualCatalog(metaData, catalog),
                                schemas(metaData, schemaPattern),
                                "%",
                                OwnedRelations.types(metaData, types, true));
                    },
                    (shape, row) -> showsOwned(deployment, at, relations, shape, row)
                            && MetadataRows.matches(nameOf(shape, row), pattern, escape));
        }
    }

    private static boolean showsOwned(
            Deployment deployment, int dataSource, OwnedRelations relations, MetadataRows shape, Object[] row) {
        String name = nameOf(shape, row);
        String owner = relations.owner(shape.text(row, "TABLE_SCHEM"), name);
        PartitionedTable sharded = owner == null ? null : deployment.names().sharded(dataSource, owner);
        if (owner == null || sharded == null) {
            return showsUnsharded(deployment, dataSource, shape, row, owner == null ? name : owner);
        }
        String logic = deployment.names().logicTable(dataSource, owner);
        row[shape.position("TABLE_NAME")] = ShardResultNames.logicIndex(name, owner, logic);
        return OwnedRelations.isFirst(sharded, dataSource, owner);
    }

    /** JDBC's rows of tables all have one. */
    private static String nameOf(MetadataRows shape, Object[] row) {
        return Objects.requireNonNull(shape.text(row, "TABLE_NAME"), "TABLE_NAME");
    }

    private static String stored(DatabaseMetaData metaData, String name) throws SQLException {
        return MetadataRows.stored(name, metaData.storesUpperCaseIdentifiers(), metaData.storesLowerCaseIdentifiers());
    }

    /** Asks for one table. */
    private MetadataRows ofTable(String catalog, String schema, String table, TableQuestion question)
            throws SQLException {
        Deployment deployment = home.session().deployment();
        TableLocation location = location(deployment, catalog, schema, table);
        MetadataRows rows = new MetadataRows();
        collect(
                rows,
                deployment,
                location.dataSource,
                metaData -> question.ask(metaData, actualCatalog(metaData, catalog), location.actualTable),
                (shape, row) -> true);
        return rows;
    }

    private String schema(DatabaseMetaData metaData, String schema) throws SQLException {
        return metadataSchemas().actualSchema(metaData, schema);
    }

    private TableLocation location(Deployment deployment, String catalog, String schema, String table)
            throws SQLException {
        if (table == null) {
            return new TableLocation(deployment.rules().defaultDataSource(), null);
        }
        SchemaTable elsewhere = metadataSchemas().elsewhere(catalog, schema, table);
        if (elsewhere != null) {
            return located(deployment, table, () -> deployment.catalog().locate(elsewhere));
        }
        LogicTable logic = deployment.table(table);
        if (logic == null) {
            return located(deployment, table, () -> deployment.catalog().locate(table));
        }
        int first = logic.firstDataSource();
        String renamed = logic.isRenamed() ? logic.actualTable(first) : null;
        return new TableLocation(first, renamed == null ? table : ShardResultNames.inCaseOf(table, renamed));
    }

    private static TableLocation located(Deployment deployment, String table, IntSupplier place) throws SQLException {
        try {
            int located = place.getAsInt();
            return new TableLocation(located < 0 ? deployment.rules().defaultDataSource() : located, table);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    // ---- catalogs and schemas ----

    @Override
    public ResultSet getCatalogs() throws SQLException {
        MetadataRows rows = new MetadataRows();
        rows.shape(List.of(LocalColumn.text("TABLE_CAT")));
        String catalog = home.connection().getCatalog();
        if (catalog != null) {
            rows.rows().add(new Object[] {catalog});
        }
        return show(rows);
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return describeOnce(DatabaseMetaData::getSchemas);
    }

    @Override
    public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
        return describeOnce(
                metaData -> metaData.getSchemas(actualCatalog(metaData, catalog), schemas(metaData, schemaPattern)));
    }

    // ---- tables by pattern ----

    @Override
    public ResultSet getTables(String catalog, String schemaPattern, String tableNamePattern, String[] types)
            throws SQLException {
        String query = OwnedRelations.asked(types)
                ? home.session().dialect().catalogs().ownedRelations()
                : null;
        boolean others = query != null;
        MetadataRows rows = ofPattern(
                catalog,
                tableNamePattern,
                (metaData, actual, pattern) -> metaData.getTables(
                        actual,
                        schemas(metaData, schemaPattern),
                        pattern,
                        others ? OwnedRelations.types(metaData, types, false) : types));
        if (query != null) {
            addOwned(rows, query, catalog, schemaPattern, tableNamePattern, types);
        }
        rows.sort("TABLE_TYPE", "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME");
        return show(rows);
    }

    @Override
    public ResultSet getColumns(String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
            throws SQLException {
        MetadataRows rows = ofPattern(
                catalog,
                tableNamePattern,
                (metaData, actual, pattern) ->
                        metaData.getColumns(actual, schemas(metaData, schemaPattern), pattern, columnNamePattern));
        rows.sort("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "ORDINAL_POSITION");
        return show(rows);
    }

    @Override
    public ResultSet getTablePrivileges(String catalog, String schemaPattern, String tableNamePattern)
            throws SQLException {
        MetadataRows rows = ofPattern(
                catalog,
                tableNamePattern,
                (metaData, actual, pattern) ->
                        metaData.getTablePrivileges(actual, schemas(metaData, schemaPattern), pattern));
        rows.sort("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "PRIVILEGE");
        return show(rows);
    }

    @Override
    public ResultSet getPseudoColumns(
            String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
            throws SQLException {
        MetadataRows rows = ofPattern(
                catalog,
                tableNamePattern,
                (metaData, actual, pattern) -> metaData.getPseudoColumns(
                        actual, schemas(metaData, schemaPattern), pattern, columnNamePattern));
        rows.sort("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME");
        return show(rows);
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern) throws SQLException {
        return show(ofPattern(
                catalog,
                tableNamePattern,
                (metaData, actual, pattern) ->
                        metaData.getSuperTables(actual, schemas(metaData, schemaPattern), pattern)));
    }

    // ---- one table ----

    @Override
    public ResultSet getColumnPrivileges(String catalog, String schema, String table, String columnNamePattern)
            throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) ->
                        metaData.getColumnPrivileges(actual, schema(metaData, schema), name, columnNamePattern)));
    }

    @Override
    public ResultSet getBestRowIdentifier(String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) ->
                        metaData.getBestRowIdentifier(actual, schema(metaData, schema), name, scope, nullable)));
    }

    @Override
    public ResultSet getVersionColumns(String catalog, String schema, String table) throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) -> metaData.getVersionColumns(actual, schema(metaData, schema), name)));
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) -> metaData.getPrimaryKeys(actual, schema(metaData, schema), name)));
    }

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table) throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) -> metaData.getImportedKeys(actual, schema(metaData, schema), name)));
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table) throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) -> metaData.getExportedKeys(actual, schema(metaData, schema), name)));
    }

    @Override
    public ResultSet getIndexInfo(String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        return show(ofTable(
                catalog,
                schema,
                table,
                (metaData, actual, name) ->
                        metaData.getIndexInfo(actual, schema(metaData, schema), name, unique, approximate)));
    }

    @Override
    public ResultSet getCrossReference(
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable)
            throws SQLException {
        Deployment deployment = home.session().deployment();
        TableLocation parent = location(deployment, parentCatalog, parentSchema, parentTable);
        String foreign = foreignTable(deployment, foreignTable, parent.dataSource);
        MetadataRows rows = new MetadataRows();
        collect(
                rows,
                deployment,
                parent.dataSource,
                metaData -> metaData.getCrossReference(
                        actualCatalog(metaData, parentCatalog),
                        schema(metaData, parentSchema),
                        parent.actualTable,
                        actualCatalog(metaData, foreignCatalog),
                        schema(metaData, foreignSchema),
                        foreign),
                (shape, row) -> true);
        return show(rows);
    }

    /** The actual table of a data source that may refer to another one there. */
    private static String foreignTable(Deployment deployment, String table, int dataSource) {
        LogicTable logic = table == null ? null : deployment.rules().table(table);
        String actual = logic != null && logic.isRenamed() ? logic.actualTable(dataSource) : null;
        return actual == null ? table : ShardResultNames.inCaseOf(table, actual);
    }
}
