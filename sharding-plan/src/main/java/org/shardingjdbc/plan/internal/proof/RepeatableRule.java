package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.plan.internal.syntax.Functions;

/**
 * What every data node evaluates for itself must give the same on each.
 *
 * <pre>
 * t_order o JOIN (SELECT UPPER(name) ... FROM t_country) c       as it is on each node
 * t_order o JOIN (SELECT RANDOM() ... FROM t_country) c          refused
 * </pre>
 */
record RepeatableRule(FunctionChecks functions) {
    Verdict of(FunctionCall call) {
        return functions.isVolatile(call)
                ? Verdict.refused(ErrorCode.SESSION_STATE_ACROSS_NODES, Functions.name(call) + "()", call)
                : Verdict.NOTHING;
    }
}
