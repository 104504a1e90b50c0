package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Comparison;
import org.shardingjdbc.parser.internal.ast.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.InList;
import org.shardingjdbc.parser.internal.ast.Like;
import org.shardingjdbc.parser.internal.ast.Logical;
import org.shardingjdbc.parser.internal.ast.LogicalOperator;
import org.shardingjdbc.route.internal.shape.Operand;
import org.shardingjdbc.rule.side.SaidValues.SaidValue;

/**
 * The values that a column has in rows which meet a condition: those of {@code =}, IN and LIKE, whose pattern counts as
 * the value. Stateless.
 *
 * @param column whether a reference names the column
 */
record ConditionValues(Predicate<ColumnReference> column) {
    /** The values; null where the condition does not tell them. */
    List<SaidValue> of(Expression condition) {
        if (condition instanceof Logical logical) {
            return logical.operator() == LogicalOperator.AND ? ofAnd(logical) : ofOr(logical);
        }
        if (condition instanceof Comparison comparison) {
            return ofComparison(comparison);
        }
        if (condition instanceof InList in && !in.negated() && isColumn(in.value())) {
            return ofAll(in.items());
        }
        boolean like = condition instanceof Like pattern
                && pattern.operator().equalsIgnoreCase("LIKE")
                && !pattern.negated()
                && isColumn(pattern.value());
        return like ? ofAll(List.of(((Like) condition).pattern())) : null;
    }

    private List<SaidValue> ofAnd(Logical and) {
        for (Expression operand : and.operands()) {
            List<SaidValue> values = of(operand);
            if (values != null) {
                return values;
            }
        }
        return null;
    }

    private List<SaidValue> ofOr(Logical or) {
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

    private List<SaidValue> ofComparison(Comparison comparison) {
        boolean equal = comparison.operator() == ComparisonOperator.EQUAL
                || comparison.operator() == ComparisonOperator.NULL_SAFE_EQUAL;
        if (!equal) {
            return null;
        }
        if (isColumn(comparison.left())) {
            return ofAll(List.of(comparison.right()));
        }
        return isColumn(comparison.right()) ? ofAll(List.of(comparison.left())) : null;
    }

    private boolean isColumn(Expression expression) {
        return expression instanceof ColumnReference reference && column.test(reference);
    }

    private static List<SaidValue> ofAll(List<Expression> expressions) {
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
