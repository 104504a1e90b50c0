package io.shardingjdbc.merge;

/**
 * A select item over merged aggregates, such as {@code SUM(a) - SUM(b)}.
 *
 * @param column 1-based column that it fills
 * @param expression over the merged row
 */
public record ComputedColumn(int column, Expr expression) {}
