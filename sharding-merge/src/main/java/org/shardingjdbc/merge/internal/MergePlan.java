package org.shardingjdbc.merge.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeOperator.Compute;
import org.shardingjdbc.merge.internal.MergeOperator.Concatenate;
import org.shardingjdbc.merge.internal.MergeOperator.Distinct;
import org.shardingjdbc.merge.internal.MergeOperator.Filter;
import org.shardingjdbc.merge.internal.MergeOperator.Group;
import org.shardingjdbc.merge.internal.MergeOperator.Limit;
import org.shardingjdbc.merge.internal.MergeOperator.MergeSort;
import org.shardingjdbc.merge.internal.MergeOperator.Sort;
import org.shardingjdbc.merge.internal.MergeOperator.Trim;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;

/**
 * How the results of several units become one: operators, and what the units' columns must be. Made from the operator
 * that reads the units upwards: {@code MergePlan.sorted(keys).limited(true).trimmed(1)}. Immutable, one per plan,
 * shared by all threads.
 *
 * @param root whose rows the user sees
 * @param columns how many columns each unit's row must have, derived ones included, because positions were counted from
 *     what the catalog knows; 0 when the units need only agree. Another number is an error when the merge opens, not a
 *     wrong column. {@link #NAMED_COLUMNS} when the SQL itself names each column, so that all units have the same,
 *     whatever columns their tables have
 * @param labels what the columns are to be called, from the first on, because they were found by their places in a
 *     table as the catalog knows it; an empty text where only the database knows. Another label is an error when the
 *     merge opens: the table has been redefined since
 */
public record MergePlan(MergeOperator root, int columns, List<String> labels) {
    /** In the place of a number of columns: the units' SQL names each of them. */
    public static final int NAMED_COLUMNS = -1;

    /** Rows of all units one after the other. */
    public static final MergePlan CONCATENATE = new MergePlan(new Concatenate(false), 0, List.of());

    /** The same where the SQL names the columns. */
    public static final MergePlan CONCATENATE_NAMED = CONCATENATE.checked(NAMED_COLUMNS, List.of());

    public MergePlan {
        labels = List.copyOf(labels);
    }

    /** Rows in any order, of results of which each may be that of several units. */
    public static MergePlan united() {
        return new MergePlan(new Concatenate(true), 0, List.of());
    }

    /** Rows that each unit has sorted by these keys; without keys, in any order. */
    public static MergePlan sorted(List<SortKey> keys) {
        return keys.isEmpty() ? CONCATENATE : new MergePlan(new MergeSort(keys), 0, List.of());
    }

    /** Groups whose parts each unit has sorted by these keys; without keys, not. */
    public static MergePlan grouped(Grouping grouping, List<SortKey> sort) {
        return new MergePlan(new Group(grouping, sort), 0, List.of());
    }

    /** @param condition null when every group stays */
    public MergePlan filtered(@Nullable Formula condition) {
        return condition == null ? this : with(new Filter(root, condition));
    }

    /** @param computed may be empty */
    public MergePlan computed(List<ComputedColumn> computed) {
        return computed.isEmpty() ? this : with(new Compute(root, computed));
    }

    /** @param distinct empty when duplicates stay */
    public MergePlan distinct(List<SortKey> distinct) {
        return distinct.isEmpty() ? this : with(new Distinct(root, distinct));
    }

    /** @param keys empty when the rows are in their order already */
    public MergePlan resorted(List<SortKey> keys) {
        return keys.isEmpty() ? this : with(new Sort(root, keys));
    }

    /** @param limited whether an offset and a count apply */
    public MergePlan limited(boolean limited) {
        return limited ? with(new Limit(root)) : this;
    }

    /** @param derived how many trailing columns of a unit's row the user does not see */
    public MergePlan trimmed(int derived) {
        return derived == 0 ? this : with(new Trim(root, derived));
    }

    /** The same with these demands on the units' columns. */
    public MergePlan checked(int count, List<String> names) {
        return new MergePlan(root, count, names);
    }

    private MergePlan with(MergeOperator top) {
        return new MergePlan(top, columns, labels);
    }

    /** Whether a result may be that of several units, so that even a single one has duplicates. */
    boolean readsUnited() {
        Concatenate leaf = find(Concatenate.class);
        return leaf != null && leaf.united();
    }

    /** The operators from the one that reads the units up. */
    public List<MergeOperator> operators() {
        Deque<MergeOperator> upwards = new ArrayDeque<>();
        for (MergeOperator at = root; at != null; at = at.input()) {
            upwards.push(at);
        }
        return new ArrayList<>(upwards);
    }

    /** Its operator of a kind; null when it has none. */
    public <T extends MergeOperator> @Nullable T find(Class<T> kind) {
        for (MergeOperator at = root; at != null; at = at.input()) {
            if (kind.isInstance(at)) {
                return kind.cast(at);
            }
        }
        return null;
    }

    /** Whether it does no more than to put rows one after the other. */
    public boolean concatenates() {
        return root instanceof Concatenate && columns <= 0;
    }

    /** How many trailing columns of a unit's row the user does not see. */
    public int derivedColumns() {
        return root instanceof Trim trim ? trim.columns() : 0;
    }

    /** How rows are grouped; null when they are not. */
    public @Nullable Grouping grouping() {
        Group group = find(Group.class);
        return group == null ? null : group.grouping();
    }

    /** The order in which every unit returns its rows; empty when in none that is known. */
    public List<SortKey> sort() {
        MergeSort sort = find(MergeSort.class);
        Group group = find(Group.class);
        return sort != null ? sort.keys() : group != null ? group.sort() : List.of();
    }

    /** Whether it computes with formulas, in which parameters may be. */
    public boolean readsParameters() {
        return find(Filter.class) != null || find(Compute.class) != null;
    }

    /**
     * Whether each row of a unit is a row of the statement, in the unit's order, so that a limit holds for units too.
     */
    public boolean isRowByRow() {
        return grouping() == null && find(Distinct.class) == null && find(Sort.class) == null;
    }
}
