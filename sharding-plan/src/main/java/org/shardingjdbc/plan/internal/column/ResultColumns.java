package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * The columns of a statement's rows: which of them are transformed columns as they are. The blocks of a set operation
 * have the same ones at the same places. One per planning of a statement.
 */
final class ResultColumns {
    private final BoundStatement bound;
    private final TransformedTables tables;
    private final ColumnRefusals refusals;
    private final Set<Node> blocks = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Those whose items may choose among columns: no other block names what they show. */
    private final Set<Node> choosing = Collections.newSetFromMap(new IdentityHashMap<>());

    ResultColumns(BoundStatement bound, TransformedTables tables, ColumnRefusals refusals) {
        this.bound = bound;
        this.tables = tables;
        this.refusals = refusals;
    }

    /** Whether the rows of a block are rows of the statement. */
    boolean isOf(@Nullable Node block) {
        return blocks.contains(block);
    }

    /** Whether a block may show what an expression chooses among columns. */
    boolean isChosen(@Nullable Node block) {
        return choosing.contains(block);
    }

    /**
     * Takes the blocks of derived tables and common table expressions for blocks whose columns are results: whoever
     * names such a column names the column of its table. Those of set operations are not known so.
     */
    void passThrough() {
        for (DerivedTable derived : bound.parsed().analysis().all(DerivedTable.class)) {
            passThrough(derived.query());
        }
        for (CommonTable common : bound.parsed().analysis().all(CommonTable.class)) {
            if (common.statement() instanceof QueryStatement query) {
                passThrough(query.query());
            }
        }
    }

    private void passThrough(Query query) {
        if (query.body() instanceof Select) {
            ofQuery(query);
        }
    }

    /** The columns of a statement's query, null entries for those of other values. */
    List<StoredColumn> of(Query query) {
        addChoosing(query.body());
        return ofQuery(query);
    }

    private void addChoosing(QueryBody body) {
        if (body instanceof NestedQuery nested) {
            addChoosing(nested.query().body());
        } else if (body instanceof SetOperation operation) {
            addChoosing(operation.left());
            addChoosing(operation.right());
        } else {
            choosing.add(body);
        }
    }

    private List<StoredColumn> ofQuery(Query query) {
        List<StoredColumn> columns = of(query.body(), query);
        if (query.orderBy() != null) {
            query.orderBy().items().forEach(item -> refuseOrder(item, columns, query));
        }
        return columns;
    }

    /** The columns that a write returns; none where it returns none, or all of its table. */
    List<StoredColumn> ofReturning(Statement statement) {
        Returning returning = null;
        if (statement instanceof InsertStatement insert) {
            returning = insert.returning();
        } else if (statement instanceof UpdateStatement update) {
            returning = update.returning();
        } else if (statement instanceof DeleteStatement delete) {
            returning = delete.returning();
        }
        if (returning == null || returning.items().stream().anyMatch(StarItem.class::isInstance)) {
            return List.of();
        }
        blocks.add(returning);
        List<StoredColumn> columns = new ArrayList<>();
        returning.items().forEach(item -> columns.add(column(((ExpressionItem) item).expression())));
        return columns;
    }

    private List<StoredColumn> of(QueryBody body, @Nullable Query query) {
        if (body instanceof NestedQuery nested) {
            return ofQuery(nested.query());
        }
        if (body instanceof SetOperation operation) {
            return ofBoth(operation, of(operation.left(), null), of(operation.right(), null));
        }
        return body instanceof Select select ? ofBlock(select, query) : List.of();
    }

    private List<StoredColumn> ofBlock(Select select, @Nullable Query query) {
        blocks.add(select);
        boolean star = select.items().stream().anyMatch(StarItem.class::isInstance);
        List<StoredColumn> columns = new ArrayList<>();
        if (!star) {
            for (SelectItem item : select.items()) {
                Expression expression = ((ExpressionItem) item).expression();
                columns.add(isChosen(select) ? tables.chosen(expression) : column(expression));
            }
        } else {
            List<OutputColumn> outputs = query == null ? null : bound.outputs(query);
            refuseUnknownStar(select, outputs);
            for (OutputColumn output : outputs == null ? List.<OutputColumn>of() : outputs) {
                columns.add(
                        output.base() == null
                                ? null
                                : tables.column(
                                        output.base().table(), output.base().column()));
            }
        }
        StoredColumn first = first(columns);
        if (first != null && select.into() != null) {
            refusals.refuse("SELECT ... INTO", select, first, "");
        }
        if (select.quantifier() == Quantifier.DISTINCT) {
            refuseUnequal("DISTINCT", select, columns);
        }
        for (Expression key : select.groupBy() == null
                ? List.<Expression>of()
                : select.groupBy().items()) {
            int position = SelectItems.position(key);
            if (position > 0 && position <= columns.size()) {
                refuseUnequal("GROUP BY", key, columns.subList(position - 1, position));
            }
        }
        return columns;
    }

