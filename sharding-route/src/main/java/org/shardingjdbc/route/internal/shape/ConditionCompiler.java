package org.shardingjdbc.route.internal.shape;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.route.internal.bind.AlignmentClass;

/**
 * Turns conditions into a disjunction of alternatives over the sharding columns: where the conditions are true, one of
 * the alternatives is. What is not understood restricts nothing. NOT is pushed inwards, which three-valued logic
 * allows: where NOT (a < b) is true, a >= b is true. Beyond {@link #MAX_ALTERNATIVES} a conjunct is left out.
 */
final class ConditionCompiler {
    /** How many alternatives one execution evaluates at most. */
    static final int MAX_ALTERNATIVES = 64;

    private static final List<Alternative> TRUE = List.of(Alternative.ALL);
    private static final List<Alternative> FALSE = List.of();
    private static final int[] NONE = {};

    private final AlignmentClass.Root root;
    /** Whether the condition was stated where the root's table stands, and not outside of an outer join around it. */
    private boolean own;

    private ConditionCompiler(AlignmentClass.Root root) {
        this.root = root;
    }

    /** The alternatives of all conditions of a root; empty means that they contradict each other. */
    static List<Alternative> compile(AlignmentClass.Root root) {
        ConditionCompiler compiler = new ConditionCompiler(root);
        List<Alternative> all = TRUE;
        for (Expression condition : root.conditions()) {
            compiler.own = root.isOwn(condition);
            all = and(all, compiler.alternatives(condition, false));
        }
        return all;
    }

    private List<Alternative> alternatives(Expression condition, boolean negated) {
        if (condition instanceof Not not) {
            return alternatives(not.operand(), !negated);
        }
        if (condition instanceof Logical logical) {
            return logical(logical, negated);
        }
        if (condition instanceof Comparison comparison) {
            return comparison(comparison, negated);
        }
        if (condition instanceof InList in) {
            return in.negated() == negated ? in(in) : TRUE;
        }
        if (condition instanceof Between between) {
            return between(between, between.negated() != negated);
        }
        if (condition instanceof IsTest test
                && !test.negated()
                && !negated
                && test.test().equals("TRUE")) {
            return alternatives(test.value(), false);
        }
        if (condition instanceof IsTest test
                && !test.negated()
                && !negated
                && test.test().equals("NULL")) {
            return isNull(test.value());
        }
        return condition instanceof Literal literal ? truth(literal, negated) : TRUE;
    }

    /** Rows of the table itself that have NULL lie where its placement says. */
    private List<Alternative> isNull(Expression value) {
        int column = own && value instanceof ColumnReference reference ? root.ownPosition(reference) : -1;
        Object placement = column < 0 ? null : root.sharded().nullPlacement(column, root.keySchema(column));
        return placement == null
                ? TRUE
                : only(
                        new int[] {column},
                        key -> new Restriction.Points(key, List.of(new Operand.PlacedNull(placement)), false));
    }

    private List<Alternative> logical(Logical logical, boolean negated) {
        if (logical.operator() == LogicalOperator.XOR) {
            return TRUE;
        }
        boolean conjunction = (logical.operator() == LogicalOperator.AND) != negated;
        List<Alternative> all = conjunction ? TRUE : FALSE;
        if (!conjunction) {
            Disjunction disjunction =
                    new Disjunction(root.sharded().shardingColumns().size());
            for (Expression operand : logical.operands()) {
                disjunction.add(alternatives(operand, negated));
            }
            return disjunction.alternatives();
        }
        for (Expression operand : logical.operands()) {
            all = and(all, alternatives(operand, negated));
        }
        return all;
    }

    /** The product of both, or of too many alternatives the side with fewer: leaving out a conjunct only widens. */
    private static List<Alternative> and(List<Alternative> one, List<Alternative> other) {
        if (one.size() * (long) other.size() > MAX_ALTERNATIVES) {
            return one.size() <= other.size() ? one : other;
        }
        if (one == TRUE || other == TRUE) {
            return one == TRUE ? other : one;
        }
        List<Alternative> product = new ArrayList<>();
        for (Alternative left : one) {
            for (Alternative right : other) {
                product.add(left.and(right));
            }
        }
        return product;
    }

