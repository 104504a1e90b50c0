package org.shardingjdbc.plan.internal.merge;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Turns an expression over aggregates and group keys into a formula that the merge evaluates, or refuses it. One per
 * plan.
 */
final class FormulaReader {
    private final BoundStatement bound;
    private final Draft draft;
    private final Aggregates aggregates;
    private final ToIntFunction<Expression> groupColumn;
    private final SourcePositions positions;

    /** @param groupColumn the column of the group key that an expression is, or 0 */
    FormulaReader(
            BoundStatement bound,
            Draft draft,
            Aggregates aggregates,
            ToIntFunction<Expression> groupColumn,
            SourcePositions positions) {
        this.bound = bound;
        this.draft = draft;
        this.aggregates = aggregates;
        this.groupColumn = groupColumn;
        this.positions = positions;
    }

    Decision<Formula> read(Expression expression) {
        int group = groupColumn.applyAsInt(expression);
        if (group > 0) {
            return new Decision.Proved<>(new Formula.Column(group));
        }
        if (expression instanceof FunctionCall call && Functions.isAggregate(call)) {
            return aggregates.column(call).then(Formula.Column::new);
        }
        if (expression instanceof Literal literal) {
            return constant(literal);
        }
        if (expression instanceof Parameter parameter) {
            return new Decision.Proved<>(new Formula.StatementParameter(parameter.index()));
        }
        if (expression instanceof ColumnReference reference
                && bound.origin(reference) instanceof ColumnOrigin.OfAlias alias
                && alias.item() instanceof ExpressionItem item) {
            return read(item.expression());
        }
        if (expression instanceof Operation operation) {
            return arithmetic(operation);
        }
        if (expression instanceof FunctionCall call && isCoalesce(call)) {
            return readAll(call.arguments()).then(Formula.Coalesce::new);
        }
        return condition(expression);
    }

