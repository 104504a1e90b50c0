package org.shardingjdbc.engine.internal.show;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.label.ShardResultNames;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement.ShowKind;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.internal.catalog.ViewText;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * The rows of SHOW and DESCRIBE with logic names, each logic table once. Lists of tables are put together from all data
 * sources; a question about one sharded table is answered by its first actual table. One per execution.
 */
public final class ShowRows {
    /** What SHOW TABLE STATUS counts per table, so that a logic table has the sum over its actual tables. */
    private static final Set<String> SUMMED = Set.of("rows", "data_length", "index_length", "data_free");

    /** What SHOW INDEX estimates of an actual table says nothing of the logic one. */
    private static final String MEASURED_OF_ONE = "cardinality";

    /** How MySQL begins the label of SHOW TABLES, before the database. */
    private static final String TABLES_IN = "Tables_in_";

    private final Session session;
    private final Deployment deployment;
    private final ShowPlan plan;
    private final ShowStatement show;
    private final MetadataRows rows = new MetadataRows();
    private final Map<String, Object[]> tables = new HashMap<>();

    public ShowRows(Session session, Deployment deployment, ShowPlan plan) {
        this.session = session;
        this.deployment = deployment;
        this.plan = plan;
        this.show = plan.statement();
    }

    /**
     * Asks the data sources.
     *
     * @throws ShardingException when a WHERE would have to filter logic names
     */
    public void read() throws SQLException {
        ShowKind kind = show.kind();
        refusePlaceOfOne(show.schema());
        refusePlaceOfOne(qualifier());
        if (kind == ShowKind.DATABASES && show.where() == null) {
            String sql = session.dialect().naming().databasesAreSchemas() ? "SHOW DATABASES" : "SHOW SCHEMAS";
            run(deployment.rules().defaultDataSource(), sql, (shape, row) -> acceptDatabase(row));
        } else if (kind == ShowKind.TABLES || kind == ShowKind.TABLE_STATUS) {
            readTables();
        } else if (kind == ShowKind.VARIABLES && deployment.dataSources() > 1) {
            readVariables();
        } else {
            requireOneConnection(kind);
            readOne(plan.table());
        }
    }

    public List<LocalColumn> columns() {
        return rows.columns();
    }

    public List<Object[]> rows() {
        return rows.rows();
    }

    /** What qualifies the table that is asked about. */
    private @Nullable Identifier qualifier() {
        List<Identifier> parts =
                show.table() == null ? List.of() : show.table().name().parts();
        return parts.size() < 2 ? null : parts.get(parts.size() - 2);
    }

    private void refusePlaceOfOne(@Nullable Identifier schema) {
        DatabaseNames databases = deployment.catalog().databases();
        if (schema != null && databases.schema(schema.text()) == Meaning.PHYSICAL) {
            throw new ShardingException(ErrorCode.PHYSICAL_DATABASE_NAMED, schema.text(), databases.logic());
        }
    }

    /** The database of the data source is the one that the application sees, those of others are not seen. */
    private boolean acceptDatabase(Object[] row) {
        DatabaseNames databases = deployment.catalog().databases();
        String name = String.valueOf(row[0]);
        String shown = session.dialect().naming().databasesAreSchemas()
                ? databases.shownCatalog(name)
                : databases.shownSchema(name);
        row[0] = shown;
        return shown != null && isLike(shown);
    }

