package org.shardingjdbc.route.internal.shape;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.shape.ConditionShape.UnitLimits;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** The shapes of INSERT and REPLACE. One for each statement. */
final class InsertShapes {
    private final Placements rules;
    private final BoundStatement bound;
    private final InsertStatement insert;
    private final BoundTable target;
    private final Units units;
    private final TableKinds kinds;
    private final Catalog catalog;

    InsertShapes(Placements rules, Units units, BoundStatement bound, InsertStatement insert, Catalog catalog) {
        this.catalog = catalog;
        this.rules = rules;
        this.bound = bound;
        this.insert = insert;
        this.target = bound.target(insert.table());
        this.units = units;
        this.kinds = new TableKinds(bound, rules.dataSourceNames());
    }

    RouteShape shape() {
        boolean sharded = !bound.classes().isEmpty();
        return target.table()
                .match(
                        partitioned -> insert.source() instanceof QuerySource source
                                ? fromQuery(source)
                                : fromValues(partitioned),
                        replicated -> sharded ? fromSharded() : intoCopies(),
                        pinned -> sharded ? fromSharded() : intoDataSource(pinned.dataSource()));
    }

    private RouteShape intoCopies() {
        List<String> names = rules.dataSourceNames();
        if (kinds.single() != null && names.size() > 1) {
            throw kinds.refusal(
                            ErrorCode.BROADCAST_WRITE_FROM_SHARDED,
                            insert,
                            target.table().name())
                    .exception();
        }
        return FixedShape.all(RouteKind.BROADCAST, units.ofDataSources(), names, "all data sources");
    }

    private RouteShape intoDataSource(int dataSource) {
        List<String> names = rules.dataSourceNames();
        return FixedShape.all(
                RouteKind.SINGLE_NODE,
                List.of(units.ofDataSource(dataSource)),
                names,
                "data source " + names.get(dataSource));
    }

    /** Rows of sharded tables into a table that is not: all must be in its data source. */
    private RouteShape fromSharded() {
        Refusal oneNode = target.table().isPinned() && insert.source() instanceof QuerySource
                ? null
                : kinds.refusal(
                        ErrorCode.WRITE_NOT_ON_ONE_NODE,
                        insert,
                        target.table().name(),
                        bound.classes().get(0).table().name());
        UnitLimits limits = new UnitLimits(kinds.singleDataSource(), kinds.single(), oneNode, false, null);
        return new RowShapes(rules, units, bound, insert).sharded(limits);
    }

    /**
     * Rows of a query: they stay where they are read if they hand on the sharding columns of a table that is aligned
     * with the target; any others must all have one and the same data node.
     */
    private RouteShape fromQuery(QuerySource source) {
        boolean follows = bound.classes().size() == 1
                && source.query().body() instanceof Select
                && !isRoot(bound.classes().get(0));
        Refusal oneNode = follows
                ? null
                : kinds.refusal(
                        ErrorCode.INSERTED_ROWS_NOT_ALIGNED,
                        source,
                        target.table().name());
        boolean free = follows && kinds.single() == null;
        UnitLimits limits =
                free ? null : new UnitLimits(kinds.singleDataSource(), kinds.single(), oneNode, !follows, null);
        return new RowShapes(rules, units, bound, insert).sharded(limits);
    }

    private boolean isRoot(AlignmentClass members) {
        for (AlignmentClass.Root root : members.roots()) {
            if (root.table() == target) {
                return true;
            }
        }
        return false;
    }

    private RouteShape fromValues(PartitionedTable sharded) {
        for (BoundTable table : bound.tables()) {
            boolean other = table != target && !table.table().isReplicated();
            boolean reachable =
                    table.table().isPinned() && sharded.isOnlyOn(table.table().pinnedDataSource());
            if (other && !reachable) {
                throw new ShardingException(
                        ErrorCode.TABLES_NOT_ALIGNED,
                        sharded.name(),
                        table.table().name(),
                        Refusal.line(bound.parsed().sql(), table.node().span()),
                        Refusal.column(bound.parsed().sql(), table.node().span()));
            }
        }
        InsertedKeys keys = new InsertedKeys(bound, insert, sharded, catalog);
        Node list = insert.source() instanceof ValuesSource ? insert.source() : null;
        return new InsertShape(
                sharded, keys.schemas(), keys.rows(), list, units.ofNodes(sharded), rules.dataSourceNames());
    }
}
