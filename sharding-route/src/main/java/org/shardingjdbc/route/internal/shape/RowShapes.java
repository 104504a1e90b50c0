package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.shape.ConditionShape.UnitLimits;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * The shapes of statements that read rows: queries, updates, deletes, merges, and inserts from a query. One for each
 * statement.
 */
final class RowShapes {
    private final Placements rules;
    private final BoundStatement bound;
    private final Statement statement;
    private final Units units;
    private final TableKinds kinds;

    RowShapes(Placements rules, Units units, BoundStatement bound, Statement statement) {
        this.rules = rules;
        this.bound = bound;
        this.statement = statement;
        this.units = units;
        this.kinds = new TableKinds(bound, rules.dataSourceNames());
    }

    RouteShape shape() {
        WrittenRows rows = new WrittenRows(bound, statement, kinds);
        Set<BoundTable> written = rows.tables();
        if (bound.classes().isEmpty()) {
            return withoutSharded(written);
        }
        return sharded(limits(rows, written));
    }

    /** The shape of a statement with sharded tables whose units obey limits. */
    RouteShape sharded(@Nullable UnitLimits limits) {
        List<AlignmentClass> classes = bound.classes();
        if (classes.size() > 1) {
            return several(classes, limits);
        }
        AlignmentClass only = classes.get(0);
        List<RootRoute> roots = new ArrayList<>();
        only.roots().forEach(root -> roots.add(new RootRoute(root)));
        List<RouteUnit> nodes = units.ofNodes(only.table());
        if (limits != null && limits.onlyDataSource() >= 0) {
            boolean reachable = nodes.stream().anyMatch(unit -> unit.dataSource() == limits.onlyDataSource());
            if (!reachable) {
                throw kinds.apart(limits.singleTable(), only.table().name());
            }
        }
        List<ListSplit> splits = only.roots().size() == 1 && nodes.size() > 1
                ? ListSplit.all(only.roots().get(0), roots.get(0))
                : List.of();
        RootRoute.RootsWithoutConditions unconditioned = RootRoute.RootsWithoutConditions.of(only);
        return new ConditionShape(
                new ConditionShape.Parts(roots, splits, limits, unconditioned), nodes, rules.dataSourceNames());
    }

    private RouteShape several(List<AlignmentClass> classes, @Nullable UnitLimits limits) {
        List<CrossShape.Part> parts = new ArrayList<>();
        for (AlignmentClass members : classes) {
            List<RootRoute> roots = new ArrayList<>();
            members.roots().forEach(root -> roots.add(new RootRoute(root)));
            parts.add(new CrossShape.Part(members, roots));
        }
        BoundTable first = classes.get(0).roots().get(0).table();
        BoundTable second = classes.get(1).roots().get(0).table();
        String sql = bound.parsed().sql();
        Refusal notAligned = Refusal.of(
                        ErrorCode.TABLES_NOT_ALIGNED,
                        first.table().name(),
                        second.table().name(),
                        Refusal.line(sql, second.node().span()),
                        Refusal.column(sql, second.node().span()))
                .or(unbound(
                        classes.get(0).roots().get(0), classes.get(1).roots().get(0)));
        boolean pairs = statement instanceof QueryStatement query && isPlainJoin(query.query(), classes);
        return new CrossShape(parts, bound.tables(), rules.dataSourceNames(), pairs, limits, notAligned);
    }

    /** What to do where two tables are joined on sharding columns and only nobody says that they are sharded alike. */
    private @Nullable String unbound(AlignmentClass.Root firstRoot, AlignmentClass.Root secondRoot) {
        BoundTable first = firstRoot.table();
        BoundTable second = secondRoot.table();
        PartitionedTable one = firstRoot.sharded();
        PartitionedTable other = secondRoot.sharded();
        boolean bindable = one != other
                && !one.isBoundTo(other)
                && one.dataNodes().size() == other.dataNodes().size()
                && one.shardingColumns().size() == 1
                && other.shardingColumns().size() == 1;
        if (!bindable) {
            return null;
        }
        boolean[] joined = new boolean[1];
        Nodes.forEach(
                statement,
                node -> joined[0] |= node instanceof Comparison comparison
                        && comparison.operator() == ComparisonOperator.EQUAL
                        && (isKey(comparison.left(), first) && isKey(comparison.right(), second)
                                || isKey(comparison.left(), second) && isKey(comparison.right(), first)));
        return joined[0]
                ? "They are joined on them, but are no binding tables: list \"" + one.name() + "," + other.name()
                        + "\" in bindingTables if both are sharded alike."
                : null;
    }

