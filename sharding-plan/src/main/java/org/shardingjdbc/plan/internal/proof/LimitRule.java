package org.shardingjdbc.plan.internal.proof;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Query;

/**
 * The LIMIT of a query that is no outermost one. The first of the rows that arise on several data nodes are those of
 * all of them, which none of them knows. Of rows that each has whole, all must have the same first ones: their order
 * has to tell each from the next. It is not asked where the rows are of one node.
 *
 * <pre>
 * FROM t_order o, (SELECT * FROM t_country ORDER BY country_id LIMIT 1) c                     proved
 * FROM t_order o, (SELECT * FROM t_country ORDER BY region LIMIT 1) c                         refused
 * FROM t_order o, (SELECT * FROM t_country LIMIT 1) c                                         refused
 * FROM t_order WHERE EXISTS (SELECT * FROM t_country LIMIT 1)                                 nothing to prove
 * FROM (SELECT * FROM t_order ORDER BY amount LIMIT 3) o                                      refused
 * </pre>
 */
record LimitRule(RowKeys keys) {
    /**
     * Of a query whose rows arise there.
     *
     * @param anyRow whether it is only asked whether there is a row, and its LIMIT leaves one where there is
     */
    Verdict of(Query query, Distribution distribution, boolean anyRow) {
        Limit limit = query.limit();
        if (limit == null) {
            return Verdict.NOTHING;
        }
        if (distribution == Distribution.PARTITIONED) {
            return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT", limit);
        }
        return anyRow ? Verdict.NOTHING : ofCopies(query, limit);
    }

    /** Of the first rows of a query all of whose tables each data node has whole. */
    Verdict ofCopies(Query query, Limit limit) {
        boolean withTies = limit.withTies() && limit.offset() == null && query.orderBy() != null;
        if (withTies || keys.sort(query)) {
            return Verdict.proved("limit", "each data node has all rows that are limited");
        }
        String what = query.orderBy() == null ? "LIMIT without ORDER BY" : "LIMIT of rows that tie";
        return Verdict.refused(ErrorCode.ROWS_OF_COPIES_TIE, what, limit);
    }

    /** Whether a row is left of any number of rows, so that it is one and the same whether there is one. */
    static boolean keepsOne(@Nullable Limit limit) {
        return limit != null
                && limit.offset() == null
                && limit.count() instanceof Literal count
                && count.value() instanceof Long number
                && number > 0
                && !limit.percent();
    }
}
