package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Proves that what combines rows of a block keeps to rows of one unit: groups, DISTINCT, windows. One per plan; not
 * thread-safe.
 */
final class CombinedRowsProof {
    private final Certificate certificate;
    private final FunctionChecks functions;
    private final GroupRule groups;
    private final DistinctRule distinct;
    private final WindowRule windows;
    private final SetOperationRule setOperations;
    private final SubqueryRule subqueries;
    private final RepeatableRule repeatable;

    CombinedRowsProof(Certificate certificate, SameNodeProof nodes, FunctionChecks functions) {
        this.certificate = certificate;
        this.functions = functions;
        this.groups = new GroupRule(nodes);
        this.distinct = new DistinctRule(nodes);
        this.windows = new WindowRule(nodes);
        this.setOperations = new SetOperationRule(nodes);
        this.subqueries = new SubqueryRule(nodes.bound());
        this.repeatable = new RepeatableRule(functions);
    }

    GroupRule groups() {
        return groups;
    }

    DistinctRule distinct() {
        return distinct;
    }

    SetOperationRule setOperations() {
        return setOperations;
    }

    SubqueryRule subqueries() {
        return subqueries;
    }

    /** Of a block whose rows arise on several units, and that is no outermost one. */
    void prove(Select block, @Nullable Query query) {
        if (block.groupBy() == null) {
            for (Node part : parts(block, query)) {
                if (!(part instanceof TableReference)) {
                    requireScalar(block, part);
                }
            }
        }
        certificate.add(groups.ofNested(block, query));
        proveWindows(block, query);
        certificate.add(distinct.of(block, query));
    }

    private void requireScalar(Select block, Node part) {
        for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
            if (!certificate.isRefused()) {
                functions.requireScalar(block, call);
            }
        }
    }

    /** What every unit evaluates must give the same on each. */
    void proveRepeatable(Node part) {
        for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
            if (!certificate.isRefused()) {
                certificate.add(repeatable.of(call));
            }
        }
    }

    /** Each window must stay on one node. */
    public void proveWindows(Select block, @Nullable Query query) {
        for (Node part : parts(block, query)) {
            for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
                certificate.add(windows.of(block, call));
            }
        }
    }

    /** The clauses of a block, and the ORDER BY behind it, which may have aggregates and windows of its rows. */
    private static List<Node> parts(Select block, @Nullable Query query) {
        List<Node> parts = new ArrayList<>(block.children());
        if (query != null && query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        return parts;
    }
}
