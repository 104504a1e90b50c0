package org.shardingjdbc.plan.internal.operator;

import java.util.List;

/**
 * What a subquery found, as far as the statement around it shows that. Immutable.
 *
 * @param any whether there is a row
 * @param rows how many rows of values stand in its place; of a scalar one two that make the database raise its error
 * @param placeholders how the values of a row are written, each with one {@code ?}
 * @param label what the item of a select list gets as its label; null where it keeps its own
 */
public record SubqueryAnswer(boolean any, int rows, List<String> placeholders, String label) {
    public SubqueryAnswer {
        placeholders = List.copyOf(placeholders);
    }
}
