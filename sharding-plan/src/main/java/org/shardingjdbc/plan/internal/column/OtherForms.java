package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * Looks for a value in each form in which it may be stored: {@code a = ?} becomes {@code (a = ? OR a IN (?, ?))} with
 * the other forms of the same parameter, {@code a <> ?} becomes {@code (a <> ? AND a NOT IN (?, ?))}. NULL is compared
 * with all forms alike, so that what is unknown stays so. One per planning of a statement.
 */
final class OtherForms {
    private final WrittenValues written;
    private final List<Condition> looked = new ArrayList<>();

    /** A condition, and what is to be looked for besides. */
    private record Condition(
            Expression condition, boolean negated, ColumnReference reference, List<Expression> values) {}

    OtherForms(WrittenValues written) {
        this.written = written;
    }

    /** Whether a comparison of a column with values can be asked of several forms: equality that knows no NULL. */
    static boolean answer(Node comparison, ColumnReference reference) {
        return comparison instanceof InList in && in.value() == reference
                || comparison instanceof Comparison of
                        && (of.left() == reference || of.right() == reference)
                        && (of.operator() == ComparisonOperator.EQUAL || of.operator() == ComparisonOperator.NOT_EQUAL);
    }

    /**
     * A comparison that {@link #answer} accepts.
     *
     * @param values what the column is compared with: parameters and literals
     */
    void look(Node comparison, ColumnReference reference, List<Expression> values, StoredColumn column) {
        List<Expression> others = new ArrayList<>();
        for (StoredColumn other : column.otherForms()) {
            values.forEach(value -> others.add(written.stored(value, other)));
        }
        boolean negated = comparison instanceof InList in
                ? in.negated()
                : ((Comparison) comparison).operator() == ComparisonOperator.NOT_EQUAL;
        if (!others.isEmpty()) {
            looked.add(new Condition((Expression) comparison, negated, reference, others));
        }
    }

    void edit(SqlEdits edits) {
        for (Condition each : looked) {
            InList others = new InList(Span.NONE, each.reference, each.negated, each.values, Span.NONE);
            Piece both = Piece.Made.of(MadeNodes.eitherForm(each.negated, List.of(each.condition, others)));
            edits.replace(each.condition.span(), new Piece.Text("("), both, new Piece.Text(")"));
        }
    }
}
