package io.shardingjdbc.merge;

import java.util.List;

/**
 * How the results of several shards become one. The steps apply in the order of the fields. Immutable, one per plan, shared by all
 * threads.
 *
 * @param derivedColumns how many trailing columns of a shard's row the user does not see
 * @param sort the order in which every shard returns its rows and which the merged rows keep; empty when rows may come in any
 *     order
 * @param grouping null when rows are not grouped
 * @param distinct the columns (with their order of comparison) that make a row distinct; empty when duplicates stay. Rows must be
 *     sorted by them when {@code sort} covers them, else seen rows are held in memory
 * @param having null when every merged row stays
 * @param computed select items over aggregates
 * @param resort the order of the merged rows when grouping does not leave them in it; empty when nothing is to be sorted. Needs
 *     all merged rows in memory
 * @param limited whether an offset and a count apply; their values come with each execution ({@link MergeBounds})
 */
public record MergePlan(
        int derivedColumns,
        List<SortKey> sort,
        Grouping grouping,
        List<SortKey> distinct,
        Expr having,
        List<ComputedColumn> computed,
        List<SortKey> resort,
        boolean limited) {
    /** Rows of all shards one after the other. */
    public static final MergePlan CONCATENATE =
            new MergePlan(0, List.of(), null, List.of(), null, List.of(), List.of(), false);

    public MergePlan {
        sort = List.copyOf(sort);
        distinct = List.copyOf(distinct);
        computed = List.copyOf(computed);
        resort = List.copyOf(resort);
    }
}
