package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Quantifier;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Proves that what combines rows of a block keeps to rows of one unit: groups, DISTINCT, windows. One per plan; not
 * thread-safe.
 */
final class CombinedRowsProof {
    private final BoundStatement bound;
    private final Refusals refusals;
    private final SameNodeProof nodes;
    private final FunctionChecks functions;

    CombinedRowsProof(BoundStatement bound, Refusals refusals, SameNodeProof nodes, FunctionChecks functions) {
        this.bound = bound;
        this.refusals = refusals;
        this.nodes = nodes;
        this.functions = functions;
    }

    /** Of a block whose rows arise on several units, and that is no outermost one. */
    void prove(Select block, Query query) {
        if (block.groupBy() == null) {
            for (FunctionCall call : Tree.outsideQueries(block, FunctionCall.class)) {
                if (!refusals.any() && !inFrom(block, call)) {
                    functions.requireScalar(block, call);
                }
            }
        }
        proveGroups(block, query);
        proveWindows(block, query);
        proveDistinct(block, query);
    }

    private static boolean inFrom(Select block, FunctionCall call) {
        Span from = block.fromSpan();
        return from != null
                && from.start() <= call.span().start()
                && call.span().stop() <= from.stop();
    }

    /** What every unit evaluates must give the same on each. */
    void proveRepeatable(Node part) {
        for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
            if (!refusals.any() && functions.isVolatile(call)) {
                refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, Functions.name(call) + "()", call);
            }
        }
    }

    private void proveGroups(Select block, Query query) {
        GroupBy groupBy = block.groupBy();
        if (groupBy != null) {
            if (!nodes.groupsOnOneNode(block)) {
                refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "GROUP BY", groupBy);
            }
        } else if (Functions.aggregate(block, query) != null) {
            FunctionCall call = Functions.aggregate(block, query);
            refusals.refuse(
                    ErrorCode.NESTED_ROWS_ACROSS_NODES, Functions.name(call).toUpperCase(Locale.ROOT), call);
        } else if (OuterAggregates.find(bound, block, query) != null) {
            FunctionCall call = OuterAggregates.find(bound, block, query);
            refusals.refuse(
                    ErrorCode.NESTED_ROWS_ACROSS_NODES, Functions.name(call).toUpperCase(Locale.ROOT), call);
        } else if (block.having() != null) {
            refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "HAVING", block.having());
        }
    }

    private void proveDistinct(Select block, Query query) {
        boolean plain = block.quantifier() == Quantifier.ALL;
        boolean kept = plain
                || block.quantifier() == Quantifier.DISTINCT_ON && nodes.determinesNode(block, block.distinctOn())
                || block.quantifier() == Quantifier.DISTINCT && nodes.distinctOnOneNode(block, query);
        if (!kept) {
            refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "DISTINCT", block);
        }
    }

    /** Each window must stay on one node. */
    public void proveWindows(Select block, Query query) {
        List<Node> parts = new ArrayList<>(block.children());
        if (query != null && query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        for (Node part : parts) {
            for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
                if (call.over() != null && !nodes.windowOnOneNode(block, call)) {
                    refusals.refuse(
                            ErrorCode.WINDOW_ACROSS_NODES, Functions.name(call).toUpperCase(Locale.ROOT), call);
                }
            }
        }
    }
}
