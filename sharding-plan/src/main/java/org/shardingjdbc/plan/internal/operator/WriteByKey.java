package org.shardingjdbc.plan.internal.operator;

import java.util.List;

/**
 * An UPDATE or DELETE in two steps: a query finds the rows, by primary key and sharding columns, and what they are set
 * to; then each is written by its key. Immutable.
 *
 * @param table the logic table that is written
 * @param find its first columns are the key, then come {@code newKeys}, then other values that only it knows
 * @param keys how many columns the key has
 * @param newKeys for each key column that is assigned, in the order of the columns of {@code find} behind the key: its
 *     position in the key
 * @param write writes one row; its own values are the columns of {@code find}
 * @param returned a query without rows that has the columns of what is returned; null when nothing is
 * @param moving what is done with a row whose new key belongs to another data node; null when no key column is assigned
 */
public record WriteByKey(
        String table,
        NestedStatement find,
        int keys,
        List<Integer> newKeys,
        StepTemplate write,
        NestedStatement returned,
        MoveRows moving)
        implements SteppedExecution {
    public WriteByKey {
        newKeys = List.copyOf(newKeys);
    }
}
