package io.shardingjdbc.jdbc.internal.plan;

/**
 * Rows that are pulled from the shards into a temporary table. Immutable.
 *
 * @param name what it is, for messages and explanations: a logic table as the statement names it, or the excerpt of a
 *     subquery
 * @param table the temporary table's name, unquoted, unique within its statement
 * @param rows reads its rows
 * @param columnsSql an actual query without parameters that returns no row on the combining data source, whose columns
 *     have the names and types of the leaf's; null when that data source has no table to tell them, so that the result
 *     of {@code rows} must
 */
public record Leaf(String name, String table, NestedStatement rows, String columnsSql) {}
