package io.shardingjdbc.merge;

/**
 * One aggregate of a merge plan.
 *
 * @param kind how parts become one
 * @param column 1-based column of the shard's row that it fills; for plain kinds also where its parts are read
 * @param valueColumn for AVG the derived column of the sum, for the DISTINCT kinds the derived column with the single value; else 0
 * @param countColumn for AVG the derived column of the count; else 0
 * @param order how MIN and MAX, and distinct values, compare; ignored by the others
 */
public record Aggregate(AggregateKind kind, int column, int valueColumn, int countColumn, ValueOrder order) {}
