package org.shardingjdbc.merge.internal;

import java.util.List;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;

/**
 * How the results of several shards become one. The steps apply in the order of the fields. Immutable, one per plan,
 * shared by all threads.
 *
 * @param derivedColumns how many trailing columns of a shard's row the user does not see
 * @param sort the order in which every shard returns its rows and which the merged rows keep; empty when rows may come
 *     in any order
 * @param grouping null when rows are not grouped
 * @param having null when every merged row stays
 * @param computed select items over aggregates
 * @param distinct the columns (with their order of comparison) that make a row distinct; empty when duplicates stay.
 *     Every shard removes its own duplicates. When rows are not grouped and {@code sort} starts with exactly these
 *     columns, in any permutation, one row per shard is enough; else seen rows are held in memory
 * @param resort the order of the merged rows when grouping does not leave them in it; empty when nothing is to be
 *     sorted. Holds all merged rows in memory, or as many as offset and count ask for
 * @param limited whether an offset and a count apply; their values come with each execution ({@link MergeBounds})
 * @param columns how many columns each shard's row must have, derived ones included, because positions were counted
 *     from what the catalog knows; 0 when the shards need only agree. Another number is an error when the merge opens,
 *     not a wrong column. {@link #NAMED_COLUMNS} when the SQL itself names each column, so that all shards have the
 *     same, whatever columns their tables have
 * @param labels what the columns are to be called, from the first on, because they were found by their places in a
 *     table as the catalog knows it; an empty text where only the database knows. Another label is an error when the
 *     merge opens: the table has been redefined since
 */
public record MergePlan(
        int derivedColumns,
        List<SortKey> sort,
        Grouping grouping,
        Formula having,
        List<ComputedColumn> computed,
        List<SortKey> distinct,
        List<SortKey> resort,
        boolean limited,
        int columns,
        List<String> labels) {
    /** In the place of a number of columns: the shards' SQL names each of them. */
    public static final int NAMED_COLUMNS = -1;

    /** Rows of all shards one after the other. */
    public static final MergePlan CONCATENATE =
            new MergePlan(0, List.of(), null, null, List.of(), List.of(), List.of(), false);

    /** The same where the SQL names the columns. */
    public static final MergePlan CONCATENATE_NAMED =
            new MergePlan(0, List.of(), null, null, List.of(), List.of(), List.of(), false, NAMED_COLUMNS, List.of());

    /** A plan whose columns are neither counted nor named. */
    public MergePlan(
            int derivedColumns,
            List<SortKey> sort,
            Grouping grouping,
            Formula having,
            List<ComputedColumn> computed,
            List<SortKey> distinct,
            List<SortKey> resort,
            boolean limited) {
        this(derivedColumns, sort, grouping, having, computed, distinct, resort, limited, 0, List.of());
    }

    public MergePlan {
        sort = List.copyOf(sort);
        computed = List.copyOf(computed);
        distinct = List.copyOf(distinct);
        resort = List.copyOf(resort);
        labels = List.copyOf(labels);
    }

    /** Whether it does no more than to put rows one after the other. */
    public boolean concatenates() {
        return equals(CONCATENATE) || equals(CONCATENATE_NAMED);
    }
}
