package org.shardingjdbc.route.internal.shape;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Finds the route shape of bound statements. Safe for all threads; asks nothing but the rules, and which data sources
 * are on one server.
 *
 * <p>A shape may choose more data nodes than hold rows that count, never fewer; for rows that are written it is exact.
 * Whether several units give the right answer once their results are merged is the planner's proof: a shape only says
 * that all rows which belong together are on one unit, or refuses.
 */
public final class Router {
    private final Placements rules;
    private final Servers servers;
    private final NodeUnits nodeUnits;
    private final Catalog catalog;
    private final Dialect dialect;

    public Router(Placements rules, Catalog catalog, Dialect dialect) {
        this.rules = rules;
        this.catalog = catalog;
        this.dialect = dialect;
        this.nodeUnits = new NodeUnits(rules);
        this.servers = new Servers(catalog, dialect.naming().databasesAreSchemas());
    }

    /**
     * The route shape of a statement.
     *
     * @throws ShardingException when no execution of the statement could be answered right
     */
    public RouteShape shape(BoundStatement statement) {
        Statement root = statement.parsed().statement();
        while (root instanceof ExplainStatement explain) {
            root = explain.statement();
        }
        Units units = units(statement);
        RouteShape nested = new NestedWrites(rules, units, statement, root, catalog).shape();
        if (nested != null) {
            return nested;
        }
        if (root instanceof DdlStatement ddl) {
            return new DefinitionShapes(rules, units, statement, ddl, servers).shape();
        }
        if (root instanceof InsertStatement insert) {
            return new InsertShapes(rules, units, statement, insert, catalog).shape();
        }
        PartitionedTable merged = root instanceof MergeStatement merge
                ? statement.target(merge.target()).table().partitioning()
                : null;
        if (root instanceof MergeStatement merge && merged != null && merged.isSpread()) {
            return new MergeShapes(rules, units, statement, merge, merged).shape();
        }
        if (root instanceof QueryStatement
                || root instanceof UpdateStatement
                || root instanceof DeleteStatement
                || root instanceof MergeStatement) {
            return new RowShapes(rules, units, statement, root).shape();
        }
        if (root instanceof UnparsedStatement unparsed && unparsed.definition() != null) {
            List<RouteUnit> all = units.ofDataSources();
            List<RouteUnit> places = unparsed.definition() == DdlKind.ACCOUNT ? servers.oneOfEach(all) : all;
            return FixedShape.all(RouteKind.BROADCAST, places, rules.dataSourceNames(), "all data sources");
        }
        return root instanceof ShowStatement ? shown(statement) : utility(statement);
    }

    private Units units(BoundStatement statement) {
        return new Units(statement, rules.dataSourceNames(), nodeUnits);
    }

    /**
     * The route shape of a CREATE TABLE ... AS that copies no rows.
     *
     * @throws ShardingException when the tables of its query are not where the table is to be
     */
    public RouteShape structure(BoundStatement statement) {
        DdlStatement ddl = (DdlStatement) statement.parsed().statement();
        return new DefinitionShapes(rules, units(statement), statement, ddl, servers).structure();
    }

    /** A table's description is the same everywhere. */
    private RouteShape shown(BoundStatement statement) {
        Units units = units(statement);
        for (BoundTable table : statement.tables()) {
            PartitionedTable sharded = table.table().partitioning();
            if (sharded != null) {
                return FixedShape.any(
                        units.ofNodes(sharded),
                        0,
                        rules.dataSourceNames(),
                        table.table().name() + ": any data node",
                        false);
            }
        }
        return utility(statement);
    }

    private boolean callsProcedure(BoundStatement statement) {
        return statement.parsed().statement() instanceof OtherStatement other
                && other.kind() == OtherKind.CALL
                && dialect.queries().callsProcedures()
                && rules.dataSourceNames().size() > 1
                && rules.tables().stream().anyMatch(LogicTable::isPartitioned);
    }

    /** All places of the one table that a statement locks; null for other statements, and tables of one place. */
    private @Nullable RouteShape locked(BoundStatement statement) {
        boolean locks = statement.parsed().statement() instanceof OtherStatement other
                && other.kind() == OtherKind.LOCK_TABLES
                && other.tables().size() == 1
                && statement.tables().size() == 1;
        LogicTable table = locks ? statement.tables().get(0).table() : null;
        Units units = units(statement);
        List<String> names = rules.dataSourceNames();
        return table == null
                ? null
                : table.match(
                        partitioned -> FixedShape.all(
                                RouteKind.SCATTER,
                                units.ofNodes(partitioned),
                                names,
                                partitioned.name() + ": all data nodes"),
                        replicated ->
                                FixedShape.all(RouteKind.BROADCAST, units.ofDataSources(), names, "all data sources"),
                        pinned -> null);
    }

    private RouteShape utility(BoundStatement statement) {
        RouteShape locked = locked(statement);
        if (locked != null) {
            return locked;
        }
        int dataSource = rules.defaultDataSource();
        for (BoundTable table : statement.tables()) {
            if (table.table().isPartitioned()) {
                throw new ShardingException(
                        ErrorCode.STATEMENT_ON_SHARDED_TABLE,
                        Refusal.line(statement.parsed().sql(), table.node().span()),
                        Refusal.column(statement.parsed().sql(), table.node().span()),
                        table.table().name());
            }
            if (table.table().isPinned()) {
                dataSource = table.table().pinnedDataSource();
            }
        }
        Units units = units(statement);
        if (callsProcedure(statement)) {
            return new CallShape(units.ofDataSources(), rules.dataSourceNames());
        }
        return FixedShape.all(
                RouteKind.SINGLE_NODE,
                List.of(units.ofDataSource(dataSource)),
                rules.dataSourceNames(),
                "data source " + rules.dataSourceNames().get(dataSource));
    }

    /**
     * A procedure of one of several data sources with sharded tables. Nobody sees what it does, so that only a hint can
     * say where that is to be done.
     */
    static final class CallShape extends BaseShape {
        private static final Refusal NOWHERE = Refusal.of(
                ErrorCode.JDBC_FEATURE_REFUSED,
                "CALL",
                "what a procedure does cannot be seen, and there are several data sources; name one of them by the"
                        + " hint DATA_SOURCE_NAME");

        /** @param units one of each data source */
        CallShape(List<RouteUnit> units, List<String> dataSourceNames) {
            super(RouteKind.SINGLE_NODE, units, dataSourceNames);
        }

        @Override
        RoutedUnits choose(Object[] parameters, HintValues hints) {
            if (hints.dataSourceName() == null) {
                return RoutedUnits.refused(NOWHERE.kept());
            }
            return new RoutedUnits(new int[] {0});
        }

        @Override
        public boolean anyUnit() {
            return true;
        }

        @Override
        public String describe(Predicate<String> hidden) {
            return "the data source of a hint";
        }
    }
}
