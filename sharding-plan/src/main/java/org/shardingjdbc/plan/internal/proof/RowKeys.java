package org.shardingjdbc.plan.internal.proof;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Says whether expressions tell any two rows of a block apart, so that an order by them leaves no ties: they contain a
 * key of each of its tables, or what its groups are made by. Immutable.
 */
record RowKeys(SingleValues values) {
    /** What a query is sorted by; empty where it is not. */
    static List<Expression> of(@Nullable Query query) {
        return query == null || query.orderBy() == null ? List.of() : of(query.orderBy());
    }

    static List<Expression> of(OrderBy orderBy) {
        return orderBy.items().stream().map(SortItem::expression).toList();
    }

    /** Whether the order of a query says for any two of its rows which comes first, or they show the same. */
    boolean sort(Query query) {
        List<Expression> keys = of(query);
        if (query.body() instanceof Select block) {
            List<Expression> meant = new SelectItems(block).resolve(keys, values.bound());
            boolean known =
                    block.quantifier() != Quantifier.DISTINCT || meant.stream().allMatch(key -> isShown(key, block));
            return known && (tellApart(block, query, meant) || areAllShown(block, meant));
        }
        if (query.body() instanceof TableBody body) {
            return identify(body.table(), keys, null);
        }
        return query.orderBy() == null && query.body() instanceof NestedQuery nested && sort(nested.query());
    }

    /**
     * Whether no two rows of a block, as GROUP BY leaves them, agree in all keys.
     *
     * @param query whose body the block is, or null
     * @param keys what they mean: a number is no position
     */
    boolean tellApart(Select block, @Nullable Query query, List<Expression> keys) {
        if (block.groupBy() != null) {
            return block.groupBy().kind() == GroupingKind.PLAIN
                    && block.groupBy().extension().isEmpty()
                    && new SelectItems(block)
                            .resolve(block.groupBy().items(), values.bound()).stream()
                                    .allMatch(item -> contain(keys, item));
        }
        return Functions.aggregate(block, query) != null || !multipliesRows(block) && identify(block, keys);
    }

    /** Which row's value it is, of those that DISTINCT makes one, is known of what is shown alone. */
    private boolean isShown(Expression key, Select block) {
        return block.items().stream()
                .anyMatch(item -> item instanceof StarItem star && star.qualifier() == null
                        || item instanceof ExpressionItem shown && same(shown.expression(), key));
    }

