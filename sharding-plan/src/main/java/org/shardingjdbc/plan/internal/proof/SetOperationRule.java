package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;

/**
 * A set operation may be left to each data node when equal rows of its branches are on one node, as the branches show
 * the sharding column at one and the same place. UNION ALL compares no rows, and a UNION whose duplicates a merge
 * removes need not either; but the rows of all branches must be divided among the nodes, or of none.
 *
 * <pre>
 * SELECT user_id FROM t_order INTERSECT SELECT user_id FROM t_order_item   as it is on each node
 * SELECT status FROM t_order EXCEPT SELECT ...                             refused: the other row may be elsewhere
 * SELECT name FROM t_country UNION ALL SELECT status FROM t_order          refused: each node has all countries
 * </pre>
 */
record SetOperationRule(SameNodeProof nodes) {
    /** @param merged whether duplicates of a UNION are removed by a merge above */
    Verdict of(SetOperation operation, Distribution left, Distribution right, boolean merged) {
        String name = operation.operator().name();
        if (left != right) {
            return Verdict.refused(ErrorCode.SET_OPERATION_ACROSS_NODES, name, operation);
        }
        boolean concatenates = operation.operator() == SetOperator.UNION && (operation.all() || merged);
        return left == Distribution.REPLICATED || concatenates ? Verdict.NOTHING : aligned(operation);
    }

    /** Whether equal rows of divided branches are on one node. */
    Verdict aligned(SetOperation operation) {
        String name = operation.operator().name();
        return nodes.alignedOutputs(operation)
                ? Verdict.proved("set operations", "each branch of " + name + " shows " + nodes.keys())
                : Verdict.refused(ErrorCode.SET_OPERATION_ACROSS_NODES, name, operation);
    }
}
