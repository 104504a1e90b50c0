package org.shardingjdbc.jdbc.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.internal.catalog.TableObject;
import org.shardingjdbc.rule.internal.catalog.ViewText;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * A catalog that reads the metadata of one actual table when a logic table is first asked for, and keeps what it read
 * until the table is invalidated; of tables without a rule misses too. No connection is held between calls, and no lock
 * while a database is asked: two threads may read the same table at once. Safe for all threads.
 */
public final class JdbcCatalog implements Catalog {
    /** How many data nodes are looked at before a sharded table counts as missing. */
    private static final int MAX_NODES_ASKED = 16;

    private static final LogicView NO_VIEW = new LogicView("", 0, "");

    /** Of a table whose unique keys are not over whole columns and all rows. */
    private static final List<List<String>> UNKNOWN_KEYS = List.of(List.of());

    private static final TableSchema MISSING = new TableSchema("", List.of(), List.of());

    private final Rules rules;
    private final ConnectionSource connections;
    private final SchemaReader reader;
    private final ObjectReader objects;
    private final Map<String, List<List<String>>> uniqueKeys = new ConcurrentHashMap<>();
    private final Map<String, FunctionNature> functions = new ConcurrentHashMap<>();
    private final Map<String, TableSchema> schemas = new ConcurrentHashMap<>();
    private final Map<String, Integer> locations = new ConcurrentHashMap<>();
    /** By table; empty where there is none. */
    private final Map<String, String> moveObstacles = new ConcurrentHashMap<>();

    private final Map<String, LogicView> views = new ConcurrentHashMap<>();

    private final AtomicLong version = new AtomicLong();
    private final Supplier<DatabaseNames> databases;

    /** @param databaseName the name of the logic database, which may qualify table names */
    public JdbcCatalog(Rules rules, Dialect dialect, String databaseName, ConnectionSource connections) {
        this(
                rules,
                new SchemaReader(dialect),
                new ObjectReader(dialect),
                connections,
                new ReadDatabaseNames(dialect, databaseName, rules.dataSourceNames(), connections));
    }

    private JdbcCatalog(
            Rules rules,
            SchemaReader reader,
            ObjectReader objects,
            ConnectionSource connections,
            Supplier<DatabaseNames> databases) {
        this.rules = rules;
        this.reader = reader;
        this.connections = connections;
        this.objects = objects;
        this.databases = databases;
    }

    /** A catalog of its own for sessions that were switched to another catalog or schema, where the connections are. */
    public JdbcCatalog elsewhere(ConnectionSource there) {
        return new JdbcCatalog(
                rules, reader, objects, there, new ReadDatabaseNames(databases.get(), rules.dataSourceNames(), there));
    }

    /** A catalog of its own that asks other connections, which are in the same databases. */
    public JdbcCatalog through(ConnectionSource others) {
        return new JdbcCatalog(rules, reader, objects, others, databases);
    }

    @Override
    public TableSchema table(String logicTable) {
        String key = logicTable.toLowerCase(Locale.ROOT);
        TableSchema known = schemas.get(key);
        if (known == null) {
            long before = version.get();
            TableSchema read = read(logicTable);
            known = read == null ? MISSING : read;
            // a sharded table that is not there yet may be created elsewhere at any time, and its rows need its types
            boolean keep = read != null || rules.table(logicTable) == null;
            if (keep) {
                known = kept(schemas, key, known, before);
            }
        }
        return known == MISSING ? null : known;
    }

    /**
     * Keeps what was read, unless something was forgotten since that began. Who reads the same at the same time may
     * have been told something else; then the first one's holds, since plans were made with it.
     *
     * @param before the version when reading began
     * @return what is kept, or what was read
     */
    private <T> T kept(Map<String, T> known, String key, T read, long before) {
        T kept = known.compute(key, (name, first) -> first == null && version.get() == before ? read : first);
        return kept == null ? read : kept;
    }

    private TableSchema read(String logicTable) {
        Set<Integer> asked = new LinkedHashSet<>();
        List<DataNode> nodes = nodes(logicTable);
        for (DataNode node : nodes.subList(0, Math.min(nodes.size(), MAX_NODES_ASKED))) {
            asked.add(node.dataSource());
            TableSchema schema = read(logicTable, node);
            if (schema != null) {
                return schema;
            }
        }
        // a table whose first actual tables are not there yet may have later ones, in other data sources first of all
        for (DataNode node : nodes) {
            if (asked.add(node.dataSource())) {
                TableSchema schema = read(logicTable, node);
                if (schema != null) {
                    return schema;
                }
            }
        }
        return null;
    }