    private List<Alternative> comparison(Comparison comparison, boolean negated) {
        ComparisonOperator operator = negated ? opposite(comparison.operator()) : comparison.operator();
        if (operator == null) {
            return TRUE;
        }
        Expression left = comparison.left();
        Expression right = comparison.right();
        if (left instanceof RowExpression row && right instanceof RowExpression other) {
            boolean equal = operator == ComparisonOperator.EQUAL
                    && row.items().size() == other.items().size();
            return equal ? rowEqual(row, other) : TRUE;
        }
        int[] columns = keys(left);
        if (columns.length > 0) {
            return compared(columns, operator, Operand.of(right));
        }
        columns = keys(right);
        if (columns.length > 0) {
            return compared(columns, operator.mirrored(), Operand.of(left));
        }
        return constants(left, operator, right);
    }

    /** The operator that is true where the given one is false; null when that restricts nothing. */
    private static @Nullable ComparisonOperator opposite(ComparisonOperator operator) {
        return switch (operator) {
            case LESS -> ComparisonOperator.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> ComparisonOperator.GREATER;
            case GREATER -> ComparisonOperator.LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> ComparisonOperator.LESS;
            case NOT_EQUAL -> ComparisonOperator.EQUAL;
            case DISTINCT_FROM -> ComparisonOperator.NULL_SAFE_EQUAL;
            case EQUAL -> ComparisonOperator.NOT_EQUAL;
            case NULL_SAFE_EQUAL -> null;
        };
    }

    private List<Alternative> rowEqual(RowExpression row, RowExpression other) {
        List<Alternative> all = TRUE;
        for (int i = 0; i < row.items().size(); i++) {
            Expression item = row.items().get(i);
            Expression itsItem = other.items().get(i);
            all = and(all, compared(keys(item), ComparisonOperator.EQUAL, Operand.of(itsItem)));
            all = and(all, compared(keys(itsItem), ComparisonOperator.EQUAL, Operand.of(item)));
        }
        return all;
    }

    private static List<Alternative> compared(int[] columns, ComparisonOperator operator, @Nullable Operand value) {
        if (value == null || columns.length == 0) {
            return TRUE;
        }
        return switch (operator) {
            case EQUAL -> only(columns, column -> new Restriction.Points(column, List.of(value), false));
            case NULL_SAFE_EQUAL -> only(columns, column -> new Restriction.Points(column, List.of(value), true));
            case LESS -> only(columns, column -> new Restriction.Range(column, null, false, value, false));
            case LESS_OR_EQUAL -> only(columns, column -> new Restriction.Range(column, null, false, value, true));
            case GREATER -> only(columns, column -> new Restriction.Range(column, value, false, null, false));
            case GREATER_OR_EQUAL -> only(columns, column -> new Restriction.Range(column, value, true, null, false));
            case NOT_EQUAL, DISTINCT_FROM -> TRUE;
        };
    }

    /** One condition, which may say the same of several columns. */
    private static List<Alternative> only(int[] columns, IntFunction<Restriction> restriction) {
        List<Restriction> restrictions = new ArrayList<>(columns.length);
        for (int column : columns) {
            restrictions.add(restriction.apply(column));
        }
        return List.of(new Alternative(restrictions));
    }

    private List<Alternative> in(InList in) {
        if (in.value() instanceof RowExpression row) {
            return rowIn(row, in.items());
        }
        int[] columns = keys(in.value());
        List<Operand> operands = columns.length == 0 ? null : operands(in.items());
        return operands == null ? TRUE : only(columns, column -> new Restriction.Points(column, operands, false));
    }

    /** All items as operands, or null when one is something else. */
    static @Nullable List<Operand> operands(List<Expression> items) {
        List<Operand> operands = new ArrayList<>(items.size());
        for (Expression item : items) {
            Operand operand = Operand.of(item);
            if (operand == null) {
                return null;
            }
            operands.add(operand);
        }
        return operands;
    }

    /** Few rows are alternatives; of many each column is restricted by itself. */
    private List<Alternative> rowIn(RowExpression row, List<Expression> items) {
        Disjunction disjunction =
                new Disjunction(root.sharded().shardingColumns().size());
        List<Alternative> byColumn = TRUE;
        boolean few = items.size() <= MAX_ALTERNATIVES;
        for (int i = 0; i < row.items().size(); i++) {
            int[] columns = keys(row.items().get(i));
            List<Expression> values = new ArrayList<>();
            for (Expression item : items) {
                boolean fits = item instanceof RowExpression value
                        && value.items().size() == row.items().size();
                if (!fits) {
                    return TRUE;
                }
                values.add(((RowExpression) item).items().get(i));
            }
            List<Operand> operands = columns.length == 0 ? null : operands(values);
            if (operands != null) {
                byColumn = and(byColumn, only(columns, column -> new Restriction.Points(column, operands, false)));
            }
        }
        if (!few) {
            return byColumn;
        }
        for (Expression item : items) {
            disjunction.add(rowEqual(row, (RowExpression) item));
        }
        return disjunction.alternatives();
    }

