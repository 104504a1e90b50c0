package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * HAVING over groups that have rows on several units: the merge filters by what reads merged values, conditions on
 * group keys alone stay with the shards. Immutable.
 */
record HavingClause(SqlEdits edits, Draft draft, GroupItems groups, Aggregates aggregates, MergedItems items) {
    /**
     * Edits the clause.
     *
     * @return what the merge filters by; null when it leaves all groups
     */
    @Nullable
    Formula read() {
        Select block = draft.block();
        if (block.having() == null) {
            return null;
        }
        List<Expression> kept = new ArrayList<>();
        List<Formula> merged = new ArrayList<>();
        for (Expression conjunct : conjuncts(block.having().condition())) {
            if (items.readsAggregate(conjunct) || groups.isEmpty()) {
                merged.add(items.formula(conjunct));
            } else {
                kept.add(conjunct);
            }
        }
        if (merged.isEmpty()) {
            return null;
        }
        boolean oneGroup = groups.isEmpty() && aggregates.merged().isEmpty();
        // without an aggregate it is HAVING that makes one group of all rows, and a row of none
        Piece[] left = oneGroup ? new Piece[] {new Piece.Text("HAVING 1 = 1")} : having(kept);
        edits.replaceClause(block.having().span(), left);
        return merged.size() == 1 ? merged.get(0) : new Formula.And(merged);
    }

    private static Piece[] having(List<Expression> kept) {
        List<Piece> pieces = new ArrayList<>();
        for (Expression conjunct : kept) {
            pieces.add(new Piece.Text(pieces.isEmpty() ? "HAVING (" : " AND ("));
            pieces.add(new Piece.Source(conjunct.span()));
            pieces.add(new Piece.Text(")"));
        }
        return pieces.toArray(new Piece[0]);
    }

    private static List<Expression> conjuncts(Expression condition) {
        return condition instanceof Logical logical && logical.operator() == LogicalOperator.AND
                ? logical.operands()
                : List.of(condition);
    }
}