    /** A borrowed connection. */
    private record Loan(ConnectionSource source, Connection connection) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            source.giveBack(connection);
        }
    }

    private Loan lend(int dataSource) throws SQLException {
        return new Loan(connections, connections.open(dataSource));
    }

    private TableSchema read(String logicTable, DataNode node) {
        try (Loan loan = lend(node.dataSource())) {
            return reader.read(loan.connection(), logicTable, node.table());
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node);
        }
    }

    private List<DataNode> nodes(String logicTable) {
        LogicTable table = rules.table(logicTable);
        if (table instanceof PartitionedTable sharded) {
            return sharded.dataNodes();
        }
        if (table instanceof PinnedTable single) {
            return List.of(node(single.dataSource(), single.name()));
        }
        if (table == null) {
            int found = locate(null, logicTable);
            return List.of(node(found < 0 ? rules.defaultDataSource() : found, logicTable));
        }
        List<DataNode> copies = new ArrayList<>();
        for (int i = 0; i < rules.dataSourceNames().size(); i++) {
            copies.add(node(i, table.name()));
        }
        return copies;
    }

    private DataNode node(int dataSource, String table) {
        return new DataNode(dataSource, rules.dataSourceNames().get(dataSource), table);
    }

    @Override
    public int locate(String schema, String table) {
        String key = (schema == null ? table : schema + '.' + table).toLowerCase(Locale.ROOT);
        Integer known = locations.get(key);
        if (known == null) {
            long before = version.get();
            known = kept(locations, key, search(schema, table), before);
        }
        return known;
    }

    private int search(String schema, String table) {
        if (schema != null && SchemaReader.isSystemSchema(schema)) {
            // each data source has its own; the default one's is the logic database's
            return -1;
        }
        List<String> found = new ArrayList<>();
        int dataSource = -1;
        for (int i = 0; i < rules.dataSourceNames().size(); i++) {
            try (Loan loan = lend(i)) {
                String holder = reader.schemaOf(loan.connection(), schema, table);
                if (holder != null && rules.adopts(i, holder, table)) {
                    found.add(rules.dataSourceNames().get(i));
                    dataSource = i;
                }
            } catch (SQLException e) {
                throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node(i, table));
            }
        }
        if (found.size() > 1) {
            throw new ShardingException(ErrorCode.SINGLE_TABLE_AMBIGUOUS, table, String.join(", ", found));
        }
        return dataSource;
    }

    @Override
    public Map<String, String> indexes(int dataSource) {
        try (Loan loan = lend(dataSource)) {
            return objects.indexes(loan.connection());
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(dataSource));
        }
    }

    @Override
    public List<TableObject> objects(int dataSource, String actualTable) {
        try (Loan loan = lend(dataSource)) {
            return objects.of(loan.connection(), reader.locate(loan.connection(), null, actualTable));
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node(dataSource, actualTable));
        }
    }

    @Override
    public LogicView view(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        LogicView known = views.get(key);
        if (known == null) {
            long before = version.get();
            LogicView read = searchView(name);
            known = kept(views, key, read == null ? NO_VIEW : read, before);
        }
        return known == NO_VIEW ? null : known;
    }

    private LogicView searchView(String name) {
        for (int i = 0; i < rules.dataSourceNames().size(); i++) {
            LogicView found = readView(i, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private LogicView readView(int dataSource, String name) {
        try (Loan loan = lend(dataSource)) {
            String query = ViewText.queryOf(objects.viewDefinition(loan.connection(), name));
            return query == null ? null : new LogicView(name, dataSource, query);
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node(dataSource, name));
        }
    }

    @Override
    public boolean isCurrent(List<LogicView> used) {
        for (LogicView view : used) {
            if (!view.equals(readView(view.dataSource(), view.name()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String server(int dataSource) {
        try (Loan loan = lend(dataSource)) {
            String said = objects.server(loan.connection());
            return said == null ? Catalog.super.server(dataSource) : said;
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(dataSource));
        }
    }

    @Override
    public List<List<String>> uniqueKeys(String logicTable) {
        String key = logicTable.toLowerCase(Locale.ROOT);
        List<List<String>> known = uniqueKeys.get(key);
        if (known == null) {
            long before = version.get();
            DataNode node = nodes(logicTable).get(0);
            try (Loan loan = lend(node.dataSource())) {
                List<List<String>> read =
                        objects.uniqueKeys(loan.connection(), reader.locate(loan.connection(), null, node.table()));
                known = read == null ? UNKNOWN_KEYS : read;
            } catch (SQLException e) {
                throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node);
            }
            known = kept(uniqueKeys, key, known, before);
        }
        return known == UNKNOWN_KEYS ? null : known;
    }

    @Override
    public FunctionNature function(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        FunctionNature known = functions.get(key);
        if (known == null) {
            long before = version.get();
            try (Loan loan = lend(0)) {
                known = objects.function(loan.connection(), name);
            } catch (SQLException e) {
                throw ShardingException.causedBy(
                        e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(0));
            }
            if (version.get() == before) {
                functions.put(key, known);
            }
        }
        return known;
    }

    @Override
    public String moveObstacle(String logicTable) {
        String key = logicTable.toLowerCase(Locale.ROOT);
        String known = moveObstacles.get(key);
        if (known == null) {
            long before = version.get();
            DataNode node = nodes(logicTable).get(0);
            try (Loan loan = lend(node.dataSource())) {
                known = reader.moveObstacle(loan.connection(), node.table());
            } catch (SQLException e) {
                throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node);
            }
            known = kept(moveObstacles, key, known, before);
        }
        return known.isEmpty() ? null : known;
    }

    @Override
    public DatabaseNames databases() {
        return databases.get();
    }

    @Override
    public List<ColumnSchema> describe(int dataSource, String actualSql) {
        try (Loan loan = lend(dataSource)) {
            return describe(loan.connection(), actualSql);
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(dataSource));
        }
    }

    private static List<ColumnSchema> describe(Connection connection, String actualSql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(actualSql)) {
            ResultSetMetaData metadata = statement.getMetaData();
            List<ColumnSchema> columns = new ArrayList<>();
            for (int i = 1; metadata != null && i <= metadata.getColumnCount(); i++) {
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
        } catch (SQLException e) {
            if (SqlErrors.isOutage(e)) {
                throw e;
            }
            // whatever is wrong with the query, the data source will say when it is run
            return List.of();
        }
    }

    /**
     * Reads tables again that somebody else may have redefined, and where they are. What differs from what was known is
     * known anew.
     *
     * @param logicTables names as rules know them, or as SQL writes them for tables without a rule
     * @return whether anything differs
     */
    public boolean refresh(List<String> logicTables) {
        boolean differs = false;
        for (String table : logicTables) {
            String key = table.toLowerCase(Locale.ROOT);
            boolean moved = refreshLocations(key) | refreshView(table, key);
            TableSchema read = read(table);
            TableSchema known = schemas.get(key);
            if (read != null && !read.equals(known) || read == null && known != null && known != MISSING) {
                moved = true;
                version.incrementAndGet();
                if (read == null) {
                    schemas.remove(key);
                } else {
                    schemas.put(key, read);
                }
            }
            differs |= moved;
        }
        if (differs) {
            moveObstacles.clear();
        }
        return differs;
    }

    /** Whether there is another view of that name than was known, or none any more. */
    private boolean refreshView(String name, String key) {
        LogicView known = views.get(key);
        LogicView read = known == null ? null : searchView(name);
        if (known == null || (read == null ? NO_VIEW : read).equals(known)) {
            return false;
        }
        version.incrementAndGet();
        views.remove(key);
        return true;
    }

    private boolean refreshLocations(String key) {
        boolean moved = false;
        for (Map.Entry<String, Integer> location : locations.entrySet()) {
            String qualified = location.getKey();
            if (qualified.equals(key) || qualified.endsWith('.' + key)) {
                int dot = qualified.lastIndexOf('.');
                int found = search(dot < 0 ? null : qualified.substring(0, dot), key);
                if (found != location.getValue()) {
                    moved = true;
                    version.incrementAndGet();
                    locations.put(qualified, found);
                }
            }
        }
        return moved;
    }

    /** Forgets a table, by its logic name, and where it was found. */
    public void invalidate(String logicTable) {
        version.incrementAndGet();
        String key = logicTable.toLowerCase(Locale.ROOT);
        schemas.remove(key);
        // a foreign key belongs to the table that refers
        moveObstacles.clear();
        views.clear();
        uniqueKeys.clear();
        functions.clear();
        locations.keySet().removeIf(table -> table.equals(key) || table.endsWith('.' + key));
    }

    /** Forgets everything. */
    public void invalidateAll() {
        version.incrementAndGet();
        schemas.clear();
        moveObstacles.clear();
        views.clear();
        uniqueKeys.clear();
        functions.clear();
        locations.clear();
    }

    @Override
    public long version() {
        return version.get();
    }
}