    /** {@code COALESCE(SUM(a), 0)}: whole numbers do not widen the type of a number. */
    private static boolean isCoalesce(FunctionCall call) {
        boolean known = Functions.builtIn(call).equals("coalesce")
                || Functions.builtIn(call).equals("ifnull");
        if (!known || call.arguments().size() < 2 || !(call.arguments().get(0) instanceof FunctionCall)) {
            return false;
        }
        for (Expression argument : call.arguments().subList(1, call.arguments().size())) {
            if (SelectItems.position(argument) == 0 && !isZero(argument)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(Expression expression) {
        return expression instanceof Literal literal && Long.valueOf(0).equals(literal.value());
    }

    private Decision<Formula> constant(Literal literal) {
        return switch (literal.kind()) {
            case INTEGER, DECIMAL, STRING, BOOLEAN, NULL ->
                new Decision.Proved<>(new Formula.Constant(literal.value()));
            case APPROXIMATE ->
                new Decision.Proved<>(new Formula.Approximate(
                        (BigDecimal) Objects.requireNonNull(literal.value(), "NULL alone has no value")));
            default -> refused(literal);
        };
    }

    private Decision<Formula> arithmetic(Operation operation) {
        List<Expression> operands = operation.operands();
        boolean known = operation.operator().length() == 1 && "+-*".contains(operation.operator());
        if (!known || operands.isEmpty()) {
            return refused(operation);
        }
        for (Expression operand : operands) {
            SortKeyType type = isConstant(operand) ? SortKeyType.of(ValueOrder.NUMBER) : type(operand);
            if (type.order() != ValueOrder.NUMBER || type.form() != null) {
                // what a date less a date is, or a text plus one, each database says for itself
                return refused(operation);
            }
        }
        char operator = operation.operator().charAt(0);
        return readAll(operands).then(read -> calculated(operator, read));
    }

    private static Formula calculated(char operator, List<Formula> operands) {
        Formula result = operands.get(0);
        if (operands.size() == 1) {
            return operator == '-' ? new Formula.Negative(result) : result;
        }
        for (Formula operand : operands.subList(1, operands.size())) {
            result = new Formula.Arithmetic(operator, result, operand);
        }
        return result;
    }

    private Decision<Formula> condition(Expression expression) {
        if (expression instanceof Comparison comparison) {
            return comparison(comparison);
        }
        if (expression instanceof Logical logical && logical.operator() != LogicalOperator.XOR) {
            boolean and = logical.operator() == LogicalOperator.AND;
            return readAll(logical.operands())
                    .then(operands -> and ? new Formula.And(operands) : new Formula.Or(operands));
        }
        if (expression instanceof Not not) {
            return read(not.operand()).then(Formula.Negation::new);
        }
        if (expression instanceof IsTest test && test.test().equals("NULL")) {
            return read(test.value()).then(value -> negated(new Formula.IsNull(value), test.negated()));
        }
        if (expression instanceof Between between && !between.symmetric()) {
            return compare(">=", between.value(), between.low())
                    .decide(low -> compare("<=", between.value(), between.high())
                            .then(high -> negated(new Formula.And(List.of(low, high)), between.negated())));
        }
        if (expression instanceof InList in) {
            return Decision.all(in.items(), item -> compared("=", in.value(), item))
                    .then(equal -> negated(oneOf(equal), in.negated()));
        }
        return refused(expression);
    }

    /** All of them compare one value. */
    private static Formula oneOf(List<Formula.Compare> equal) {
        Formula.Compare first = equal.get(0);
        return new Formula.In(
                first.left(), equal.stream().map(Formula.Compare::right).toList(), first.order());
    }

    private static Formula negated(Formula formula, boolean negated) {
        return negated ? new Formula.Negation(formula) : formula;
    }

    private Decision<List<Formula>> readAll(List<Expression> expressions) {
        return Decision.all(expressions, this::read);
    }

    private Decision<Formula> comparison(Comparison comparison) {
        ComparisonOperator operator = comparison.operator();
        if (operator == ComparisonOperator.NULL_SAFE_EQUAL || operator == ComparisonOperator.DISTINCT_FROM) {
            return refused(comparison);
        }
        return compare(operator.text(), comparison.left(), comparison.right());
    }

    private Decision<Formula> compare(String operator, Expression left, Expression right) {
        return compared(operator, left, right).then(compare -> compare);
    }

    private Decision<Formula.Compare> compared(String operator, Expression left, Expression right) {
        SortKeyType type = isConstant(left) ? type(right) : type(left);
        boolean equality = operator.equals("=") || operator.equals("<>");
        ValueOrder order = type.order() == null && equality ? type.equality() : type.order();
        boolean formed = type.form() != null || type(right).form() != null;
        if (order == null || formed || comparesTextWithOther(order, left, right)) {
            return new Decision.Refused<>(refusal(left));
        }
        return read(left).decide(one -> read(right).then(other -> new Formula.Compare(operator, one, other, order)));
    }

    private static boolean isConstant(Expression expression) {
        return expression instanceof Literal || expression instanceof Parameter;
    }

    private SortKeyType type(Expression expression) {
        return isConstant(expression) ? SortKeyType.BY_TYPE : draft.types().of(expression);
    }

    private static boolean comparesTextWithOther(ValueOrder order, Expression left, Expression right) {
        boolean text = isText(left) || isText(right);
        boolean textOrder = order == ValueOrder.UTF16
                || order == ValueOrder.CODE_POINTS
                || order == ValueOrder.UTF16_TRIMMED
                || order == ValueOrder.UTF16_IGNORE_CASE
                || order == ValueOrder.CODE_POINTS_PADDED
                || order == ValueOrder.CODE_POINTS_TRIMMED
                || order == ValueOrder.EQUALITY_ONLY;
        return text && !textOrder;
    }

    private static boolean isText(Expression expression) {
        return expression instanceof Literal literal && literal.kind() == LiteralKind.STRING;
    }

    private Decision<Formula> refused(Expression expression) {
        return new Decision.Refused<>(refusal(expression));
    }

    private ShardingException refusal(Expression expression) {
        return positions.refuse(ErrorCode.EXPRESSION_NOT_MERGED, positions.excerpt(expression), expression);
    }
}
