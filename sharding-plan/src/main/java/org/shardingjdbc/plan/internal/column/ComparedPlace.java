package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Expression.When;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;

/**
 * Where values are compared for equality: {@code a = b}, {@code a IN (b, c)}, {@code CASE a WHEN b}, the rows of a
 * subquery, or one place of rows that are. Immutable.
 *
 * @param comparison the node that compares
 * @param place of the values in rows, from 0; -1 where no rows are compared
 */
record ComparedPlace(Node comparison, int place) {
    private static final int NO_ROW = -1;

    /** Where an expression is compared so; null where it is not. */
    static @Nullable ComparedPlace of(Expression compared, Map<Node, Node> parents) {
        Node parent = parents.get(compared);
        if (parent instanceof ExpressionItem item) {
            return ofItem(item, parents);
        }
        if (parent instanceof RowExpression row) {
            return of(comparison(row, parents), indexOf(row.items(), compared));
        }
        return of(comparison(compared, parents), NO_ROW);
    }

    private static @Nullable ComparedPlace of(@Nullable Node comparison, int place) {
        return comparison == null ? null : new ComparedPlace(comparison, place);
    }

    private static @Nullable ComparedPlace ofItem(ExpressionItem item, Map<Node, Node> parents) {
        if (!(parents.get(item) instanceof Select select)) {
            return null;
        }
        Node query = parents.get(select);
        while (query instanceof SetOperation
                || query instanceof NestedQuery
                || query instanceof Query && parents.get(query) instanceof NestedQuery) {
            query = parents.get(query);
        }
        Node user = parents.get(query);
        int place = select.items().size() == 1 ? NO_ROW : indexOf(select.items(), item);
        if (user instanceof ScalarQuery scalar) {
            return of(comparison(scalar, parents), place);
        }
        return user instanceof InQuery || user instanceof Quantified quantified && isOfEquality(quantified)
                ? new ComparedPlace(user, place)
                : null;
    }

    private static int indexOf(List<? extends Node> nodes, Node node) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i) == node) {
                return i;
            }
        }
        return NO_ROW;
    }

    /** What compares an operand; null where nothing does. */
    private static @Nullable Node comparison(Expression operand, Map<Node, Node> parents) {
        Node parent = parents.get(operand);
        if (parent instanceof When when && when.condition() == operand) {
            return parents.get(when) instanceof CaseExpression choice && choice.operand() != null ? choice : null;
        }
        boolean compares = parent instanceof Comparison comparison && isOfEquality(comparison.operator())
                || parent instanceof InList
                || parent instanceof InQuery
                || parent instanceof Quantified quantified && isOfEquality(quantified)
                || parent instanceof CaseExpression choice && choice.operand() == operand;
        return compares ? parent : null;
    }

    private static boolean isOfEquality(Quantified quantified) {
        return quantified.query() != null
                && (quantified.operator().equals("=")
                        || quantified.operator().equals("<>")
                        || quantified.operator().equals("!="));
    }

    private static boolean isOfEquality(ComparisonOperator operator) {
        return operator == ComparisonOperator.EQUAL
                || operator == ComparisonOperator.NOT_EQUAL
                || operator == ComparisonOperator.NULL_SAFE_EQUAL
                || operator == ComparisonOperator.DISTINCT_FROM;
    }

    /** All that is compared here; null where that is not known. */
    @Nullable
    List<Expression> operands() {
        List<Expression> all = new ArrayList<>();
        boolean known = true;
        for (Node side : sides()) {
            known &= side instanceof Query query ? addItems(query.body(), all) : add((Expression) side, all);
        }
        return known ? all : null;
    }

    private List<Node> sides() {
        List<Node> sides = new ArrayList<>();
        if (comparison instanceof Comparison of) {
            sides.add(of.left());
            sides.add(of.right());
        } else if (comparison instanceof InList in) {
            sides.add(in.value());
            sides.addAll(in.items());
        } else if (comparison instanceof InQuery in) {
            sides.add(in.value());
            sides.add(in.query());
        } else if (comparison instanceof Quantified quantified) {
            sides.add(quantified.left());
            sides.add(quantified.query());
        } else if (comparison instanceof CaseExpression choice) {
            sides.add(choice.operand());
            choice.whens().forEach(when -> sides.add(when.condition()));
        }
        return sides;
    }

    private boolean add(Expression side, List<Expression> all) {
        if (side instanceof ScalarQuery scalar) {
            return addItems(scalar.query().body(), all);
        }
        if (side instanceof RowExpression row) {
            boolean there = place >= 0 && place < row.items().size();
            return there && all.add(row.items().get(place));
        }
        return place == NO_ROW && all.add(side);
    }

    private boolean addItems(QueryBody body, List<Expression> all) {
        if (body instanceof NestedQuery nested) {
            return addItems(nested.query().body(), all);
        }
        if (body instanceof SetOperation operation) {
            return addItems(operation.left(), all) && addItems(operation.right(), all);
        }
        int item = Math.max(place, 0);
        boolean there = body instanceof Select select
                && item < select.items().size()
                && (place == NO_ROW) == (select.items().size() == 1)
                && select.items().stream().allMatch(ExpressionItem.class::isInstance);
        if (!there) {
            return false;
        }
        SelectItem selected = ((Select) body).items().get(item);
        return all.add(((ExpressionItem) selected).expression());
    }
}
