package org.shardingjdbc.plan.internal.unit;

import org.shardingjdbc.dialect.internal.Dialect;

/**
 * The executions that send several units to a data source as one statement, by the prop {@code union-all}. Immutable.
 *
 * @param leastUnits with how many units of a data source one statement pays, at least 2
 * @param mostRows of a LIMIT behind ORDER BY, which a data source sorts once more: with more rows it takes as long
 * @param mostHeld rows of all units that are sorted by the merge, which holds them
 */
public record UnionBounds(int leastUnits, long mostRows, long mostHeld) {
    /** Each unit is a statement. */
    public static final UnionBounds NEVER = new UnionBounds(Integer.MAX_VALUE, 0, 0);

    /** Rows of some hundred bytes take a few megabytes. */
    private static final int HELD_ROWS = 10_000;

    /** Every execution for which the result is exact. */
    public static final UnionBounds ALWAYS = new UnionBounds(2, Long.MAX_VALUE, HELD_ROWS);

    /** With 200 rows of each of four tables one statement was no faster than four. */
    private static final int FEW_ROWS = 100;

    public boolean isNever() {
        return leastUnits == Integer.MAX_VALUE;
    }

    /**
     * The bounds that a prop means.
     *
     * @param choice {@code auto}, {@code always} or {@code never}
     * @param maxConnectionsPerQuery so many units of a data source each have a connection of their own
     */
    public static UnionBounds of(String choice, Dialect dialect, int maxConnectionsPerQuery) {
        return switch (choice) {
            case "always" -> ALWAYS;
            case "never" -> NEVER;
            default ->
                dialect.drivers().readsFasterInUnions()
                        ? new UnionBounds(maxConnectionsPerQuery + 1, FEW_ROWS, HELD_ROWS)
                        : NEVER;
        };
    }
}
