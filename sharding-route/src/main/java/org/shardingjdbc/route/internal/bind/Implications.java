package org.shardingjdbc.route.internal.bind;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** Reads out of a condition which columns are equal where it is true, and which relations then have a row. */
public final class Implications {
    private final Binding binding;

    public Implications(Binding binding) {
        this.binding = binding;
    }

    /** States a condition, whose references are bound, for the rows of a region. */
    public void state(@Nullable Expression condition, Region region) {
        for (Expression conjunct : BlockWalk.conjuncts(condition)) {
            region.require(conjunct, binding.termsOf(conjunct));
            if (conjunct instanceof Comparison comparison && comparison.operator() == ComparisonOperator.EQUAL) {
                equate(comparison.left(), comparison.right(), region);
            } else if (conjunct instanceof InList in
                    && !in.negated()
                    && in.items().size() == 1) {
                equate(in.value(), in.items().get(0), region);
            }
        }
    }

    /**
     * States {@code reference = constant} for the rows of a region, with a reference that stands nowhere in the text.
     */
    public void state(int term, ColumnReference reference, Comparison comparison, Region region) {
        Map<ColumnReference, Integer> terms = new IdentityHashMap<>();
        terms.put(reference, term);
        region.require(comparison, terms);
        equateConstant(term, comparison.right(), region);
    }

    /** States that two expressions are equal, as far as a fact can say it. */
    public void equate(Expression left, Expression right, Region region) {
        if (left instanceof RowExpression row && right instanceof RowExpression other) {
            if (row.items().size() == other.items().size()) {
                for (int i = 0; i < row.items().size(); i++) {
                    equate(row.items().get(i), other.items().get(i), region);
                }
            }
            return;
        }
        int term = columnTerm(left);
        int other = columnTerm(right);
        if (term >= 0 && other >= 0) {
            equate(term, other, region);
        } else if (term >= 0) {
            equateConstant(term, right, region);
        } else if (other >= 0) {
            equateConstant(other, left, region);
        }
    }

    /** States that two columns are equal, if that makes them one value. */
    public void equate(int term, int other, Region region) {
        if (ValueKind.comparable(binding.terms().schema(term), binding.terms().schema(other), binding.dialect())) {
            region.equate(term, other);
        }
    }

    private int columnTerm(Expression expression) {
        return expression instanceof ColumnReference reference ? binding.term(reference) : -1;
    }

    private void equateConstant(int term, Expression constant, Region region) {
        ColumnSchema schema = binding.terms().schema(term);
        boolean negative = constant instanceof Operation operation
                && operation.operator().equals("-")
                && operation.operands().size() == 1;
        Expression bare = negative ? ((Operation) constant).operands().get(0) : constant;
        if (bare instanceof Literal literal && ValueKind.pins(schema, literal.kind(), binding.dialect())) {
            Object value = negative ? "-" + literal.value() : literal.value();
            if (!negative || literal.kind() == LiteralKind.INTEGER) {
                region.equate(term, binding.terms().constant(literal.kind(), value));
            }
        } else if (constant instanceof Parameter parameter && pins(schema, parameter)) {
            region.equate(term, binding.terms().constant("parameter", parameter.index()));
        }
    }

    private boolean pins(@Nullable ColumnSchema schema, Parameter parameter) {
        LiteralKind literal = binding.parsed().literal(parameter);
        return literal == null ? pinsAnyValue(schema) : ValueKind.pins(schema, literal, binding.dialect());
    }

    /** A number that MySQL compares with a text equals many texts, so that a parameter does not pin one there. */
    private boolean pinsAnyValue(@Nullable ColumnSchema schema) {
        if (schema == null) {
            return true;
        }
        ValueKind kind = ValueKind.of(schema, binding.dialect());
        boolean text = kind == ValueKind.EXACT_TEXT || kind == ValueKind.PADDED_TEXT;
        return kind != ValueKind.OTHER && !(text && binding.dialect().sorting().comparesTextsAsNumbers());
    }

    /** The relations that have a row, and not the NULLs of an outer join in its place, wherever a condition is true. */
    public Set<Relation> rejectsNulls(@Nullable Expression condition) {
        Set<Relation> rejected = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Expression conjunct : BlockWalk.conjuncts(condition)) {
            collect(conjunct, rejected);
        }
        return rejected;
    }

    private void collect(Expression conjunct, Set<Relation> rejected) {
        if (conjunct instanceof Comparison comparison) {
            boolean nullSafe = comparison.operator() == ComparisonOperator.NULL_SAFE_EQUAL
                    || comparison.operator() == ComparisonOperator.DISTINCT_FROM;
            boolean rowOrder = comparison.operator() != ComparisonOperator.EQUAL;
            if (!nullSafe) {
                operand(comparison.left(), rowOrder, rejected);
                operand(comparison.right(), rowOrder, rejected);
            }
        } else if (conjunct instanceof InList in) {
            operand(in.value(), in.negated(), rejected);
        } else if (conjunct instanceof InQuery in && !in.negated()) {
            operand(in.value(), false, rejected);
        } else if (conjunct instanceof Between between && !between.negated()) {
            operand(between.value(), true, rejected);
        } else if (conjunct instanceof Like like && !like.negated()) {
            operand(like.value(), true, rejected);
        } else if (conjunct instanceof IsTest test
                && test.negated()
                && test.test().equals("NULL")) {
            operand(test.value(), true, rejected);
        } else if (conjunct instanceof Logical logical && logical.operator() == LogicalOperator.OR) {
            alternatives(logical.operands(), rejected);
        }
    }

    private void alternatives(List<Expression> operands, Set<Relation> rejected) {
        Set<Relation> common = rejectsNulls(operands.get(0));
        for (int i = 1; i < operands.size() && !common.isEmpty(); i++) {
            common.retainAll(rejectsNulls(operands.get(i)));
        }
        rejected.addAll(common);
    }

    /** Rows compare element by element, so that only their equality needs every element. */
    private void operand(Expression operand, boolean onlyPlain, Set<Relation> rejected) {
        if (operand instanceof ColumnReference reference) {
            Relation relation = binding.relation(reference);
            if (relation != null) {
                rejected.add(relation);
            }
        } else if (operand instanceof RowExpression row && !onlyPlain) {
            for (Expression item : row.items()) {
                operand(item, false, rejected);
            }
        }
    }
}
