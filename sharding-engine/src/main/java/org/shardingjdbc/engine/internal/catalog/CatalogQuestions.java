package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.InstalledFunction;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.internal.catalog.TableObject;
import org.shardingjdbc.rule.internal.catalog.ViewText;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.MomentZones;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * What a catalog asks the data sources: each question borrows a connection and keeps nothing of the answer. Safe for
 * all threads.
 */
final class CatalogQuestions {
    /** How many data nodes are looked at before a sharded table counts as missing. */
    private static final int MAX_NODES_ASKED = 16;

    private final Placements rules;
    private final SchemaReader reader;
    private final ObjectReader objects;
    private final ConnectionSource connections;
    private final ToIntFunction<String> located;
    private final UnaryOperator<LogicTable> own;
    private final MomentReader moments;

    /**
     * @param own as {@link JdbcCatalog#own}
     * @param located the data source of a table without a rule, -1 when it is not known
     */
    CatalogQuestions(
            Placements rules,
            SchemaReader reader,
            ObjectReader objects,
            ConnectionSource connections,
            UnaryOperator<LogicTable> own,
            ToIntFunction<String> located) {
        this.rules = rules;
        this.reader = reader;
        this.objects = objects;
        this.connections = connections;
        this.own = own;
        this.located = located;
        this.moments = reader.moments(rules.dataSourceNames().size());
    }

