package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;

/** What a proof asks of functions that may be of anybody's making. */
public interface FunctionChecks {
    /** That a function is no aggregate of a block, where only scalar ones may stand. */
    Verdict ofScalar(Select block, FunctionCall call);

    /** Whether calling it again may give another value. */
    boolean isVolatile(FunctionCall call);
}