    private List<Alternative> between(Between between, boolean negated) {
        int[] columns = keys(between.value());
        if (columns.length == 0 || between.symmetric()) {
            return TRUE;
        }
        Operand low = Operand.of(between.low());
        Operand high = Operand.of(between.high());
        if (!negated) {
            return low == null && high == null
                    ? TRUE
                    : only(columns, column -> new Restriction.Range(column, low, true, high, true));
        }
        if (low == null || high == null) {
            return TRUE;
        }
        Disjunction disjunction =
                new Disjunction(root.sharded().shardingColumns().size());
        disjunction.add(only(columns, column -> new Restriction.Range(column, null, false, low, false)));
        disjunction.add(only(columns, column -> new Restriction.Range(column, high, false, null, false)));
        return disjunction.alternatives();
    }

    private static List<Alternative> truth(Literal literal, boolean negated) {
        if (literal.kind() == LiteralKind.NULL) {
            return FALSE;
        }
        if (literal.kind() == LiteralKind.BOOLEAN) {
            return Boolean.TRUE.equals(literal.value()) == negated ? FALSE : TRUE;
        }
        if (literal.kind() == LiteralKind.INTEGER) {
            return Long.valueOf(0).equals(literal.value()) != negated ? FALSE : TRUE;
        }
        return TRUE;
    }

    /** A comparison of two numbers of the text, such as 1 = 0. */
    private static List<Alternative> constants(Expression left, ComparisonOperator operator, Expression right) {
        if (!(Operand.of(left) instanceof Operand.Constant one)
                || !(Operand.of(right) instanceof Operand.Constant other)
                || !(one.raw() instanceof Number first)
                || !(other.raw() instanceof Number second)) {
            return TRUE;
        }
        int order = new BigDecimal(first.toString()).compareTo(new BigDecimal(second.toString()));
        boolean holds =
                switch (operator) {
                    case EQUAL, NULL_SAFE_EQUAL -> order == 0;
                    case NOT_EQUAL, DISTINCT_FROM -> order != 0;
                    case LESS -> order < 0;
                    case LESS_OR_EQUAL -> order <= 0;
                    case GREATER -> order > 0;
                    case GREATER_OR_EQUAL -> order >= 0;
                };
        return holds ? TRUE : FALSE;
    }

    /** The sharding columns that have the value of an expression. */
    private int[] keys(Expression expression) {
        return expression instanceof ColumnReference reference ? root.keyPositions(reference) : NONE;
    }

    /** Collects alternatives; lists of values of the same column become one. */
    private static final class Disjunction {
        private final List<List<Operand>> pointsByColumn;
        private final List<Alternative> others = new ArrayList<>();
        private boolean all;

        Disjunction(int columns) {
            List<List<Operand>> empty = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                empty.add(null);
            }
            this.pointsByColumn = empty;
        }

        void add(List<Alternative> more) {
            for (Alternative alternative : more) {
                Restriction.Points points = alternative.onlyPoints();
                all |= alternative.restrictions().isEmpty();
                if (all) {
                    return;
                }
                if (points == null) {
                    others.add(alternative);
                    all = others.size() > MAX_ALTERNATIVES;
                } else {
                    if (pointsByColumn.get(points.column()) == null) {
                        pointsByColumn.set(points.column(), new ArrayList<>());
                    }
                    pointsByColumn.get(points.column()).addAll(points.operands());
                }
            }
        }

        List<Alternative> alternatives() {
            if (all) {
                return TRUE;
            }
            List<Alternative> result = new ArrayList<>(others);
            for (int column = 0; column < pointsByColumn.size(); column++) {
                if (pointsByColumn.get(column) != null) {
                    Restriction points = new Restriction.Points(column, pointsByColumn.get(column), false);
                    result.add(new Alternative(Arrays.asList(points)));
                }
            }
            return result;
        }
    }
}