    private boolean isKey(Expression expression, BoundTable table) {
        String key = table.table().shardingColumns().get(0);
        return expression instanceof ColumnReference reference
                && bound.origin(reference) instanceof ColumnOrigin.OfTable origin
                && origin.table() == table
                && origin.column().equalsIgnoreCase(key);
    }

    /**
     * Whether every class stands in the FROM of the outermost block and is joined inwardly, so that all pairs of rows
     * are the answer.
     */
    private boolean isPlainJoin(Query query, List<AlignmentClass> classes) {
        if (!(query.body() instanceof Select select)) {
            return false;
        }
        Set<NamedTable> joined = Collections.newSetFromMap(new IdentityHashMap<>());
        select.from().forEach(reference -> addInnerJoined(reference, joined));
        for (AlignmentClass members : classes) {
            AlignmentClass.Root root = members.roots().get(0);
            boolean plain = members.roots().size() == 1
                    && root.outermost()
                    && !members.repeated()
                    && joined.contains(root.table().node());
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private static void addInnerJoined(TableReference reference, Set<NamedTable> joined) {
        if (reference instanceof NamedTable table) {
            joined.add(table);
        } else if (reference instanceof JoinedTable join) {
            if (join.kind() != JoinKind.RIGHT && join.kind() != JoinKind.FULL) {
                addInnerJoined(join.left(), joined);
            }
            if (join.kind() != JoinKind.LEFT && join.kind() != JoinKind.FULL) {
                addInnerJoined(join.right(), joined);
            }
        }
    }

    private RouteShape withoutSharded(Set<BoundTable> written) {
        List<String> names = rules.dataSourceNames();
        BoundTable broadcast = null;
        for (BoundTable table : written) {
            broadcast = table.table().isReplicated() ? table : broadcast;
        }
        if (broadcast != null) {
            if (kinds.single() != null && names.size() > 1) {
                throw kinds.refusal(
                                ErrorCode.BROADCAST_WRITE_FROM_SHARDED,
                                statement,
                                broadcast.table().name())
                        .exception();
            }
            return FixedShape.all(RouteKind.BROADCAST, units.ofDataSources(), names, "all data sources");
        }
        if (kinds.single() == null && kinds.broadcast() != null && !isLocking()) {
            return FixedShape.any(units.ofDataSources(), rules.defaultDataSource(), names, "any data source", isPure());
        }
        int dataSource = kinds.single() == null ? rules.defaultDataSource() : kinds.singleDataSource();
        return FixedShape.all(
                RouteKind.SINGLE_NODE,
                List.of(units.ofDataSource(dataSource)),
                names,
                "data source " + names.get(dataSource));
    }

    /** Whether it has nothing that might be bound to one place, such as the next value of a sequence. */
    private boolean isPure() {
        return !Nodes.contains(
                statement,
                node -> node instanceof FunctionCall
                        || node instanceof FunctionTable
                        || node instanceof SessionVariable);
    }

    /** Readers that lock rows of a broadcast table must meet at one copy. */
    private boolean isLocking() {
        return Nodes.contains(
                statement,
                node -> node instanceof Query query && !query.locking().isEmpty());
    }

    private @Nullable UnitLimits limits(WrittenRows rows, Set<BoundTable> written) {
        Refusal oneNode = null;
        for (BoundTable table : written) {
            if (!table.table().isPartitioned()) {
                oneNode = kinds.refusal(
                        ErrorCode.WRITE_NOT_ON_ONE_NODE,
                        statement,
                        table.table().name(),
                        bound.classes().get(0).table().name());
            }
        }
        WrittenRows.Keys keys = rows.assignedKeys();
        if (oneNode == null && keys == null && kinds.single() == null) {
            return null;
        }
        return new UnitLimits(kinds.singleDataSource(), kinds.single(), oneNode, false, keys);
    }
}
