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
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Proves that parts of groups can be united, by what the statement has beside its aggregates; what only whole groups
 * could answer is refused. Immutable.
 */
record GroupProof(Refusals refusals, Draft draft, GroupItems groups) {
    /** Takes down as the refusal the clause that needs whole groups. */
    void prove() {
        Select block = draft.block();
        Query query = draft.query();
        if (block.groupBy() != null && block.groupBy().kind() != GroupingKind.PLAIN) {
            refusals.refuse(ErrorCode.AGGREGATE_NOT_MERGED, refusals.excerpt(block.groupBy()), block.groupBy());
        }
        if (block.quantifier() == Quantifier.DISTINCT_ON) {
            refusals.refuseAt(ErrorCode.DISTINCT_NOT_MERGED, block, "DISTINCT ON over merged groups");
        }
        List<Node> parts = new ArrayList<>(block.items());
        parts.addAll(groups.all());
        if (query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        if (block.qualify() != null) {
            parts.add(block.qualify());
        }
        for (Node part : parts) {
            for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
                if (call.over() != null) {
                    String name = Functions.name(call).toUpperCase(Locale.ROOT);
                    refusals.refuse(ErrorCode.WINDOW_ACROSS_NODES, name, call);
                }
                if (Functions.returnsSet(call)) {
                    refusals.refuse(ErrorCode.AGGREGATE_NOT_MERGED, refusals.excerpt(call), call);
                }
            }
        }
    }

    /** Takes down as the refusal a key that cannot be selected beside the others. */
    void proveKey(Expression item) {
        if (Tree.any(item, Parameter.class::isInstance) && draft.keys().column(item) == 0) {
            // selected as a derived column it would have a placeholder of its own, which databases take for another
            refusals.refuse(ErrorCode.AGGREGATE_NOT_MERGED, refusals.excerpt(item), item);
        }
    }
}