    private boolean multipliesRows(Select block) {
        for (SelectItem item : block.items()) {
            for (FunctionCall call : Tree.outsideQueries(item, FunctionCall.class)) {
                boolean known = call.over() != null || Functions.isScalar(call);
                if (!known && !values.functions().isScalar(call) || Functions.returnsSet(call)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether no two rows of a block's tables agree in all keys, before GROUP BY makes groups of them. */
    boolean identify(Select block, List<Expression> keys) {
        return block.from().stream().allMatch(table -> identify(table, keys, block));
    }

    private boolean identify(TableReference reference, List<Expression> keys, @Nullable Select block) {
        if (reference instanceof JoinedTable join) {
            return identify(join.left(), keys, block) && identify(join.right(), keys, block);
        }
        BoundTable table =
                reference instanceof NamedTable named ? values.bound().table(named) : null;
        if (table == null) {
            return false;
        }
        TableSchema schema = values.schema(table);
        if (schema == null) {
            return false;
        }
        return isGiven(table, schema, schema.primaryKey(), keys, block)
                || uniqueKeys(table, schema).stream().anyMatch(key -> isGiven(table, schema, key, keys, block));
    }

    /** Those of which no part may be NULL. */
    private List<List<String>> uniqueKeys(BoundTable table, TableSchema schema) {
        List<List<String>> unique = values.catalog().uniqueKeys(table.table().name());
        List<List<String>> whole = new ArrayList<>();
        for (List<String> key : unique == null ? List.<List<String>>of() : unique) {
            if (key.stream().allMatch(column -> isFilled(schema.column(column)))) {
                whole.add(key);
            }
        }
        return whole;
    }

    static boolean isFilled(@Nullable ColumnSchema column) {
        return column != null && !column.nullable();
    }

    /** Whether each column of a key is among the keys, or has one value. */
    private boolean isGiven(
            BoundTable table, TableSchema schema, List<String> key, List<Expression> keys, @Nullable Select block) {
        for (String column : key) {
            boolean named = keys.stream().anyMatch(each -> isColumn(each, table, column));
            if (!named && !(block != null && isPinned(block, table, schema.column(column)))) {
                return false;
            }
        }
        return !key.isEmpty();
    }

    /** Whether WHERE leaves one value of a column. */
    private boolean isPinned(Select block, BoundTable table, @Nullable ColumnSchema column) {
        if (block.where() == null || column == null || !column.isWholeNumber()) {
            return false;
        }
        for (Expression conjunct : BlockWalk.conjuncts(block.where().condition())) {
            if (conjunct instanceof Comparison equal && equal.operator() == ComparisonOperator.EQUAL) {
                boolean left = isColumn(equal.left(), table, column.name()) && isConstant(equal.right(), block);
                if (left || isColumn(equal.right(), table, column.name()) && isConstant(equal.left(), block)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a value is one for all rows of a block, and is equal to one whole number at most. */
    private boolean isConstant(Expression value, Select block) {
        if (value instanceof ColumnReference reference) {
            TableSchema schema =
                    values.bound().origin(reference) instanceof ColumnOrigin.OfTable of && !isOf(of.table(), block)
                            ? values.schema(of.table())
                            : null;
            ColumnSchema column =
                    schema == null ? null : schema.column(reference.name().text());
            return column != null && isExactNumber(column);
        }
        return isOneNumber(value);
    }

    /** Whether a constant equals one whole number at most: databases compare approximate ones as floating numbers. */
    static boolean isOneNumber(Expression value) {
        return value instanceof Parameter
                || value instanceof Literal literal && literal.kind() != LiteralKind.APPROXIMATE;
    }

    /** Whether a table stands in the FROM of a block, or in a join there. */
    static boolean isOf(BoundTable table, Select block) {
        return Tree.outsideQueries(block, NamedTable.class).stream().anyMatch(each -> each == table.node());
    }

    private static boolean isExactNumber(ColumnSchema column) {
        return column.isWholeNumber() || column.jdbcType() == Types.NUMERIC || column.jdbcType() == Types.DECIMAL;
    }

    boolean isColumn(Expression expression, BoundTable table, String column) {
        return expression instanceof ColumnReference reference
                && values.bound().origin(reference) instanceof ColumnOrigin.OfTable of
                && of.table().index() == table.index()
                && of.column().equalsIgnoreCase(column);
    }

    /** Whether rows that agree in the keys show the same. */
    private boolean areAllShown(Select block, List<Expression> keys) {
        return block.items().stream().allMatch(item -> item instanceof ExpressionItem shown && decide(keys, shown));
    }

    private boolean decide(List<Expression> keys, ExpressionItem shown) {
        Expression expression = shown.expression();
        return expression instanceof Literal || contain(keys, expression) && values.areSingle(expression);
    }

    /** Whether an expression is among others. */
    boolean contain(List<Expression> expressions, Expression one) {
        return expressions.stream().anyMatch(each -> same(each, one));
    }

    private boolean same(Expression one, Expression other) {
        if (one == other) {
            return true;
        }
        if (one instanceof ColumnReference a && other instanceof ColumnReference b) {
            ColumnOrigin origin = values.bound().origin(a);
            return !(origin instanceof ColumnOrigin.Unresolved)
                    && origin.equals(values.bound().origin(b));
        }
        if (one.getClass() != other.getClass() || Tree.any(one, Parameter.class::isInstance)) {
            return false;
        }
        SqlPrinter printer = new SqlPrinter(values.dialect());
        return printer.print(one).equals(printer.print(other));
    }
}
