package org.shardingjdbc.plan.internal.merge;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
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
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.merge.ComputedTypes.Typed;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.ParameterDemand;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Turns an expression over aggregates and group keys into a formula that the merge evaluates, where
 * {@link ComputedTypes} prove each part of it, or refuses it. One per plan.
 */
final class FormulaReader {
    private final BoundStatement bound;
    private final Draft draft;
    private final Aggregates aggregates;
    private final ToIntFunction<Expression> groupColumn;
    private final SourcePositions positions;
    private final ColumnTypes types;
    private final ComputedTypes rules;

    /** @param groupColumn the column of the group key that an expression is, or 0 */
    FormulaReader(
            BoundStatement bound,
            Draft draft,
            Aggregates aggregates,
            ToIntFunction<Expression> groupColumn,
            SourcePositions positions,
            ColumnTypes types) {
        this.bound = bound;
        this.draft = draft;
        this.aggregates = aggregates;
        this.groupColumn = groupColumn;
        this.positions = positions;
        this.types = types;
        this.rules = new ComputedTypes(positions, types);
    }

    /** By what all that was read is proved. */
    List<Evidence> evidence() {
        return rules.evidence();
    }

    /** What parameters must be so that all that was read may be computed. */
    List<ParameterDemand> demands() {
        return rules.demands();
    }

    /** A value, of whatever type. */
    Decision<Formula> value(Expression expression) {
        return read(expression).then(read -> {
            rules.ofValue(read);
            return read.formula();
        });
    }

    /** What holds or does not. */
    Decision<Formula> condition(Expression expression) {
        return read(expression).decide(read -> proved(rules.ofCondition(read), read::formula));
    }

    private Decision<Typed> read(Expression expression) {
        int group = groupColumn.applyAsInt(expression);
        if (group > 0) {
            return new Decision.Proved<>(Typed.of(expression, new Formula.Column(group), type(expression)));
        }
        if (expression instanceof FunctionCall call && Functions.isAggregate(call)) {
            return aggregates
                    .column(call)
                    .then(column -> Typed.of(expression, new Formula.Column(column), type(expression)));
        }
        if (expression instanceof Literal literal) {
            return constant(literal);
        }
        if (expression instanceof Parameter parameter) {
            Formula value = new Formula.StatementParameter(parameter.index());
            return new Decision.Proved<>(Typed.of(expression, value, SortKeyType.BY_TYPE));
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
            return readAll(call.arguments())
                    .decide(read -> proved(
                            rules.ofCoalesce(call, read.get(0)),
                            () -> Typed.of(
                                    call,
                                    new Formula.Coalesce(formulas(read)),
                                    read.get(0).type())));
        }
        return truth(expression).then(formula -> Typed.truth(expression, formula));
    }

