package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Query;

/**
 * The first rows of a query that is no outermost one are those of all data nodes, which none of them knows. What each
 * node has whole may be limited, if all nodes find the same rows, which needs an order.
 *
 * <pre>
 * FROM (SELECT name FROM t_country ORDER BY name LIMIT 3) c    as it is on each node
 * FROM (SELECT * FROM t_order ORDER BY amount LIMIT 3) o       refused
 * </pre>
 */
record LimitRule() {
    Verdict of(Query query, Placement placement) {
        if (query.limit() == null) {
            return Verdict.NOTHING;
        }
        if (placement == Placement.PARTITIONED) {
            return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT", query.limit());
        }
        return query.orderBy() == null
                ? Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT without ORDER BY", query.limit())
                : Verdict.proved("limit", "each data node has all rows that are limited");
    }
}
