package io.shardingjdbc.merge;

import java.util.List;

/**
 * How shard groups become groups.
 *
 * @param keys what makes rows of one group; empty for the one group of an aggregate without GROUP BY
 * @param aggregates what is computed per group; empty when GROUP BY only removes duplicates
 * @param streaming whether each shard returns its rows sorted by {@code keys}, so that one row per shard is enough; else groups
 *     are held in memory
 */
public record Grouping(List<SortKey> keys, List<Aggregate> aggregates, boolean streaming) {
    public Grouping {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }
}
