package org.shardingjdbc.plan.internal.proof;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.syntax.Functions;

/**
 * Groups may be made by each data node for itself when the keys of GROUP BY contain the sharding columns: then no two
 * nodes have rows of one group.
 *
 * <pre>
 * SELECT user_id, COUNT(*) FROM t_order GROUP BY user_id             as it is on each node
 * SELECT ... FROM (SELECT status, COUNT(*) ... GROUP BY status) x    refused: the outermost block alone has a merge
 * SELECT ... FROM (SELECT MAX(amount) FROM t_order) x                refused: one group of all nodes' rows
 * </pre>
 */
record GroupRule(SameNodeProof nodes) {
    /** @param groups the GROUP BY of the block */
    Verdict of(Select block, GroupBy groups) {
        return nodes.groupsOnOneNode(block)
                ? Verdict.proved("groups", "GROUP BY contains " + nodes.keys())
                : Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "GROUP BY", groups);
    }

    /** Of a block that is no outermost one, and may have one group of all rows. */
    Verdict ofNested(Select block, @Nullable Query query) {
        if (block.groupBy() != null) {
            return of(block, block.groupBy());
        }
        FunctionCall own = Functions.aggregate(block, query);
        FunctionCall call = own == null ? OuterAggregates.find(nodes.bound(), block, query) : own;
        if (call != null) {
            String name = Functions.name(call).toUpperCase(Locale.ROOT);
            return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, name, call);
        }
        return block.having() == null
                ? Verdict.NOTHING
                : Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "HAVING", block.having());
    }
}
