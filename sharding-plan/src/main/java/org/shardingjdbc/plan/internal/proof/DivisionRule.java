package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Node;

/**
 * The rows of the statement itself must arise on one data node each. They do not where only a common table expression
 * that nobody selects from reads a sharded table: each node would show the same rows, or make the same change.
 *
 * <pre>
 * WITH x AS (SELECT ... FROM t_order) SELECT * FROM x             as it is on each node
 * WITH x AS (SELECT ... FROM t_order) SELECT * FROM t_country     refused
 * </pre>
 */
record DivisionRule() {
    Verdict of(Distribution distribution, Node statement) {
        return distribution == Distribution.PARTITIONED
                ? Verdict.NOTHING
                : Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "WITH", statement);
    }
}
