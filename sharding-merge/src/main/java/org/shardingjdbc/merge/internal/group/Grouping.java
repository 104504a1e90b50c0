package org.shardingjdbc.merge.internal.group;

import java.util.List;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.order.SortKey;

/**
 * How shard groups become groups. Each shard returns at most one row per group; several with DISTINCT aggregates, one
 * for each combination of group and distinct value, and where a shard's rows are those of several of its tables.
 * Columns that are neither key nor aggregate take their value from one of the group's rows (the first shard's); a
 * select item that is constant is better a {@link ComputedColumn}, because with DISTINCT aggregates and without keys
 * there may be no row to read it from.
 *
 * @param keys what makes rows of one group; empty for the one group of an aggregate without GROUP BY
 * @param aggregates what is computed per group; empty when GROUP BY only removes duplicates
 * @param streaming whether each shard returns its rows sorted by {@code keys} (by their direction and NULL order, in
 *     their sequence), so that one row per shard is enough; else groups are held in memory. When {@link MergePlan#sort}
 *     goes on after the keys with the value column of the only DISTINCT aggregate, distinct values are not held either
 * @param repeating whether a shard returns several rows of a group, one for each of its tables
 */
public record Grouping(List<SortKey> keys, List<Aggregate> aggregates, boolean streaming, boolean repeating) {
    public Grouping {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    /** Each shard returns the rows of one table. */
    public Grouping(List<SortKey> keys, List<Aggregate> aggregates, boolean streaming) {
        this(keys, aggregates, streaming, false);
    }
}
