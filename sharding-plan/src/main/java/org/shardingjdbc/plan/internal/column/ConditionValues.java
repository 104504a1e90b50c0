package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.route.internal.shape.Operand;
import org.shardingjdbc.rule.side.ColumnValueSet.SaidValue;

/**
 * The values that a column has in rows which meet a condition: those of {@code =}, IN and LIKE, whose pattern counts as
 * the value. Stateless.
 *
 * @param column whether a reference names the column
 */
record ConditionValues(Predicate<ColumnReference> column) {
    /** The values; null where the condition does not tell them. */
    @Nullable
    List<SaidValue> of(Expression condition) {
        if (condition instanceof Logical logical) {
            return logical.operator() == LogicalOperator.AND ? ofAnd(logical) : ofOr(logical);
        }
        if (condition instanceof Comparison comparison) {
            return ofComparison(comparison);
        }
        if (condition instanceof InList in && !in.negated()) {
            return ofAll(in.value(), in.items());
        }
        boolean like = condition instanceof Like pattern
                && pattern.operator().equalsIgnoreCase("LIKE")
                && !pattern.negated()
                && isColumn(pattern.value());
        return like ? ofAll(List.of(((Like) condition).pattern())) : null;
    }

    private @Nullable List<SaidValue> ofAnd(Logical and) {
        for (Expression operand : and.operands()) {
            List<SaidValue> values = of(operand);
            if (values != null) {
                return values;
            }
        }
        return null;
    }

    private @Nullable List<SaidValue> ofOr(Logical or) {
        if (or.operator() != LogicalOperator.OR) {
            return null;
        }
        List<SaidValue> all = new ArrayList<>();
        for (Expression operand : or.operands()) {
            List<SaidValue> values = of(operand);
            if (values == null) {
                return null;
            }
            all.addAll(values);
        }
        return all;
    }

    private @Nullable List<SaidValue> ofComparison(Comparison comparison) {
        boolean equal = comparison.operator() == ComparisonOperator.EQUAL
                || comparison.operator() == ComparisonOperator.NULL_SAFE_EQUAL;
        if (!equal) {
            return null;
        }
        List<SaidValue> values = ofAll(comparison.left(), List.of(comparison.right()));
        return values == null ? ofAll(comparison.right(), List.of(comparison.left())) : values;
    }

    /** The values where a column, or a row that has it, is equal to one of these. */
    private @Nullable List<SaidValue> ofAll(Expression compared, List<Expression> others) {
        if (isColumn(compared)) {
            return ofAll(others);
        }
        if (!(compared instanceof RowExpression row)) {
            return null;
        }
        for (int i = 0; i < row.items().size(); i++) {
            if (isColumn(row.items().get(i))) {
                return ofPlace(i, row.items().size(), others);
            }
        }
        return null;
    }

    private static @Nullable List<SaidValue> ofPlace(int place, int width, List<Expression> rows) {
        List<Expression> items = new ArrayList<>();
        for (Expression each : rows) {
            if (!(each instanceof RowExpression row) || row.items().size() != width) {
                return null;
            }
            items.add(row.items().get(place));
        }
        return ofAll(items);
    }

    private boolean isColumn(Expression expression) {
        return expression instanceof ColumnReference reference && column.test(reference);
    }

    private static @Nullable List<SaidValue> ofAll(List<Expression> expressions) {
        List<SaidValue> values = new ArrayList<>();
        for (Expression expression : expressions) {
            Operand operand = Operand.of(expression);
            if (operand == null) {
                return null;
            }
            values.add(operand::value);
        }
        return values;
    }
}
