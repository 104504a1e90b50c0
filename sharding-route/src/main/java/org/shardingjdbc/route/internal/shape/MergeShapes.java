package org.shardingjdbc.route.internal.shape;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The shapes of MERGE into a sharded table. A source row must meet the target's rows on one data node, and be inserted
 * there if it meets none. Proved are
 *
 * <ul>
 *   <li>rows that the statement itself holds, of VALUES or of a SELECT without FROM, whose columns ON equates with the
 *       sharding columns: each row goes to its data node;
 *   <li>a source that is aligned with the target: each data node merges its own rows;
 *   <li>a source that all data sources have alike, if nothing is inserted: so has one of constants.
 * </ul>
 *
 * One for each statement.
 */
final class MergeShapes {
    private final Placements rules;
    private final Units units;
    private final BoundStatement bound;
    private final MergeStatement merge;
    private final BoundTable target;
    private final PartitionedTable sharded;
    private final TableKinds kinds;

    /** @param target a sharded table of several data nodes */
    MergeShapes(Placements rules, Units units, BoundStatement bound, MergeStatement merge, PartitionedTable target) {
        this.rules = rules;
        this.units = units;
        this.bound = bound;
        this.merge = merge;
        this.target = bound.target(merge.target());
        this.sharded = target;
        this.kinds = new TableKinds(bound, rules.dataSourceNames());
    }

    RouteShape shape() {
        require(!assignsShardingColumn() && !sharded.placesNulls());
        require(bound.tables().stream().noneMatch(table -> table.table().isPinned()));
        require(bound.alignmentClasses() == 1);
        List<ColumnReference> partners = partners();
        List<InsertRow> rows = rows();
        boolean inserts = merge.actions().stream().anyMatch(MergeShapes::isInsert);
        if (rows != null && (inserts || partners != null)) {
            AlignmentClass aligned = bound.classes().get(0);
            boolean alone =
                    aligned.roots().size() == 1 && aligned.roots().get(0).table() == target;
            if (!alone || partners == null || !insertsOnly(partners)) {
                throw refusal();
            }
            return ofRows(rows, partners);
        }
        // each data node looks for its own matches of the same rows
        require(rows == null || areKnown(rows));
        boolean replicated = bound.classes().get(0).members().stream().allMatch(member -> member == target);
        if (inserts) {
            require(!replicated && partners != null && insertsOnly(partners) && areSourceKeys(partners));
        }
        return new RowShapes(rules, units, bound, merge).sharded(null);
    }

    private void require(boolean proved) {
        if (!proved) {
            throw refusal();
        }
    }

    private ShardingException refusal() {
        return kinds.refusal(ErrorCode.MERGE_ACROSS_NODES, merge).exception();
    }

    /** Whether the values of rows are the same wherever they are computed. */
    private static boolean areKnown(List<InsertRow> rows) {
        return rows.stream().allMatch(row -> row.values().stream()
                .allMatch(value -> !Nodes.contains(value, MergeShapes::isComputed)));
    }

    private static boolean isComputed(Node node) {
        return node instanceof FunctionCall || node instanceof SessionVariable || node instanceof Query;
    }

    private static boolean isInsert(MergeAction action) {
        return !action.values().isEmpty();
    }