    private void run(int dataSource, String sql, MetadataRows.Filter filter) throws SQLException {
        try (ConnectionLease lease = session.lease(deployment, dataSource);
                Statement statement = lease.connection().createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            rows.add(result, filter);
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, deployment.pool(dataSource).name());
        }
    }

    /** Variables that tell of the last statement are left out, as if the server did not have them. */
    private void readVariables() throws SQLException {
        boolean[] left = {false};
        run(deployment.rules().defaultDataSource(), plan.sql(), (shape, row) -> {
            boolean told = LastStatement.isVariable(String.valueOf(row[0]));
            left[0] |= told;
            return !told;
        });
        boolean asked = show.where() != null || show.like() != null && LastStatement.isVariable(show.like());
        if (left[0] && asked) {
            throw refusal();
        }
    }

    /** What the last statement left is on its connection, which is that of a transaction where there is one. */
    private void requireOneConnection(ShowKind kind) {
        if (kind == ShowKind.DIAGNOSTICS && (!session.transactions().isOpen() || deployment.choice() != null)) {
            throw refusal();
        }
    }

    private ShardingException refusal() {
        return new SourcePositions(plan.sql()).refuse(ErrorCode.LAST_STATEMENT_ASKED, plan.sql(), show);
    }

    // ---- lists of tables ----

    private void readTables() throws SQLException {
        if (show.where() != null) {
            throw new ShardingException(
                    ErrorCode.JDBC_FEATURE_REFUSED,
                    "SHOW TABLES with WHERE",
                    "the condition would see actual names; use LIKE");
        }
        if (show.schema() != null && !isOwn(show.schema())) {
            run(deployment.rules().defaultDataSource(), plan.sql(), (shape, row) -> true);
            return;
        }
        String sql = show.kind() == ShowKind.TABLE_STATUS
                ? "SHOW TABLE STATUS"
                : show.full() ? "SHOW FULL TABLES" : "SHOW TABLES";
        for (int dataSource = 0; dataSource < deployment.dataSources(); dataSource++) {
            int at = dataSource;
            run(dataSource, sql, (shape, row) -> acceptTable(shape, row, at));
        }
        String label = rows.columns().get(0).label();
        rows.sort(label);
        DatabaseNames databases = deployment.catalog().databases();
        if (label.startsWith(TABLES_IN) && databases.commonCatalog() == null) {
            rows.rename(0, TABLES_IN + databases.shownCatalog());
        }
    }

    private boolean isOwn(Identifier schema) {
        return deployment.catalog().databases().schema(schema.text()) == Meaning.LOGIC;
    }

    private boolean acceptTable(MetadataRows shape, Object[] row, int dataSource) {
        String actual = String.valueOf(row[0]);
        String logic = deployment.names().logicTable(dataSource, actual);
        if (!isLike(logic) || !isShown(actual, logic, dataSource)) {
            return false;
        }
        row[0] = logic;
        Object[] before = tables.putIfAbsent(logic, row);
        if (before != null) {
            sum(shape, before, row);
        }
        return before == null;
    }

    private boolean isLike(String name) {
        if (show.like() == null) {
            return true;
        }
        boolean caseless = session.dialect().catalogs().showsCaseless();
        return MetadataRows.matches(
                caseless ? name.toLowerCase(Locale.ROOT) : name,
                caseless ? show.like().toLowerCase(Locale.ROOT) : show.like(),
                "\\");
    }

    private boolean isShown(String actual, String logic, int dataSource) {
        if (deployment.names().sharded(dataSource, actual) != null) {
            return true;
        }
        Placements rules = deployment.rules();
        LogicTable table = deployment.table(logic);
        if (table != null && !table.isPartitioned()) {
            return dataSource == table.firstDataSource();
        }
        return dataSource == rules.defaultDataSource() || rules.adopts(dataSource, null, actual);
    }

    private void sum(MetadataRows shape, Object[] total, Object[] part) {
        if (show.kind() != ShowKind.TABLE_STATUS) {
            return;
        }
        for (int i = 0; i < total.length; i++) {
            boolean summed = SUMMED.contains(shape.columns().get(i).label().toLowerCase(Locale.ROOT));
            if (summed && total[i] != null && part[i] != null) {
                total[i] = new BigDecimal(total[i].toString()).add(new BigDecimal(part[i].toString()));
            }
        }
    }

    // ---- one table ----

    private void readOne(@Nullable LogicTable named) throws SQLException {
        boolean foreign = show.schema() != null && !isOwn(show.schema()) || qualifier() != null && !isOwn(qualifier());
        if (show.table() == null || foreign) {
            // The database that FROM names, else the name's own.
            Identifier place = show.schema() == null ? qualifier() : show.schema();
            int located = show.table() == null || place == null
                    ? -1
                    : deployment.catalog().locate(new SchemaTable(place.text(), false, name()));
            run(located < 0 ? deployment.rules().defaultDataSource() : located, plan.sql(), ShowRows::showQuery);
            return;
        }
        LogicTable table = named != null && named.isPinned() ? deployment.table(named.name()) : named;
        PartitionedTable partitioning = table == null ? null : table.partitioning();
        if (table != null && partitioning != null) {
            DataNode node = partitioning.dataNodes().get(0);
            run(node.dataSource(), actualSql(node), (shape, row) -> {
                toLogic(shape, row, node, table.name());
                return true;
            });
            return;
        }
        int dataSource = table == null ? deployment.catalog().locate(name()) : table.firstDataSource();
        run(dataSource < 0 ? deployment.rules().defaultDataSource() : dataSource, ownSql(), ShowRows::showQuery);
    }

    /** Of a view over sharded tables its query is shown, and not the one that holds it. */
    private static boolean showQuery(MetadataRows shape, Object[] row) {
        for (int i = 0; i < row.length; i++) {
            boolean definition = shape.columns().get(i).label().equalsIgnoreCase("Create View");
            if (definition && row[i] instanceof String text) {
                String query = ViewText.queryOf(text);
                int name = text.indexOf("VIEW `");
                int start = query == null || name < 0 ? -1 : text.indexOf(" AS ", name);
                row[i] = start < 0 ? text : text.substring(0, start) + " AS " + query;
            }
        }
        return true;
    }

    private NamedTable table() {
        return Objects.requireNonNull(show.table(), "rows of a table that the statement does not name");
    }

    private String name() {
        return table().name().last().text();
    }

    /** The statement without a qualifier that means the logic database. */
    private String ownSql() {
        Identifier last = table().name().last();
        return withTable(last.span().of(plan.sql()));
    }

    private String actualSql(DataNode node) {
        Identifier last = table().name().last();
        String quote = last.quoted()
                ? plan.sql().substring(last.span().start(), last.span().start() + 1)
                : "";
        return withTable(quote + node.table() + quote);
    }

    private String withTable(String written) {
        String sql = plan.sql();
        Identifier schema = show.schema();
        if (schema != null
                && isOwn(schema)
                && schema.span().start() > table().span().stop()) {
            // "FROM t FROM logic_db": what the connection is in anyway.
            sql = sql.substring(0, table().span().stop())
                    + sql.substring(schema.span().stop());
        }
        int parts = table().name().parts().size();
        boolean keepsQualifier = parts > 1 && !isOwn(table().name().parts().get(parts - 2));
        int start = keepsQualifier
                ? table().name().last().span().start()
                : table().name().span().start();
        return sql.substring(0, start)
                + written
                + sql.substring(table().name().span().stop());
    }

    private void toLogic(MetadataRows shape, Object[] row, DataNode node, String logicName) {
        for (int i = 0; i < row.length; i++) {
            String label = shape.columns().get(i).label().toLowerCase(Locale.ROOT);
            if (label.equals(MEASURED_OF_ONE)) {
                row[i] = null;
            }
            if (!(row[i] instanceof String text)) {
                continue;
            }
            switch (label) {
                case "table", "table_name" -> row[i] = deployment.names().logicTable(node.dataSource(), text);
                case "key_name", "index_name" -> row[i] = ShardResultNames.logicIndex(text, node.table(), logicName);
                case "create table" -> row[i] = logicDefinition(text, node, logicName);
                default -> {
                    // Nothing in it is a name of ours.
                }
            }
        }
    }

    /** Names in the text of a definition stand in backquotes. */
    private String logicDefinition(String definition, DataNode node, String logicName) {
        StringBuilder text = new StringBuilder(definition.length());
        int at = 0;
        while (true) {
            int open = definition.indexOf('`', at);
            int close = open < 0 ? -1 : definition.indexOf('`', open + 1);
            if (close < 0) {
                return text.append(definition, at, definition.length()).toString();
            }
            String name = definition.substring(open + 1, close);
            String table = deployment.names().logicTable(node.dataSource(), name);
            String logic = table.equals(name) ? ShardResultNames.logicIndex(name, node.table(), logicName) : table;
            text.append(definition, at, open + 1).append(logic).append('`');
            at = close + 1;
        }
    }
}