    /** A table of another schema; null when it is not there, and where the database describes itself. */
    @Nullable
    TableSchema table(LogicTable table) {
        if (reader.isSystemSchema(placeOf(table).schema())) {
            return null;
        }
        try (Loan loan = lend(table.pinnedDataSource())) {
            return reader.read(loan.connection(), table.name(), reader.locate(loan.connection(), placeOf(table)));
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, node(table.pinnedDataSource(), table.name()));
        }
    }

    /** A table by its logic name; null when none of its actual tables is there. */
    @Nullable
    TableSchema table(String logicTable) {
        TableSchema schema = described(logicTable);
        LogicTable table = rules.table(logicTable);
        PartitionedTable partitioned = table == null ? null : table.partitioning();
        return schema != null && partitioned != null ? moments.told(schema, partitioned, this::moments) : schema;
    }

    private MomentZones moments(int dataSource) {
        try (Loan loan = lend(dataSource)) {
            return moments.read(loan.connection());
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(dataSource));
        }
    }

    private @Nullable TableSchema described(String logicTable) {
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

    private static SchemaTable placeOf(LogicTable table) {
        return Objects.requireNonNull(table.place(), "a table of another schema says which");
    }

    private Loan lend(int dataSource) throws SQLException {
        return new Loan(connections, connections.open(dataSource));
    }

    private @Nullable TableSchema read(String logicTable, DataNode node) {
        try (Loan loan = lend(node.dataSource())) {
            return reader.read(loan.connection(), logicTable, reader.locate(loan.connection(), node.table()));
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node);
        }
    }

    private List<DataNode> nodes(String logicTable) {
        LogicTable table = own.apply(rules.table(logicTable));

        if (table == null) {
            int found = located.applyAsInt(logicTable);
            return List.of(node(found < 0 ? rules.defaultDataSource() : found, logicTable));
        }
        return table.dataNodes(rules.dataSourceNames());
    }

    private DataNode node(int dataSource, String table) {
        return new DataNode(dataSource, rules.dataSourceNames().get(dataSource), table);
    }

    /** What to ask a connection about. */
    @FunctionalInterface
    interface Question<T> {
        T of(Connection connection) throws SQLException;
    }

    /** Looks for a table; null where it is not there. */
    @FunctionalInterface
    private interface Search {
        SchemaReader.@Nullable QualifiedTable of(Connection connection) throws SQLException;
    }

    /** What a connection of the default data source says. */
    <T> T ofDefault(Question<T> question) {
        int asked = rules.defaultDataSource();
        try (Loan loan = lend(asked)) {
            return question.of(loan.connection());
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(asked));
        }
    }

    /** The data source that has a table without a rule; -1 when none has. */
    int search(String table) {
        return only(table, places(table));
    }

    /** The data source that has a table of another schema without a rule; -1 when none has. */
    int search(SchemaTable table) {
        return only(table.key(), places(table));
    }

    /** The data sources that have a table without a rule, where no rule tells one of them from the others. */
    List<Integer> places(String table) {
        return places(table, connection -> reader.locate(connection, table));
    }

    /** The data sources that have a table of another schema without a rule. */
    List<Integer> places(SchemaTable table) {
        // each data source has its own system schemas; the default one's are the logic database's
        return reader.isSystemSchema(table.schema())
                ? List.of()
                : places(table.key(), connection -> reader.locate(connection, table));
    }

    /** The only one of the places of a table; -1 where it has none. */
    int only(String name, List<Integer> places) {
        if (places.size() > 1) {
            List<String> names = new ArrayList<>();
            places.forEach(each -> names.add(rules.dataSourceNames().get(each)));
            throw new ShardingException(ErrorCode.SINGLE_TABLE_AMBIGUOUS, name, String.join(", ", names));
        }
        return places.isEmpty() ? Catalog.NOWHERE : places.get(0);
    }

    /** Of several that have it those that a rule tells most exactly. */
    private List<Integer> places(String name, Search search) {
        List<Integer> found = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < rules.dataSourceNames().size(); i++) {
            SchemaReader.QualifiedTable located = located(i, name, search);
            if (located != null && rules.adopts(i, located.holder(), located.table())) {
                int precision = rules.adoptionPrecision(i, located.holder(), located.table());
                if (precision > most) {
                    found.clear();
                    most = precision;
                }
                if (precision == most) {
                    found.add(i);
                }
            }
        }
        return found;
    }

    private SchemaReader.@Nullable QualifiedTable located(int dataSource, String name, Search search) {
        try (Loan loan = lend(dataSource)) {
            return search.of(loan.connection());
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node(dataSource, name));
        }
    }

    /** @see JdbcCatalog#indexes */
    Map<String, String> indexes(int dataSource) {
        try (Loan loan = lend(dataSource)) {
            return objects.indexes(loan.connection());
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(dataSource));
        }
    }

    /** @see JdbcCatalog#objects */
    List<TableObject> objects(int dataSource, String actualTable) {
        try (Loan loan = lend(dataSource)) {
            return objects.of(loan.connection(), reader.locate(loan.connection(), actualTable));
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node(dataSource, actualTable));
        }
    }

    /** A view that one of the data sources has; null when none has. */
    @Nullable
    LogicView view(String name) {
        for (int i = 0; i < rules.dataSourceNames().size(); i++) {
            LogicView found = view(i, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** A view of a data source; null when it has none of that name. */
    @Nullable
    LogicView view(int dataSource, String name) {
        try (Loan loan = lend(dataSource)) {
            String definition = objects.viewDefinition(loan.connection(), name);
            String query = definition == null ? null : ViewText.queryOf(definition);
            return query == null ? null : new LogicView(name, dataSource, query);
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node(dataSource, name));
        }
    }

    /** Which server it is on; null where its database does not tell. */
    @Nullable
    String server(int dataSource) {
        try (Loan loan = lend(dataSource)) {
            return objects.server(loan.connection());
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(dataSource));
        }
    }

    /** The unique keys of a table; null where they are not over whole columns and all rows. */
    @Nullable
    List<List<String>> uniqueKeys(String logicTable) {
        DataNode node = nodes(logicTable).get(0);
        try (Loan loan = lend(node.dataSource())) {
            return objects.uniqueKeys(loan.connection(), reader.locate(loan.connection(), node.table()));
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node);
        }
    }

    /** What a function is. */
    FunctionNature function(String name) {
        try (Loan loan = lend(0)) {
            return objects.function(loan.connection(), name);
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CATALOG_UNREADABLE, rules.dataSourceNames().get(0));
        }
    }

    /**
     * The functions that users have made, as the first data source says that answers: statements may need none of the
     * others.
     */
    Set<InstalledFunction> installedFunctions() {
        SQLException failure = null;
        for (int dataSource = 0; dataSource < rules.dataSourceNames().size(); dataSource++) {
            try (Loan loan = lend(dataSource)) {
                return objects.installedFunctions(loan.connection());
            } catch (SQLException e) {
                failure = failure == null ? e : failure;
            }
        }
        throw ShardingException.causedBy(
                Objects.requireNonNull(failure, "no data sources"),
                ErrorCode.CATALOG_UNREADABLE,
                rules.dataSourceNames().get(0));
    }

    /** Why rows of a table cannot be moved; empty when they can. */
    String moveObstacle(String logicTable) {
        DataNode node = nodes(logicTable).get(0);
        try (Loan loan = lend(node.dataSource())) {
            return reader.moveObstacle(loan.connection(), node.table());
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.CATALOG_UNREADABLE, node);
        }
    }

    /** @see JdbcCatalog#describe */
    List<ColumnSchema> describe(int dataSource, String actualSql) {
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
            return metadata == null ? List.of() : SchemaReader.describe(metadata);
        } catch (SQLException e) {
            if (SqlErrors.isOutage(e)) {
                throw e;
            }
            // whatever is wrong with the query, the data source will say when it is run
            return List.of();
        }
    }
}
