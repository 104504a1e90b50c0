package org.shardingjdbc.plan.internal.proof;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;

/**
 * Equal rows are on one data node when they show the sharding columns, so that each node may make its rows distinct.
 *
 * <pre>
 * SELECT DISTINCT user_id, status FROM t_order                as it is on each node
 * SELECT ... FROM (SELECT DISTINCT status FROM t_order) x     refused: two nodes may have one status
 * </pre>
 */
record DistinctRule(SameNodeProof nodes) {
    private static final String RULE = "distinct rows";

    Verdict of(Select block, @Nullable Query query) {
        if (block.quantifier() == Quantifier.ALL) {
            return Verdict.NOTHING;
        }
        boolean on = block.quantifier() == Quantifier.DISTINCT_ON && nodes.determinesNode(block, block.distinctOn());
        if (on || block.quantifier() == Quantifier.DISTINCT && nodes.distinctOnOneNode(block, query)) {
            return Verdict.proved(RULE, (on ? "DISTINCT ON contains " : "DISTINCT shows ") + nodes.keys());
        }
        return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "DISTINCT", block);
    }
}
