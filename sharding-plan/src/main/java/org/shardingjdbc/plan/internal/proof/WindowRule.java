package org.shardingjdbc.plan.internal.proof;

import java.util.Locale;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.syntax.Functions;

/**
 * A window stays on one data node when its PARTITION BY contains the sharding columns.
 *
 * <pre>
 * ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created)     as it is on each node
 * ROW_NUMBER() OVER (ORDER BY created)                          refused: the rows of all nodes would be numbered
 * </pre>
 */
record WindowRule(SameNodeProof nodes) {
    Verdict of(Select block, FunctionCall call) {
        if (call.over() == null) {
            return Verdict.NOTHING;
        }
        String name = Functions.name(call).toUpperCase(Locale.ROOT);
        return nodes.windowOnOneNode(block, call.over())
                ? Verdict.proved("windows", "PARTITION BY of " + name + " contains " + nodes.keys())
                : Verdict.refused(ErrorCode.WINDOW_ACROSS_NODES, name, call);
    }
}
