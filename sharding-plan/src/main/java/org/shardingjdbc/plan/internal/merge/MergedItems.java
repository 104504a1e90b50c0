package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Items of the select list and keys of the order whose values only the merge knows: aggregates, and what is computed of
 * them. One per plan; not thread-safe.
 */
final class MergedItems {
    private final BoundStatement bound;
    private final Refusals refusals;
    private final Draft draft;
    private final GroupItems groups;
    private final Aggregates aggregates;
    private final FormulaReader formulas;
    private final List<ComputedColumn> computed = new ArrayList<>();

    MergedItems(Compilation compilation, Draft draft, GroupItems groups, Aggregates aggregates, Refusals refusals) {
        this.bound = compilation.bound();
        this.refusals = refusals;
        this.draft = draft;
        this.groups = groups;
        this.aggregates = aggregates;
        this.formulas = new FormulaReader(bound, draft, aggregates, groups::column, refusals);
    }

    /** Those that are computed, when all were added. */
    List<ComputedColumn> computed() {
        return computed;
    }

    /** What the merge evaluates; refused where it cannot. */
    Formula formula(Expression expression) {
        return formulas.read(expression);
    }

    /** Adds what the merge has to do for an item of the select list. */
    void add(SelectItem item) {
        if (item instanceof StarItem || !(item instanceof ExpressionItem expressionItem)) {
            if (groups.isEmpty()) {
                refusals.refuse(ErrorCode.AGGREGATE_NOT_MERGED, "* beside an aggregate", item);
            }
            return;
        }
        Expression expression = expressionItem.expression();
        int column = draft.columns().position(expressionItem);
        if (!hasAggregate(expression)) {
            checkPlainItem(expression);
        } else if (expression instanceof FunctionCall call && Functions.isAggregate(call)) {
            aggregates.add(call, column);
        } else {
            computed.add(new ComputedColumn(column, formulas.read(expression)));
        }
    }

    /**
     * What is no aggregate has one value in a group, which any shard's row of the group has; without groups it must be
     * constant.
     */
    private void checkPlainItem(Expression expression) {
        if (groups.isEmpty()
                && Tree.any(expression, node -> node instanceof ColumnReference || node instanceof Query)) {
            refusals.refuse(
                    ErrorCode.AGGREGATE_NOT_MERGED, refusals.excerpt(expression) + " beside an aggregate", expression);
        }
    }

    /** Beside DISTINCT aggregates without groups there may be no row to read a constant from. */
    void addConstants() {
        if (!groups.isEmpty() || aggregates.distinctArguments().isEmpty()) {
            return;
        }
        for (SelectItem item : draft.block().items()) {
            Expression expression = ((ExpressionItem) item).expression();
            if (!hasAggregate(expression)) {
                computed.add(
                        new ComputedColumn(draft.columns().position((ExpressionItem) item), formulas.read(expression)));
            }
        }
    }

    /**
     * An order by aggregates that are not selected sorts by derived columns, which must be merged like selected ones.
     */
    void addAggregatesOf(SortItem item) {
        Expression key = draft.items().resolve(item.expression(), bound);
        if (!readsAggregate(key) || draft.keys().column(item.expression()) > 0) {
            return;
        }
        if (key instanceof FunctionCall call && Functions.isAggregate(call)) {
            aggregates.column(call);
        } else {
            int column = draft.columns().derive(key, "ORDER_BY_DERIVED");
            computed.add(new ComputedColumn(column, formulas.read(key)));
        }
    }

    /** Whether an expression has an aggregate, or names an item that has one. */
    boolean readsAggregate(Expression expression) {
        if (hasAggregate(expression)) {
            return true;
        }
        for (ColumnReference reference : Tree.outsideQueries(expression, ColumnReference.class)) {
            if (bound.origin(reference) instanceof ColumnOrigin.OfAlias alias && hasAggregate(alias.item())) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAggregate(Node node) {
        return Tree.outsideQueries(node, FunctionCall.class).stream().anyMatch(Functions::isAggregate);
    }
}