    private SortKeyType type(Expression expression) {
        return expression instanceof Literal || expression instanceof Parameter
                ? SortKeyType.BY_TYPE
                : draft.types().of(expression);
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

    private Decision<Typed> constant(Literal literal) {
        Formula formula =
                switch (literal.kind()) {
                    case INTEGER, DECIMAL, STRING, BOOLEAN, NULL -> new Formula.Constant(literal.value());
                    case APPROXIMATE ->
                        new Formula.Approximate(
                                (BigDecimal) Objects.requireNonNull(literal.value(), "NULL alone has no value"));
                    default -> null;
                };
        return formula == null
                ? refused(literal)
                : new Decision.Proved<>(new Typed(literal, formula, SortKeyType.BY_TYPE, literal.kind()));
    }

    private Decision<Typed> arithmetic(Operation operation) {
        boolean known = operation.operator().length() == 1 && "+-*".contains(operation.operator());
        if (!known || operation.operands().isEmpty()) {
            return refused(operation);
        }
        char operator = operation.operator().charAt(0);
        return readAll(operation.operands())
                .decide(read -> proved(
                        rules.ofCalculation(operation, read),
                        () -> Typed.of(
                                operation, calculated(operator, formulas(read)), SortKeyType.of(ValueOrder.NUMBER))));
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

    /** What is a truth value by its form. */
    private Decision<Formula> truth(Expression expression) {
        if (expression instanceof Comparison comparison) {
            return comparison(comparison);
        }
        if (expression instanceof Logical logical && logical.operator() != LogicalOperator.XOR) {
            boolean and = logical.operator() == LogicalOperator.AND;
            return Decision.all(logical.operands(), this::condition)
                    .then(operands -> and ? new Formula.And(operands) : new Formula.Or(operands));
        }
        if (expression instanceof Not not) {
            return condition(not.operand()).then(Formula.Negation::new);
        }
        if (expression instanceof IsTest test && test.test().equals("NULL")) {
            // whatever a number is, and however it is sent, it is there or not
            return read(test.value()).then(read -> negated(new Formula.IsNull(read.formula()), test.negated()));
        }
        if (expression instanceof Between between && !between.symmetric()) {
            return compare(">=", between.value(), between.low())
                    .decide(low -> compare("<=", between.value(), between.high())
                            .then(high -> negated(range(low, high), between.negated())));
        }
        if (expression instanceof InList in) {
            return Decision.all(in.items(), item -> compare("=", in.value(), item))
                    .then(equal -> negated(oneOf(in, equal), in.negated()));
        }
        return refused(expression);
    }

    private Formula range(Formula.Compare low, Formula.Compare high) {
        return types.rangesHaveOneType() ? new Formula.Range(low, high) : new Formula.And(List.of(low, high));
    }

    /** Where lists have one type, that is of several items without columns; each other one is compared by itself. */
    private Formula oneOf(InList in, List<Formula.Compare> equal) {
        if (!types.listsHaveOneType()) {
            return oneOf(equal, false);
        }
        List<Formula.Compare> listed = new ArrayList<>();
        List<Formula> alone = new ArrayList<>();
        for (int i = 0; i < equal.size(); i++) {
            if (Tree.any(in.items().get(i), ColumnReference.class::isInstance)) {
                alone.add(equal.get(i));
            } else {
                listed.add(equal.get(i));
            }
        }
        if (listed.size() < 2) {
            return equal.size() == 1 ? equal.get(0) : new Formula.Or(List.copyOf(equal));
        }
        alone.add(0, oneOf(listed, true));
        return alone.size() == 1 ? alone.get(0) : new Formula.Or(alone);
    }

    /** All of them compare one value. */
    private static Formula oneOf(List<Formula.Compare> equal, boolean oneType) {
        Formula.Compare first = equal.get(0);
        List<Formula> items = equal.stream().map(Formula.Compare::right).toList();
        return new Formula.In(first.left(), items, first.order(), oneType);
    }

    private static Formula negated(Formula formula, boolean negated) {
        return negated ? new Formula.Negation(formula) : formula;
    }

    private Decision<List<Typed>> readAll(List<Expression> expressions) {
        return Decision.all(expressions, this::read);
    }

    private static List<Formula> formulas(List<Typed> read) {
        return read.stream().map(Typed::formula).toList();
    }

    private Decision<Formula> comparison(Comparison comparison) {
        ComparisonOperator operator = comparison.operator();
        if (operator == ComparisonOperator.NULL_SAFE_EQUAL || operator == ComparisonOperator.DISTINCT_FROM) {
            return refused(comparison);
        }
        return compare(operator.text(), comparison.left(), comparison.right()).then(compare -> compare);
    }

    private Decision<Formula.Compare> compare(String operator, Expression left, Expression right) {
        return read(left).decide(one -> read(right).decide(other -> compare(operator, one, other)));
    }

    private Decision<Formula.Compare> compare(String operator, Typed left, Typed right) {
        ValueOrder order = rules.order(operator, left, right);
        return proved(
                rules.ofComparison(operator, left, right, order),
                () -> new Formula.Compare(
                        operator, left.formula(), right.formula(), Objects.requireNonNull(order, "it has one")));
    }

    private <T> Decision<T> proved(Verdict verdict, Supplier<T> way) {
        return verdict instanceof Verdict.Refused refused
                ? new Decision.Refused<>(refused.reason(positions))
                : new Decision.Proved<>(way.get());
    }

    private <T> Decision<T> refused(Expression expression) {
        return new Decision.Refused<>(
                positions.refuse(ErrorCode.EXPRESSION_NOT_MERGED, positions.excerpt(expression), expression));
    }
}
