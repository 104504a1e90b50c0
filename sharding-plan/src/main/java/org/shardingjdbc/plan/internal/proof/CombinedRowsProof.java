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

/** Proves that what combines rows of a block keeps to rows of one unit: groups, DISTINCT, windows. Immutable. */
final class CombinedRowsProof {
    private final FunctionChecks functions;
    private final GroupRule groups;
    private final DistinctRule distinct;
    private final WindowRule windows;
    private final SetOperationRule setOperations;
    private final SubqueryRule subqueries;
    private final RepeatableRule repeatable;

    CombinedRowsProof(SameNodeProof nodes, FunctionChecks functions) {
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
    Verdict of(Select block, @Nullable Query query) {
        return ofScalars(block, query)
                .and(() -> groups.ofNested(block, query))
                .and(() -> ofWindows(block, query))
                .and(() -> distinct.of(block, query));
    }

    /** Without GROUP BY an aggregate would make one group of all rows. */
    private Verdict ofScalars(Select block, @Nullable Query query) {
        if (block.groupBy() != null) {
            return Verdict.NOTHING;
        }
        return Verdict.all(
                parts(block, query),
                part -> part instanceof TableReference
                        ? Verdict.NOTHING
                        : Verdict.all(calls(part), call -> functions.ofScalar(block, call)));
    }

    /** What every unit evaluates must give the same on each. */
    Verdict ofRepeatable(Node part) {
        return Verdict.all(calls(part), repeatable::of);
    }

    /** Each window must stay on one node. */
    Verdict ofWindows(Select block, @Nullable Query query) {
        return Verdict.all(parts(block, query), part -> Verdict.all(calls(part), call -> windows.of(block, call)));
    }

    private static List<FunctionCall> calls(Node part) {
        return Tree.outsideQueries(part, FunctionCall.class);
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