    private boolean assignsShardingColumn() {
        for (MergeAction action : merge.actions()) {
            for (Assignment assignment : action.assignments()) {
                for (ColumnReference column : assignment.columns()) {
                    if (position(column.name().text()) >= 0) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private int position(String column) {
        for (int i = 0; i < sharded.shardingColumns().size(); i++) {
            if (sharded.shardingColumns().get(i).equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /** For each sharding column the column of the source that ON equates it with; null where one lacks it. */
    private @Nullable List<ColumnReference> partners() {
        ColumnReference[] found = new ColumnReference[sharded.shardingColumns().size()];
        addPartners(merge.on(), found);
        for (int i = 0; i < found.length; i++) {
            String column = sharded.shardingColumns().get(i);
            if (found[i] == null || !bound.hasExactEquality(target, column)) {
                return null;
            }
        }
        return List.of(found);
    }

    private void addPartners(Expression condition, ColumnReference[] found) {
        if (condition instanceof Logical logical && logical.operator() == LogicalOperator.AND) {
            logical.operands().forEach(operand -> addPartners(operand, found));
        } else if (condition instanceof Comparison comparison
                && comparison.operator() == ComparisonOperator.EQUAL
                && comparison.left() instanceof ColumnReference left
                && comparison.right() instanceof ColumnReference right) {
            addPartner(left, right, found);
            addPartner(right, left, found);
        }
    }

    private void addPartner(ColumnReference key, ColumnReference partner, ColumnReference[] found) {
        boolean ofTarget = bound.origin(key) instanceof ColumnOrigin.OfTable known && known.table() == target;
        boolean ofSource = isOfSource(bound.origin(partner));
        int position = ofTarget && ofSource ? position(key.name().text()) : -1;
        if (position >= 0 && found[position] == null) {
            found[position] = partner;
        }
    }

    private boolean isOfSource(ColumnOrigin origin) {
        return origin instanceof ColumnOrigin.OfQuery
                || origin instanceof ColumnOrigin.OfTable known && known.table() != target;
    }

    /** Whether each row that is inserted gets the sharding values of the source row that found no match. */
    private boolean insertsOnly(List<ColumnReference> partners) {
        for (MergeAction action : merge.actions()) {
            if (isInsert(action) && !insertsPartners(action, partners)) {
                return false;
            }
        }
        return true;
    }

    private boolean insertsPartners(MergeAction action, List<ColumnReference> partners) {
        for (int i = 0; i < partners.size(); i++) {
            int index = InsertColumns.position(
                    action, target.schema(), sharded.shardingColumns().get(i));
            boolean same = index >= 0
                    && action.values().get(index) instanceof ColumnReference value
                    && bound.origin(value).equals(bound.origin(partners.get(i)));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** Whether the partners are the sharding columns of the source's own rows. */
    private boolean areSourceKeys(List<ColumnReference> partners) {
        if (!isOneTable()) {
            return false;
        }
        AlignmentClass aligned = bound.classes().get(0);
        for (int i = 0; i < partners.size(); i++) {
            ColumnOrigin origin = bound.origin(partners.get(i));
            ColumnOrigin.OfTable base =
                    origin instanceof ColumnOrigin.OfQuery query ? query.base() : (ColumnOrigin.OfTable) origin;
            boolean key = base != null
                    && aligned.members().contains(base.table())
                    && base.table().table().isPartitioned()
                    && base.table().table().shardingColumns().get(i).equalsIgnoreCase(base.column());
            if (!key) {
                return false;
            }
        }
        return true;
    }

    /** Of joined tables one might be without a row. */
    private boolean isOneTable() {
        if (merge.source() instanceof NamedTable) {
            return true;
        }
        return merge.source() instanceof DerivedTable derived
                && derived.query().with() == null
                && derived.query().body() instanceof Select select
                && select.from().size() == 1
                && select.from().get(0) instanceof NamedTable
                && select.groupBy() == null;
    }

    /** The rows that the statement itself holds; null where it holds none. */
    private @Nullable List<InsertRow> rows() {
        if (!(merge.source() instanceof DerivedTable derived)) {
            return null;
        }
        Query query = derived.query();
        boolean plain = query.with() == null && query.orderBy() == null && query.limit() == null;
        if (plain && query.body() instanceof ValuesBody values) {
            return values.rows();
        }
        boolean one =
                plain && query.body() instanceof Select select && select.from().isEmpty();
        return one ? oneRow((Select) query.body()) : null;
    }

    private static @Nullable List<InsertRow> oneRow(Select select) {
        List<Expression> values = new ArrayList<>();
        for (Node item : select.items()) {
            if (!(item instanceof ExpressionItem expression)) {
                return null;
            }
            values.add(expression.expression());
        }
        boolean row = select.where() == null && select.groupBy() == null && select.having() == null;
        return row ? List.of(new InsertRow(select.span(), values)) : null;
    }

    private RouteShape ofRows(List<InsertRow> rows, List<ColumnReference> partners) {
        ColumnSchema[] schemas = new ColumnSchema[partners.size()];
        for (int i = 0; i < schemas.length; i++) {
            schemas[i] = target.schema() == null
                    ? null
                    : target.schema().column(sharded.shardingColumns().get(i));
            require(schemas[i] != null);
        }
        List<InsertedRow> placed = new ArrayList<>();
        for (InsertRow row : rows) {
            List<Operand> keys = new ArrayList<>();
            for (int i = 0; i < schemas.length; i++) {
                boolean known = bound.origin(partners.get(i)) instanceof ColumnOrigin.OfQuery output
                        && output.output() < row.values().size();
                Operand key =
                        known ? key(row, ((ColumnOrigin.OfQuery) bound.origin(partners.get(i))), schemas[i]) : null;
                require(key != null);
                keys.add(key);
            }
            String sql = bound.parsed().sql();
            placed.add(new InsertedRow(keys, Refusal.line(sql, row.span()), Refusal.column(sql, row.span())));
        }
        Node list = rows.size() > 1 ? ((DerivedTable) merge.source()).query().body() : null;
        List<RouteUnit> nodes = units.ofNodes(sharded);
        return new InsertShape(sharded, schemas, placed, list, nodes, rules.dataSourceNames());
    }

    /** A text that is compared with a number is one itself, and others are equal to it: they are on other nodes. */
    private static @Nullable Operand key(InsertRow row, ColumnOrigin.OfQuery output, ColumnSchema column) {
        Expression value = row.values().get(output.output());
        Operand key = Operand.of(value);
        if (key == null || !isText(column)) {
            return key;
        }
        boolean number = value instanceof Literal literal
                        && literal.kind() != LiteralKind.STRING
                        && literal.kind() != LiteralKind.NULL
                || value instanceof Operation
                || key instanceof Operand.Converted cast && cast.target() != Operand.Converted.Target.TEXT;
        return number ? null : new Operand.Text(key);
    }

    private static boolean isText(ColumnSchema column) {
        return switch (column.jdbcType()) {
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB -> true;
            default -> false;
        };
    }
}
