package org.shardingjdbc.merge.internal.group;

import org.shardingjdbc.dialect.internal.ValueOrder;

/**
 * One aggregate of a merge plan. The shard's own aggregate stands in {@code column} and tells the type of the result;
 * for the DISTINCT kinds it is taken over the group and the one distinct value, so that for SUM(DISTINCT x) it is x in
 * the type of the sum.
 *
 * @param kind how parts become one
 * @param column 1-based column of the shard's row that it fills; for plain kinds also where its parts are read
 * @param valueColumn for AVG the derived column of the sum, for the DISTINCT kinds the derived column with the single
 *     value, for MIN and MAX a derived column that is compared in place of {@code column} (such as its WEIGHT_STRING);
 *     else 0
 * @param countColumn for AVG the derived column of the count; else 0
 * @param order how MIN and MAX, and distinct values, compare; ignored by the others
 */
public record Aggregate(AggregateKind kind, int column, int valueColumn, int countColumn, ValueOrder order) {}
