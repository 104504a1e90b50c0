package org.shardingjdbc.plan.internal.operator;

import java.util.List;

/**
 * How a row moves to another data node: what else is assigned is written where it is, then it is read, deleted, and
 * inserted with its new key. Immutable.
 *
 * @param routeQuery a query that is never run: it is routed to where a key belongs; its parameters are the key
 * @param update writes the other assignments, or null; own values as {@link WriteByKey#write}
 * @param read reads the row, its key first, in the order of the key; own values as {@link WriteByKey#write}
 * @param delete deletes the row; own values as {@link WriteByKey#write}
 * @param insert inserts a row; own values are the columns of {@code read}; where {@code keep} is given it inserts none
 *     when the key is taken
 * @param assigned for each column of {@code read} that gets a value of {@code find} besides the key: its position among
 *     the former and among the latter, one behind the other
 * @param keep of IGNORE: writes a row that stays, because its new key is taken, as it is, for its count; own values as
 *     {@link WriteByKey#write}; null where a taken key is an error
 * @param obstacle why no row can be moved, or null
 */
public record MoveRows(
        NestedStatement routeQuery,
        StepTemplate update,
        StepTemplate read,
        StepTemplate delete,
        StepTemplate insert,
        List<Integer> assigned,
        StepTemplate keep,
        String obstacle) {
    public MoveRows {
        assigned = List.copyOf(assigned);
    }
}
