package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * A recursion finds its next rows by those before, which are on other data nodes when it reads a sharded table.
 *
 * <pre>
 * WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i &lt; 9) SELECT ... FROM t_order, n   as it is
 * WITH RECURSIVE x AS (SELECT ... FROM t_order UNION ALL SELECT ... FROM t_order JOIN x ...)                refused
 * </pre>
 */
record RecursionRule() {
    Verdict of(CommonTable table, boolean readsSharded) {
        return readsSharded
                ? Verdict.refusedAt(ErrorCode.RECURSION_ACROSS_NODES, table)
                : Verdict.proved(
                        "recursion",
                        "each data node has all rows of " + table.name().text());
    }
}
