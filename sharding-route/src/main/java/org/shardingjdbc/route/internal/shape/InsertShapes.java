package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QuerySource;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SetSource;
import org.shardingjdbc.parser.internal.ast.ValuesSource;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.shape.ConditionShape.UnitLimits;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The shapes of INSERT and REPLACE. One for each statement. */
final class InsertShapes {
    private final Rules rules;
    private final BoundStatement bound;
    private final InsertStatement insert;
    private final BoundTable target;
    private final Units units;
    private final TableKinds kinds;

    InsertShapes(Rules rules, BoundStatement bound, InsertStatement insert) {
        this.rules = rules;
        this.bound = bound;
        this.insert = insert;
        this.target = bound.table(insert.table());
        this.units = new Units(bound, rules.dataSourceNames());
        this.kinds = new TableKinds(bound, rules.dataSourceNames());
    }

    RouteShape shape() {
        if (target.table() instanceof PartitionedTable sharded) {
            return insert.source() instanceof QuerySource source ? fromQuery(source) : fromValues(sharded);
        }
        if (!bound.classes().isEmpty()) {
            return fromSharded();
        }
        List<String> names = rules.dataSourceNames();
        if (target.table() instanceof ReplicatedTable broadcast) {
            if (kinds.single() != null && names.size() > 1) {
                throw kinds.refusal(ErrorCode.BROADCAST_WRITE_FROM_SHARDED, insert, broadcast.name())
                        .exception();
            }
            return FixedShape.all(RouteKind.BROADCAST, units.ofDataSources(), names, "all data sources");
        }
        int dataSource = ((PinnedTable) target.table()).dataSource();
        return FixedShape.all(
                RouteKind.SINGLE_NODE,
                List.of(units.ofDataSource(dataSource)),
                names,
                "data source " + names.get(dataSource));
    }

    /** Rows of sharded tables into a table that is not: all must be in its data source. */
    private RouteShape fromSharded() {
        Refusal oneNode = target.table() instanceof PinnedTable && insert.source() instanceof QuerySource
                ? null
                : kinds.refusal(
                        ErrorCode.WRITE_NOT_ON_ONE_NODE,
                        insert,
                        target.table().name(),
                        bound.classes().get(0).table().name());
        UnitLimits limits = new UnitLimits(kinds.singleDataSource(), kinds.single(), oneNode, false, null, null);
        return new RowShapes(rules, bound, insert).sharded(limits);
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
                free ? null : new UnitLimits(kinds.singleDataSource(), kinds.single(), oneNode, !follows, null, null);
        return new RowShapes(rules, bound, insert).sharded(limits);
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
            boolean other = table != target && !(table.table() instanceof ReplicatedTable);
            boolean reachable = table.table() instanceof PinnedTable single
                    && sharded.dataNodes().stream().allMatch(node -> node.dataSource() == single.dataSource());
            if (other && !reachable) {
                throw new ShardingException(
                        ErrorCode.TABLES_NOT_ALIGNED,
                        sharded.name(),
                        table.table().name(),
                        Refusal.line(bound.parsed().sql(), table.node().span()),
                        Refusal.column(bound.parsed().sql(), table.node().span()));
            }
        }
        ColumnSchema[] schemas = new ColumnSchema[sharded.shardingColumns().size()];
        for (int i = 0; i < schemas.length; i++) {
            String column = sharded.shardingColumns().get(i);
            schemas[i] = target.schema() == null ? null : target.schema().column(column);
            if (schemas[i] == null && sharded.dataNodes().size() > 1) {
                // without the column's type a value could be placed otherwise than it is stored
                throw new ShardingException(
                        ErrorCode.SHARDING_COLUMN_UNKNOWN,
                        column,
                        sharded.name(),
                        Refusal.line(bound.parsed().sql(), insert.table().span()),
                        Refusal.column(bound.parsed().sql(), insert.table().span()));
            }
        }
        Node list = insert.source() instanceof ValuesSource ? insert.source() : null;
        return new InsertShape(sharded, schemas, rows(sharded), list, units.ofNodes(sharded), rules.dataSourceNames());
    }

    private List<InsertedRow> rows(PartitionedTable sharded) {
        List<InsertedRow> rows = new ArrayList<>();
        if (insert.source() instanceof ValuesSource values) {
            int keys = 0;
            for (InsertRow row : values.rows()) {
                boolean needsKey = sharded.keyGeneration() != null
                        && isMissing(valueIn(row, sharded.keyGeneration().column()));
                rows.add(row(sharded, row, needsKey ? keys++ : -1));
            }
        } else {
            boolean needsKey = sharded.keyGeneration() != null
                    && isMissing(assignedTo(sharded.keyGeneration().column()));
            rows.add(row(sharded, insert.source(), needsKey ? 0 : -1));
        }
        return rows;
    }

    private InsertedRow row(PartitionedTable sharded, Node row, int key) {
        List<Operand> operands = new ArrayList<>();
        for (String column : sharded.shardingColumns()) {
            Expression value = row instanceof InsertRow values ? valueIn(values, column) : assignedTo(column);
            boolean generated =
                    key >= 0 && column.equalsIgnoreCase(sharded.keyGeneration().column());
            if (generated) {
                operands.add(new Operand.Slot(bound.parsed().parameters().size() + key));
            } else if (sharded.dataNodes().size() > 1) {
                operands.add(operand(sharded, column, value, row));
            } else {
                Operand known = value == null ? null : Operand.of(value);
                operands.add(known == null ? new Operand.Constant(null) : known);
            }
        }
        String sql = bound.parsed().sql();
        return new InsertedRow(operands, Refusal.line(sql, row.span()), Refusal.column(sql, row.span()));
    }

    private Operand operand(PartitionedTable sharded, String column, Expression value, Node row) {
        String sql = bound.parsed().sql();
        if (isMissing(value)) {
            throw new ShardingException(
                    ErrorCode.SHARDING_VALUE_MISSING,
                    column,
                    sharded.name(),
                    Refusal.line(sql, row.span()),
                    Refusal.column(sql, row.span()));
        }
        Operand operand = Operand.of(value);
        if (operand == null) {
            throw new ShardingException(
                    ErrorCode.SHARDING_VALUE_NOT_CONSTANT,
                    column,
                    sharded.name(),
                    Refusal.line(sql, value.span()),
                    Refusal.column(sql, value.span()));
        }
        return operand;
    }

    private static boolean isMissing(Expression value) {
        return value == null || value instanceof DefaultValue;
    }

    private Expression valueIn(InsertRow row, String column) {
        int position = InsertColumns.position(insert, target.schema(), column);
        return position < 0 || position >= row.values().size()
                ? null
                : row.values().get(position);
    }

    private Expression assignedTo(String column) {
        if (insert.source() instanceof SetSource set) {
            for (Assignment assignment : set.assignments()) {
                if (assignment.columns().get(0).name().text().equalsIgnoreCase(column)) {
                    return assignment.value();
                }
            }
        }
        return null;
    }
}
