package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Proves that parts of groups can be united, by what the statement has beside its aggregates; what only whole groups
 * could answer is refused. Immutable.
 */
record GroupProof(Compilation compilation, Draft draft) {
    /** Of the clauses that need whole groups. */
    Verdict ofClauses() {
        Select block = draft.block();
        if (block.groupBy() != null && block.groupBy().kind() != GroupingKind.PLAIN) {
            return notMerged(block.groupBy());
        }
        if (block.quantifier() == Quantifier.DISTINCT_ON) {
            return Verdict.refusedAt(ErrorCode.DISTINCT_NOT_MERGED, block, "DISTINCT ON over merged groups");
        }
        List<Node> parts = new ArrayList<>(block.items());
        if (block.groupBy() != null) {
            parts.addAll(block.groupBy().items());
        }
        if (draft.query().orderBy() != null) {
            parts.add(draft.query().orderBy());
        }
        if (block.qualify() != null) {
            parts.add(block.qualify());
        }
        return Verdict.all(parts, part -> Verdict.all(Tree.outsideQueries(part, FunctionCall.class), this::ofCall));
    }

    private Verdict ofCall(FunctionCall call) {
        if (call.over() != null) {
            String name = Functions.name(call).toUpperCase(Locale.ROOT);
            return Verdict.refused(ErrorCode.WINDOW_ACROSS_NODES, name, call);
        }
        return Functions.returnsSet(call) ? notMerged(call) : Verdict.NOTHING;
    }

    /** Of a key, which must be one that can be selected beside the others. */
    Verdict ofKey(Expression item) {
        // selected as a derived column it would have a placeholder of its own, which databases take for another
        boolean twice =
                Tree.any(item, Parameter.class::isInstance) && draft.keys().column(item) == 0;
        return twice ? notMerged(item) : Verdict.NOTHING;
    }

    private Verdict notMerged(Node node) {
        return Verdict.refused(
                ErrorCode.AGGREGATE_NOT_MERGED, compilation.positions().excerpt(node), node);
    }
}
