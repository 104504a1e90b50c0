package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * {@code SELECT ... FROM t WHERE ... ORDER BY name LIMIT 10} where only the database knows the order of names: every
 * data node sorts by it, so that its first rows are enough to be pulled; sorted once more and limited they are the
 * first rows of all. One per plan.
 */
public final class TopRows {
    private final BoundStatement bound;
    private final SelectItems items;
    private final Query query;
    private final Select block;
    private final OrderBy order;

    private TopRows(BoundStatement bound, Query query, Select block, OrderBy order) {
        this.bound = bound;
        this.query = query;
        this.block = block;
        this.order = order;
        this.items = new SelectItems(block);
    }

    /**
     * The same query with fewer rows pulled.
     *
     * @param pulled a query whose tables are pulled
     * @param parser of the dialect
     * @return null when each data node's first rows are not enough
     */
    public static @Nullable Pull of(BoundStatement bound, Pull pulled, ActualTables tables, SqlParser parser) {
        boolean plain = bound.parsed().statement() instanceof QueryStatement statement
                && statement.query().body() instanceof Select
                && pulled.leaves().size() == 1;
        if (!plain) {
            return null;
        }
        Query query = ((QueryStatement) bound.parsed().statement()).query();
        OrderBy order = query.orderBy();
        if (order == null) {
            return null;
        }
        TopRows rows = new TopRows(bound, query, (Select) query.body(), order);
        if (!rows.isLimited() || !rows.isPlainBlock()) {
            return null;
        }
        BoundTable table = bound.tables().get(0);
        List<ColumnSchema> columns = new LeafColumns(bound, Set.of()).of(table, tables.known(table));
        // a FLOAT is read whole in another form than its name
        NestedStatement top = tables.rounds(columns) ? null : rows.rows(columns, parser);
        if (top == null) {
            return null;
        }
        return pulled.reading(List.of(pulled.leaves().get(0).reading(top)));
    }

    private boolean isLimited() {
        return query.limit() != null
                && query.limit().count() != null
                && isNumber(query.limit().count())
                && isNumber(query.limit().offset())
                && !query.limit().percent()
                && !query.limit().withTies()
                && query.with() == null;
    }

    private static boolean isNumber(@Nullable Expression number) {
        return number == null || number instanceof Literal || number instanceof Parameter;
    }

    /** Whether the block's rows are the table's, as WHERE leaves them. */
    private boolean isPlainBlock() {
        return block.quantifier() != Quantifier.DISTINCT
                && block.quantifier() != Quantifier.DISTINCT_ON
                && block.groupBy() == null
                && block.having() == null
                && block.qualify() == null
                && block.into() == null
                && block.from().size() == 1
                && block.from().get(0) instanceof NamedTable table
                && table.columnAliases().isEmpty()
                && !Tree.any(block, Query.class::isInstance)
                && !Tree.any(order, Query.class::isInstance)
                && !changesRows(block)
                && !changesRows(order);
    }

    private static boolean changesRows(Node node) {
        return Tree.all(node, FunctionCall.class).stream()
                .anyMatch(call -> call.over() != null
                        || !Functions.isScalar(call)
                        || Functions.isVolatile(call)
                        || Functions.returnsSet(call));
    }

    private @Nullable NestedStatement rows(List<ColumnSchema> columns, SqlParser parser) {
        List<SelectItem> read = new ArrayList<>();
        columns.forEach(column -> read.add(MadeNodes.item(MadeNodes.column(NameQuoting.quotedName(column.name())))));
        List<SortItem> keys = new ArrayList<>();
        for (SortItem item : order.items()) {
            if (!SortKeyColumns.isConstant(item.expression())) {
                SortItem key = key(item);
                if (key == null) {
                    return null;
                }
                keys.add(key);
            }
        }
        Query first = new Query(
                Span.NONE,
                null,
                MadeNodes.select(read, block.from(), block.where()),
                keys.isEmpty() ? null : new OrderBy(Span.NONE, keys),
                query.limit(),
                List.of());
        QueryStatement statement = new QueryStatement(Span.NONE, first);
        return StepTemplate.of(statement, bound.parsed(), NestedPart.FIRST_ROWS, parser)
                .fill();
    }

    /** A key, with the select item that its name or position means in its place; null where it cannot be asked. */
    private @Nullable SortItem key(SortItem item) {
        Expression key = item.expression();
        ExpressionItem meant = items.item(key, bound);
        if (meant == null) {
            return SelectItems.position(key) == 0 && !readsAlias(key) ? item : null;
        }
        return meant.expression() instanceof Literal
                ? null
                : new SortItem(Span.NONE, MadeStatement.again(meant.expression()), item.descending(), item.nullOrder());
    }

    private boolean readsAlias(Expression key) {
        return Tree.all(key, ColumnReference.class).stream()
                .anyMatch(reference -> bound.origin(reference) instanceof ColumnOrigin.OfAlias);
    }
}
