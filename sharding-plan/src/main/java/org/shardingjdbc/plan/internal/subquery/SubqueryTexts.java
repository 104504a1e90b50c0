package org.shardingjdbc.plan.internal.subquery;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Decides whether a text that a subquery finds is compared as before when it is a parameter. The collation of a
 * comparison comes from its operands, and a parameter gives way to a column: so the column on the other side must have
 * the collation that the subquery's has. One per search.
 */
record SubqueryTexts(BoundStatement bound, Dialect dialect) {
    /**
     * Whether texts may be parameters.
     *
     * @param query whose values they are
     * @param others what they are compared with
     * @param ordering whether more than equality matters
     */
    boolean keeps(Query query, List<Expression> others, boolean ordering) {
        if (dialect.subqueries().textsCompareAlike()) {
            return true;
        }
        List<ColumnSchema> found = columns(query);
        if (found == null || others.isEmpty()) {
            return false;
        }
        for (Expression other : others) {
            List<Expression> operands = other instanceof RowExpression row ? row.items() : List.of(other);
            if (operands.size() != found.size()) {
                return false;
            }
            for (int i = 0; i < operands.size(); i++) {
                ColumnSchema column = operands.get(i) instanceof ColumnReference reference ? schema(reference) : null;
                if (column == null || found.get(i) == null || !alike(column, found.get(i), ordering)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether texts may be the parameters of a list that stands for the query. */
    boolean keepsInList(InQuery in) {
        // with the rows of a query it is compared in their type
        boolean wider = dialect.subqueries().listsWidenTypes()
                && Tree.any(in.value(), node -> node instanceof ColumnReference column && mayIgnoreCase(column));
        return !wider && keeps(in.query(), List.of(in.value()), false);
    }

    private boolean mayIgnoreCase(ColumnReference reference) {
        ColumnSchema column = schema(reference);
        return column == null || column.typeName().toUpperCase(Locale.ROOT).contains("IGNORECASE");
    }

    private boolean alike(ColumnSchema one, ColumnSchema other, boolean ordering) {
        boolean loose = isLoose(one) || isLoose(other);
        return Objects.equals(one.collation(), other.collation())
                || dialect.subqueries().equalInAllCollations() && !ordering && !loose;
    }

    private static boolean isLoose(ColumnSchema column) {
        return column.collation() != null && column.collation().startsWith("nondeterministic:");
    }

    /** The columns whose values the output has as they are; null when they are not known. */
    private @Nullable List<ColumnSchema> columns(Query query) {
        if (!(query.body() instanceof Select select)) {
            return null;
        }
        List<ColumnSchema> columns = new ArrayList<>();
        for (SelectItem item : select.items()) {
            if (!(item instanceof ExpressionItem expression)) {
                return null;
            }
            columns.add(column(expression.expression()));
        }
        return columns;
    }

    private @Nullable ColumnSchema column(Expression expression) {
        if (expression instanceof ColumnReference reference) {
            return schema(reference);
        }
        boolean kept = expression instanceof FunctionCall call
                && call.arguments().size() == 1
                && (Functions.builtIn(call).equals("min")
                        || Functions.builtIn(call).equals("max"));
        return kept ? column(((FunctionCall) expression).arguments().get(0)) : null;
    }

    private @Nullable ColumnSchema schema(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfQuery of) {
            origin = of.base();
        }
        return origin instanceof ColumnOrigin.OfTable of && of.table().schema() != null
                ? of.table().schema().column(of.column())
                : null;
    }
}
