package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Query;

/**
 * The first rows of a query that is no outermost one are those of all data nodes, which none of them knows. What each
 * node has whole may be limited as {@link CopiesRule} says.
 *
 * <pre>
 * FROM (SELECT * FROM t_order ORDER BY amount LIMIT 3) o       refused
 * </pre>
 */
record LimitRule() {
    /** Of a query with a LIMIT whose rows arise on several nodes. */
    Verdict of(Query query) {
        return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT", query.limit());
    }
}
