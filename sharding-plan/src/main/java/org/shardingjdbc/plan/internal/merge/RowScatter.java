package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns.GroupKey;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.UnionAll;

/**
 * Plans rows of several units, or groups that no two units share: they are collected, sorted, made distinct and
 * limited. The LIMIT is pushed down: each unit returns as many rows as all together, and the merge counts them again.
 * One per plan; not thread-safe.
 *
 * <pre>
 * SELECT * FROM t_order ORDER BY order_id LIMIT 3 OFFSET 2
 *
 *     each unit   SELECT * FROM t_order_0 ORDER BY order_id LIMIT 5
 *     merge       MergeSort order_id; Limit 3 behind 2
 * </pre>
 *
 * @param edits names and splits, to which the merge's edits are added
 * @param mergeDistinct whether equal rows of several units are to become one
 */
record RowScatter(Compilation compilation, SqlEdits edits, Draft draft, boolean mergeDistinct) {
    /** The plan; refused for a clause that cannot be proved or merged. */
    Decision<Merge> plan() {
        boolean derivable = draft.block().quantifier() != Quantifier.DISTINCT;
        return draft.keys().sortKeys(draft.query(), derivable).decide(sort -> distinctKeys()
                .decide(distinct -> draft.limit().paging().then(paging -> merge(sort, distinct, paging.orElse(null)))));
    }

    private Decision<List<GroupKey>> distinctKeys() {
        return mergeDistinct ? draft.keys().distinctKeys() : new Decision.Proved<>(List.of());
    }

    private Merge merge(List<SortKey> written, List<GroupKey> distinct, @Nullable Paging paging) {
        SqlEdits branch = edits.copy();
        List<SortKey> distinctKeys = distinct.stream().map(GroupKey::key).toList();
        List<SortKey> sort = mergeDistinct && distinct.stream().allMatch(GroupKey::sortable)
                ? streamedDistinct(written, distinctKeys)
                : written;
        draft.limit().push(edits, paging);
        SelectColumns columns = draft.columns();
        columns.edit(edits);
        MergePlan merge = MergePlan.sorted(sort)
                .distinct(distinctKeys)
                .limited(paging != null)
                .trimmed(columns.derivedCount())
                .checked(columns.checkedCount(), columns.checkedLabels());
        boolean collects = sort.isEmpty() && distinctKeys.isEmpty() && paging == null && columns.derivedCount() == 0;
        MergePlan plain = columns.areNamed() ? MergePlan.CONCATENATE_NAMED : MergePlan.CONCATENATE;
        MergePlan least = collects ? plain : merge;
        UnionAll union = new UnionProof(compilation, draft).ofRows(least, paging, branch);
        return Merge.ofRows(edits.template(), least, paging, collects, union);
    }

    /**
     * Where every column can be sorted, shards sort by all of them (after the statement's own keys), so that duplicates
     * meet and none is to be remembered.
     */
    private List<SortKey> streamedDistinct(List<SortKey> sort, List<SortKey> distinctKeys) {
        List<SortKey> all = new ArrayList<>(sort);
        List<SortItem> added = new ArrayList<>();
        for (SortKey key : distinctKeys) {
            if (sort.stream().noneMatch(other -> other.column() == key.column())) {
                all.add(key);
                added.add(MadeNodes.ascending(MadeNodes.integer(key.column())));
            }
        }
        draft.order().add(added, edits);
        return all;
    }
}
