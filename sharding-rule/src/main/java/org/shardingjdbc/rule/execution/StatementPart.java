package org.shardingjdbc.rule.execution;

import org.shardingjdbc.Incubating;

/**
 * A part that a statement may have, as {@link PlannedStatement#has} tells. Unless its constant says otherwise, a part
 * is that of the outermost statement and not of queries inside of it: neither of subqueries and common tables, nor of
 * the query whose rows an INSERT takes. Of an EXPLAIN it is a part of what is explained.
 */
@Incubating
public enum StatementPart {
    /** A WHERE of a query, an UPDATE or a DELETE. Of a UNION, INTERSECT or EXCEPT each query has one. */
    WHERE,
    /** A JOIN in any form, a comma in FROM as well, or other tables by which an UPDATE or DELETE chooses rows. */
    JOIN,
    /** DISTINCT of a query; of a UNION, INTERSECT or EXCEPT each query has it. */
    DISTINCT,
    /** GROUP BY; of a UNION, INTERSECT or EXCEPT each query has it. */
    GROUP_BY,
    /** UNION, INTERSECT or EXCEPT, with ALL or without. */
    SET_OPERATION,
    /** ORDER BY of the whole. */
    ORDER_BY,
    /** LIMIT, OFFSET, FETCH FIRST or what the dialect has instead, of the whole. */
    LIMIT,
    /** FOR UPDATE, FOR SHARE and the like, also of a query inside. */
    LOCK,
    /** RETURNING: a write that returns rows. */
    RETURNING,
    /** A query inside: a subquery, a derived or common table, or that of INSERT ... SELECT. */
    SUBQUERY
}
