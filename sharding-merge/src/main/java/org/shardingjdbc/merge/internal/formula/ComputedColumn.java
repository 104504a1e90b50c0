package org.shardingjdbc.merge.internal.formula;

/**
 * A select item over merged aggregates, such as {@code SUM(a) - SUM(b)}. Each shard computes the item over its own rows
 * in the same column, which tells the result's type; its value is replaced.
 *
 * @param column 1-based column that it fills
 * @param formula over the merged row; reads aggregates, never another computed column
 */
public record ComputedColumn(int column, Formula formula) {}
