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
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.ParameterDemand;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Items of the select list and keys of the order whose values only the merge knows: aggregates, and what is computed of
 * them. One per plan; not thread-safe.
 */
final class MergedItems {
    private final BoundStatement bound;
    private final SourcePositions positions;
    private final Draft draft;
    private final GroupItems groups;
    private final Aggregates aggregates;
    private final FormulaReader formulas;
    private final List<ComputedColumn> computed = new ArrayList<>();

    MergedItems(Compilation compilation, Draft draft, GroupItems groups, Aggregates aggregates) {
        this.bound = compilation.bound();
        this.positions = compilation.positions();
        this.draft = draft;
        this.groups = groups;
        this.aggregates = aggregates;
        this.formulas = new FormulaReader(
                bound,
                draft,
                aggregates,
                groups::column,
                positions,
                compilation.dialect().types());
    }

    /** Those that are computed, when all were added. */
    List<ComputedColumn> computed() {
        return computed;
    }

    /** By what it is proved that these values may be computed. */
    List<Evidence> evidence() {
        return formulas.evidence();
    }

    /** What parameters must be so that these values may be computed. */
    List<ParameterDemand> demands() {
        return formulas.demands();
    }

    /** What the merge filters by; refused where it cannot. */
    Decision<Formula> condition(Expression expression) {
        return formulas.condition(expression);
    }

    /**
     * Adds what the merge has to do for an item of the select list.
     *
     * @return the column that the item is; 0 for a star
     */
    Decision<Integer> add(SelectItem item) {
        if (item instanceof StarItem || !(item instanceof ExpressionItem expressionItem)) {
            return groups.isEmpty() ? notMerged("* beside an aggregate", item) : new Decision.Proved<>(0);
        }
        Expression expression = expressionItem.expression();
        int column = draft.columns().position(expressionItem);
        if (column == 0) {
            return new Decision.Refused<>(positions.refuseAt(ErrorCode.COLUMNS_UNKNOWN, item));
        }
        if (!hasAggregate(expression)) {
            return isPlain(expression)
                    ? new Decision.Proved<>(column)
                    : notMerged(positions.excerpt(expression) + " beside an aggregate", expression);
        }
        return expression instanceof FunctionCall call && Functions.isAggregate(call)
                ? aggregates.add(call, column)
                : compute(expression, column);
    }

    private Decision<Integer> compute(Expression expression, int column) {
        return formulas.value(expression).then(formula -> {
            computed.add(new ComputedColumn(column, formula));
            return column;
        });
    }

    private Decision<Integer> notMerged(String what, Node node) {
        return new Decision.Refused<>(positions.refuse(ErrorCode.AGGREGATE_NOT_MERGED, what, node));
    }

    /**
     * What is no aggregate has one value in a group, which any shard's row of the group has; without groups it must be
     * constant.
     */
    private boolean isPlain(Expression expression) {
        return !groups.isEmpty()
                || !Tree.any(expression, node -> node instanceof ColumnReference || node instanceof Query);
    }

    /** Beside DISTINCT aggregates without groups there may be no row to read a constant from. */
    Decision<List<Integer>> addConstants() {
        if (!groups.isEmpty() || aggregates.distinctArguments().isEmpty()) {
            return new Decision.Proved<>(List.of());
        }
        List<ExpressionItem> constants = draft.block().items().stream()
                .map(ExpressionItem.class::cast)
                .filter(item -> !hasAggregate(item.expression()))
                .toList();
        return Decision.all(
                constants, item -> compute(item.expression(), draft.columns().position(item)));
    }

    /**
     * An order by aggregates that are not selected sorts by derived columns, which must be merged like selected ones.
     *
     * @return the column of the aggregate; 0 where the item needs none
     */
    Decision<Integer> addAggregatesOf(SortItem item) {
        Expression key = draft.items().resolve(item.expression(), bound);
        if (!readsAggregate(key) || draft.keys().column(item.expression()) > 0) {
            return new Decision.Proved<>(0);
        }
        return key instanceof FunctionCall call && Functions.isAggregate(call)
                ? aggregates.column(call)
                : compute(key, draft.columns().derive(key, "ORDER_BY_DERIVED"));
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
