package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/**
 * What common table expressions and delta tables write: rows that are inserted go to the data nodes of their values,
 * and no row may get another sharding value than it has. One for each statement.
 */
final class NestedWrites {
    private final Placements rules;
    private final Units units;
    private final BoundStatement bound;
    private final Statement statement;
    private final Catalog catalog;

    NestedWrites(Placements rules, Units units, BoundStatement bound, Statement statement, Catalog catalog) {
        this.catalog = catalog;
        this.rules = rules;
        this.units = units;
        this.bound = bound;
        this.statement = statement;
    }

    /**
     * The shape of a statement with a common table expression that inserts into a sharded table of several data nodes,
     * or of a query that writes broadcast tables; null where it is neither.
     *
     * @throws ShardingException when rows would be written where they do not belong
     */
    @Nullable
    RouteShape shape() {
        if (writesCopiesAlone()) {
            List<RouteUnit> copies = units.ofDataSources();
            return FixedShape.all(RouteKind.BROADCAST, copies, rules.dataSourceNames(), "all data sources");
        }
        refuseDeltaOutsideOfQuery();
        List<Node> inserts = new ArrayList<>();
        for (Node node : bound.parsed().analysis().nesting()) {
            Statement written = Nodes.nested(node);
            refuseMisplaced(kind(node), written);
            if (written instanceof UpdateStatement update) {
                update.assignments().forEach(this::check);
            } else if (written instanceof InsertStatement insert && isSpread(bound.table(insert.table()))) {
                inserts.add(node);
            }
        }
        return inserts.isEmpty() ? null : inserted(inserts.get(0));
    }

    private static String kind(Node node) {
        return node instanceof DeltaTable delta ? delta.state() + " TABLE" : "common table expression";
    }

    /** Where a statement writes by itself, its own rows decide where it goes. */
    private void refuseDeltaOutsideOfQuery() {
        if (statement instanceof QueryStatement
                || bound.tables().stream().allMatch(table -> table.table().isPinned())) {
            return;
        }
        for (DeltaTable delta : bound.parsed().analysis().all(DeltaTable.class)) {
            throw refusal(ErrorCode.NESTED_ROWS_ACROSS_NODES, delta.state() + " TABLE in what writes", delta);
        }
    }

    /** Whether a query names broadcast tables only, so that it is the same for each copy, and writes some of them. */
    private boolean writesCopiesAlone() {
        List<Statement> within = bound.parsed().analysis().nested();
        if (rules.dataSourceNames().size() < 2
                || within.isEmpty()
                || !(statement instanceof QueryStatement)
                || !bound.tables().stream().allMatch(table -> table.table().isReplicated())) {
            return false;
        }
        List<NamedTable> targets = new ArrayList<>();
        within.forEach(nested -> targets.addAll(Nodes.targets(nested)));
        return !targets.isEmpty() && targets.stream().allMatch(target -> bound.table(target) != null);
    }

    /**
     * The rest of the statement decides where it goes, which need not be where all copies of a table are, or the row
     * that a MERGE inserts belongs.
     */
    private void refuseMisplaced(String kind, @Nullable Statement written) {
        if (written instanceof MergeStatement merge && isSpread(bound.table(merge.target()))) {
            throw refusal(ErrorCode.NESTED_ROWS_ACROSS_NODES, "The merging " + kind, merge.target());
        }
        for (NamedTable target : Nodes.targets(written)) {
            BoundTable table = bound.table(target);
            boolean copies = table != null
                    && table.table().isReplicated()
                    && rules.dataSourceNames().size() > 1;
            if (copies) {
                throw refusal(ErrorCode.NESTED_ROWS_ACROSS_NODES, "The " + kind + " that writes copies", target);
            }
        }
    }

    private static boolean isSpread(@Nullable BoundTable table) {
        return table != null && table.table().isSpread();
    }

    /** The rows decide the units alone: nothing else of the statement may read or write rows of several nodes. */
    private RouteShape inserted(Node nested) {
        InsertStatement insert = Objects.requireNonNull((InsertStatement) Nodes.nested(nested), "no insert");
        BoundTable target = bound.target(insert.table());
        boolean alone = bound.classes().size() == 1
                && bound.classes().get(0).members().stream().allMatch(member -> member == target)
                && !(insert.source() instanceof QuerySource);
        if (!alone) {
            throw refusal(ErrorCode.NESTED_ROWS_ACROSS_NODES, "The inserting " + kind(nested), insert.table());
        }
        return new InsertShapes(rules, units, bound, insert, catalog).shape();
    }

    private ShardingException refusal(ErrorCode code, String what, Node place) {
        String sql = bound.parsed().sql();
        return new ShardingException(code, what, Refusal.line(sql, place.span()), Refusal.column(sql, place.span()));
    }

    private void check(Assignment assignment) {
        for (ColumnReference column : assignment.columns()) {
            for (BoundTable table : bound.tables()) {
                if (isSpread(table) && isWritten(table) && isSharding(table, column)) {
                    String sql = bound.parsed().sql();
                    throw new ShardingException(
                            ErrorCode.SHARDING_COLUMN_UPDATED,
                            Refusal.line(sql, assignment.span()),
                            Refusal.column(sql, assignment.span()),
                            table.table().name(),
                            column.name().text());
                }
            }
        }
    }

    private boolean isWritten(BoundTable table) {
        return bound.parsed().analysis().any(UpdateStatement.class, update -> update.targets()
                .contains(table.node()));
    }

    private static boolean isSharding(BoundTable table, ColumnReference column) {
        return table.table().isShardingColumn(column.name().text());
    }
}