    private void refuseUnknownStar(Select select, @Nullable List<OutputColumn> outputs) {
        for (Node from : select.from()) {
            StoredColumn column = outputs == null ? tables.anyBelow(from) : tables.differentIn(from);
            if (column != null) {
                refusals.refuse("*", select, column, ": name the columns");
            }
        }
    }

    /** The column that an expression is as it is, or null. */
    private @Nullable StoredColumn column(Expression expression) {
        return expression instanceof ColumnReference reference ? tables.named(reference) : null;
    }

    private List<StoredColumn> ofBoth(SetOperation operation, List<StoredColumn> left, List<StoredColumn> right) {
        List<StoredColumn> columns = new ArrayList<>();
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            StoredColumn of = i < left.size() ? left.get(i) : null;
            StoredColumn other = i < right.size() ? right.get(i) : null;
            StoredColumn either = of == null ? other : of;
            boolean alike = of != null && other != null && isSeenAlike(of, other);
            if (either != null && !alike && !isNull(of == null ? operation.left() : operation.right(), i)) {
                refusals.refuse(operation.operator().name(), operation, either, " with a column that is not so");
            }
            columns.add(either);
        }
        if (!operation.all()) {
            refuseUnequal(operation.operator().name(), operation, columns);
        }
        return columns;
    }

    private static boolean isSeenAlike(StoredColumn left, StoredColumn right) {
        return left.isStoredLike(right) && left.isSeenLike(right);
    }

    private static boolean isNull(QueryBody body, int position) {
        return body instanceof Select select
                && select.items().stream().noneMatch(StarItem.class::isInstance)
                && position < select.items().size()
                && ((ExpressionItem) select.items().get(position)).expression() instanceof Literal literal
                && literal.kind() == LiteralKind.NULL;
    }

    private void refuseUnequal(String construct, Node node, List<StoredColumn> columns) {
        for (StoredColumn column : columns) {
            if (column != null && !column.column().kept().tellsEquality()) {
                refusals.refuse(construct, node, column, " so that equal ones are not known");
            }
        }
    }

    /** An order by place, or by the name that a result column has. */
    private void refuseOrder(SortItem item, List<StoredColumn> columns, Query query) {
        int position = SelectItems.position(item.expression());
        StoredColumn column = position > 0 && position <= columns.size() ? columns.get(position - 1) : null;
        if (item.expression() instanceof ColumnReference reference && query.body() instanceof SetOperation) {
            column = labelled(reference, columns, query.body());
        }
        if (column != null && column.column().kept() != StoredProperty.EVERYTHING) {
            refusals.refuse("ORDER BY", item, column, "");
        }
    }

    private static @Nullable StoredColumn labelled(
            ColumnReference reference, List<StoredColumn> columns, QueryBody body) {
        if (body instanceof SetOperation operation) {
            StoredColumn left = labelled(reference, columns, operation.left());
            return left == null ? labelled(reference, columns, operation.right()) : left;
        }
        if (body instanceof NestedQuery nested) {
            return labelled(reference, columns, nested.query().body());
        }
        if (!(body instanceof Select select)) {
            return null;
        }
        if (select.items().stream().anyMatch(StarItem.class::isInstance)) {
            return first(columns);
        }
        for (int i = 0; i < select.items().size() && i < columns.size(); i++) {
            ExpressionItem item = (ExpressionItem) select.items().get(i);
            boolean named = item.alias() != null && isNamed(item.alias().text(), reference)
                    || item.expression() instanceof ColumnReference own
                            && isNamed(own.name().text(), reference);
            if (named && columns.get(i) != null) {
                return columns.get(i);
            }
        }
        return null;
    }

    private static boolean isNamed(String name, ColumnReference reference) {
        return reference.name().text().equalsIgnoreCase(name);
    }

    /** The first that is transformed, or null. */
    static @Nullable StoredColumn first(List<StoredColumn> columns) {
        for (StoredColumn column : columns) {
            if (column != null) {
                return column;
            }
        }
        return null;
    }
}
