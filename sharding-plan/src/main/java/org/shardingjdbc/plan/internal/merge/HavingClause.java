package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
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
     * @return what the merge filters by; nothing when it leaves all groups
     */
    Decision<Optional<Formula>> read() {
        Select block = draft.block();
        Clause clause = block.having();
        if (clause == null) {
            return new Decision.Proved<>(Optional.empty());
        }
        List<Expression> kept = new ArrayList<>();
        List<Expression> merged = new ArrayList<>();
        for (Expression conjunct : conjuncts(clause.condition())) {
            boolean byMerge = items.readsAggregate(conjunct) || groups.isEmpty();
            (byMerge ? merged : kept).add(conjunct);
        }
        if (merged.isEmpty()) {
            return new Decision.Proved<>(Optional.empty());
        }
        return Decision.all(merged, items::condition).then(conditions -> {
            boolean oneGroup = groups.isEmpty() && aggregates.merged().isEmpty();
            // without an aggregate it is HAVING that makes one group of all rows, and a row of none
            if (oneGroup || !kept.isEmpty()) {
                Expression one = MadeNodes.integer(1);
                Expression left = oneGroup ? MadeNodes.equal(one, one) : MadeNodes.logical(LogicalOperator.AND, kept);
                edits.replace(clause.span(), new Piece.Text("HAVING "), Piece.Made.of(left));
            } else {
                edits.replaceClause(clause.span());
            }
            return Optional.of(conditions.size() == 1 ? conditions.get(0) : new Formula.And(conditions));
        });
    }

    private static List<Expression> conjuncts(Expression condition) {
        return condition instanceof Logical logical && logical.operator() == LogicalOperator.AND
                ? logical.operands()
                : List.of(condition);
    }
}
