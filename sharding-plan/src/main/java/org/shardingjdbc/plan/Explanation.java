package org.shardingjdbc.plan;

/**
 * What one execution unit of a statement would do; the row of {@code EXPLAIN SHARDING}. Immutable.
 *
 * @param dataSourceName where it goes; null when the statement is refused, or where steps before it decide that
 * @param actualSql what that data source gets; null when the statement is refused
 * @param parameters where the value of each placeholder comes from, such as {@code [?1, ?3]}; values themselves are not
 *     shown
 * @param route the kind of the route and the sharding conditions found in the SQL
 * @param mode MEMORY_STRICT (one connection per unit, results stream) or CONNECTION_STRICT
 * @param merge how the results become one, such as {@code SORT_MERGE 1 ASC; LIMIT 10}
 * @param certificate why the answer is right: PASS_THROUGH (one data node), PUSHED_DOWN (the shards do all, rows are
 *     collected), MERGED, each followed by the declared dependences that it rests upon, such as {@code as declared:
 *     order_id -> user_id}; or REFUSED with the reason. Of a query that takes several steps: LEAF with the temporary
 *     table that the rows are pulled into, or SUBQUERY, and what of these holds for it; last PULLED for the statement
 *     that combines the leaves, or SUBQUERIES_FIRST for the one that gets the values of the subqueries
 */
public record Explanation(
        String dataSourceName,
        String actualSql,
        String parameters,
        String route,
        String mode,
        String merge,
        String certificate) {}
