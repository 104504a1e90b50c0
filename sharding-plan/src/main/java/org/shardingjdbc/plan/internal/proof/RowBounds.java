package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.fact.MostRows;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.RowBound;
import org.shardingjdbc.plan.internal.unit.RowBound.WholeNumber;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds what bounds the rows of a block on each data node: its LIMIT, and conditions on the primary key of its only
 * table where that is one whole number. Immutable.
 *
 * <pre>
 * SELECT c FROM t WHERE id BETWEEN ? AND ?        KeysBetween(?1, ?2)
 * SELECT c FROM t WHERE id IN (?, ?) LIMIT 10     Least(Page(10), Keys(2))
 * </pre>
 */
public record RowBounds(BoundStatement bound, Catalog catalog) {
    /**
     * How many rows a statement returns of each data node at most, whatever its parameters are. Keys of tables are
     * looked for when it is asked.
     */
    public MostRows mostRows(Statement statement) {
        if (!(statement instanceof QueryStatement of)
                || !(of.query().body() instanceof Select block)
                || block.groupBy() != null
                || multipliesRows(block)) {
            return MostRows.UNKNOWN;
        }
        if (Functions.aggregate(block, of.query()) != null) {
            return MostRows.of(1);
        }
        KeyedTables keyed = KeyedTables.of(block, bound, catalog);
        return keyed == null ? MostRows.UNKNOWN : new MostRows(keyed::mostRows);
    }

    /** Whether a row may become several, by a function that returns a set, or one that nobody knows. */
    private static boolean multipliesRows(Select block) {
        for (SelectItem item : block.items()) {
            for (FunctionCall call : Tree.outsideQueries(item, FunctionCall.class)) {
                boolean known = Functions.isAggregate(call) || Functions.isScalar(call);
                if (!known || Functions.returnsSet(call)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** @return null when nothing bounds them */
    public @Nullable RowBound of(Select block, @Nullable Paging limit) {
        List<RowBound> found = new ArrayList<>();
        if (limit != null) {
            found.add(new RowBound.Page(limit));
        }
        BoundTable table = onlyTable(block);
        if (table != null && block.where() != null) {
            addKeys(BlockWalk.conjuncts(block.where().condition()), table, found);
        }
        return found.isEmpty() ? null : found.size() == 1 ? found.get(0) : new RowBound.Least(found);
    }

    private @Nullable BoundTable onlyTable(Select block) {
        return block.from().size() == 1 && block.from().get(0) instanceof NamedTable named ? bound.table(named) : null;
    }

    private void addKeys(List<Expression> conjuncts, BoundTable table, List<RowBound> found) {
        List<WholeNumber> lows = new ArrayList<>();
        List<WholeNumber> highs = new ArrayList<>();
        for (Expression conjunct : conjuncts) {
            if (conjunct instanceof InList in && !in.negated() && isKey(in.value(), table)) {
                found.add(new RowBound.Keys(in.items().size()));
            } else if (conjunct instanceof Between between
                    && !between.negated()
                    && !between.symmetric()
                    && isKey(between.value(), table)) {
                add(between.low(), lows);
                add(between.high(), highs);
            } else if (conjunct instanceof Comparison comparison) {
                addComparison(comparison, table, lows, highs, found);
            }
        }
        for (int i = 0; i < Math.min(lows.size(), highs.size()); i++) {
            found.add(new RowBound.KeysBetween(lows.get(i), highs.get(i)));
        }
    }

    private void addComparison(
            Comparison comparison,
            BoundTable table,
            List<WholeNumber> lows,
            List<WholeNumber> highs,
            List<RowBound> found) {
        boolean left = isKey(comparison.left(), table);
        if (!left && !isKey(comparison.right(), table)) {
            return;
        }
        Expression other = left ? comparison.right() : comparison.left();
        ComparisonOperator operator = comparison.operator();
        boolean greater = operator == ComparisonOperator.GREATER || operator == ComparisonOperator.GREATER_OR_EQUAL;
        if (operator == ComparisonOperator.EQUAL) {
            if (number(other) != null) {
                found.add(new RowBound.Keys(1));
            }
        } else if (greater || operator == ComparisonOperator.LESS || operator == ComparisonOperator.LESS_OR_EQUAL) {
            add(other, greater == left ? lows : highs);
        }
    }

    private static void add(Expression number, List<WholeNumber> bounds) {
        WholeNumber known = number(number);
        if (known != null) {
            bounds.add(known);
        }
    }

    private static @Nullable WholeNumber number(Expression expression) {
        if (expression instanceof Parameter parameter) {
            return new WholeNumber(parameter.index(), 0);
        }
        return expression instanceof Literal literal && literal.value() instanceof Long value
                ? new WholeNumber(-1, value)
                : null;
    }

    /** Whether it is the primary key of the table, and a whole number. */
    private boolean isKey(Expression expression, BoundTable table) {
        if (!(expression instanceof ColumnReference reference)
                || !(bound.origin(reference) instanceof ColumnOrigin.OfTable of)
                || of.table().index() != table.index()) {
            return false;
        }
        TableSchema schema = table.schema() == null ? catalog.table(table.table()) : table.schema();
        ColumnSchema column = schema == null ? null : schema.column(of.column());
        return schema != null
                && column != null
                && schema.primaryKey().size() == 1
                && schema.primaryKey().get(0).equalsIgnoreCase(column.name())
                && column.isWholeNumber();
    }
}
