package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Limit;

/**
 * The first rows of a query that is no outermost one are those of all data nodes, which none of them knows. It is not
 * asked where the rows are of one node, nor of what each node has whole, which {@link BroadcastRule} may let be
 * limited.
 *
 * <pre>
 * FROM (SELECT * FROM t_order WHERE user_id = 7 ORDER BY amount LIMIT 3) o                    proved: one node has them
 * FROM t_order o, (SELECT * FROM t_country ORDER BY country_id LIMIT 1) c                     proved: each has the copy
 * FROM (SELECT * FROM t_order ORDER BY amount LIMIT 3) o                                      refused
 * </pre>
 */
record LimitRule() {
    /** Of the LIMIT of a query whose rows arise on several nodes. */
    Verdict of(Limit limit) {
        return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT", limit);
    }
}
