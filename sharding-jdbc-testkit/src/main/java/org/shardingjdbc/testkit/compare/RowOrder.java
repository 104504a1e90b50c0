package org.shardingjdbc.testkit.compare;

import java.util.List;

/** How the order of two results is compared. */
public sealed interface RowOrder {

    /** Row by row: the ORDER BY is total. */
    record Ordered() implements RowOrder {}

    /** The same rows as often, in any order: there is no ORDER BY. */
    record Bag() implements RowOrder {}

    /**
     * The order keys row by row, the rest as bags among rows of equal keys.
     *
     * @param labels column labels, compared without regard to case
     */
    record By(List<String> labels) implements RowOrder {
        public By {
            labels = List.copyOf(labels);
        }
    }

    /**
     * As {@link By}, where labels may be missing or repeated.
     *
     * @param columns from 1
     */
    record ByColumns(List<Integer> columns) implements RowOrder {
        public ByColumns {
            columns = List.copyOf(columns);
        }
    }
}
