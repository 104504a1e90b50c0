package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns.GroupKey;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.plan.internal.unit.UnitRows;

/**
 * Plans groups that have rows on several units. Each shard groups its own rows and returns them sorted by the group's
 * keys; the merge unites the parts of a group as they meet. HAVING over aggregates, ORDER BY over aggregates and LIMIT
 * see merged groups only and are therefore the merge's. One per plan; not thread-safe.
 */
final class GroupScatter {
    private final Compilation compilation;
    private final Refusals refusals;
    private final SqlEdits edits;
    private final Draft draft;
    private final Query query;
    private final Select block;
    private final Aggregates aggregates;
    private final GroupItems groups;
    private final MergedItems items;

    GroupScatter(Compilation compilation, SqlEdits edits, Draft draft, Refusals refusals) {
        this.compilation = compilation;
        this.refusals = refusals;
        this.edits = edits;
        this.draft = draft;
        this.query = draft.query();
        this.block = draft.block();
        this.aggregates = new Aggregates(draft, refusals, compilation.dialect());
        this.groups = new GroupItems(compilation, draft);
        this.items = new MergedItems(compilation, draft, groups, aggregates, refusals);
    }

    /** The plan; refused for a clause that cannot be proved or merged. */
    Decision<Merge> plan() {
        GroupProof proof = new GroupProof(refusals, draft, groups);
        proof.prove();
        for (Expression item : groups.all()) {
            if (!refusals.any()) {
                proof.proveKey(item);
                groups.addKey(item);
            }
        }
        for (SelectItem item : block.items()) {
            if (!refusals.any()) {
                items.add(item);
            }
        }
        return refusals.any() ? new Decision.Refused<>(refusals.reason()) : ofItems();
    }

    private Decision<Merge> ofItems() {
        Formula having = new HavingClause(edits, draft, groups, aggregates, items).read();
        List<SortKey> order = refusals.any() ? List.of() : orderKeys();
        if (refusals.any()) {
            return new Decision.Refused<>(refusals.reason());
        }
        boolean ordered = !order.isEmpty();
        boolean byGroup = ordered && query.orderBy() != null && groups.areAllThatSorts(query.orderBy());
        groupByDistinctArguments();
        List<SortKey> shardOrder =
                new GroupOrder(compilation, edits, draft, groups, aggregates).ofParts(byGroup, order);
        List<SortKey> keys = shardOrder.subList(0, groups.keys().size());
        List<SortKey> distinct = distinct();
        LimitClause limit = draft.limit();
        Paging paging = limit.paging();
        if (refusals.any()) {
            return new Decision.Refused<>(refusals.reason());
        }
        boolean streaming = groups.isStreaming();
        boolean inOrder = byGroup && streaming || !ordered;
        boolean whole = having == null
                && distinct.isEmpty()
                && aggregates.distinctArguments().isEmpty();
        boolean pushed = inOrder && whole && streaming && !groups.isEmpty();
        if (pushed) {
            limit.push(edits, paging);
        } else {
            limit.remove(edits);
        }
        items.addConstants();
        draft.columns().edit(edits);
        Grouping grouping = new Grouping(keys, aggregates.merged(), streaming);
        MergePlan merge = MergePlan.grouped(grouping, streaming ? shardOrder : List.of())
                .filtered(having)
                .computed(items.computed())
                .distinct(distinct)
                .resorted(inOrder ? List.of() : order)
                .limited(paging != null)
                .trimmed(draft.columns().derivedCount())
                .checked(draft.columns().checkedCount(), draft.columns().checkedLabels());
        UnionAll union = whole ? union(merge, grouping, shardOrder, inOrder ? List.of() : order, paging != null) : null;
        UnitRows rows = rows(pushed && paging != null);
        return new Decision.Proved<>(
                new Merge(new Route(edits.template(), false, union, rows, List.of()), merge, paging));
    }

    /** The units of a data source as one statement, whose groups come sorted; null when not proved. */
    private @Nullable UnionAll union(
            MergePlan merge, Grouping grouping, List<SortKey> partOrder, List<SortKey> order, boolean limited) {
        boolean several = !groups.isEmpty();
        if (several && !grouping.streaming()) {
            return null;
        }
        MergePlan united = MergePlan.grouped(
                        new Grouping(grouping.keys(), grouping.aggregates(), several, several), merge.sort())
                .computed(items.computed())
                .resorted(order)
                .limited(limited)
                .trimmed(merge.derivedColumns())
                .checked(merge.columns(), merge.labels());
        return new UnionProof(compilation, draft).ofGroups(united, groups, several ? partOrder : List.of());
    }

    /** @param limited whether each data node returns its first groups only */
    private UnitRows rows(boolean limited) {
        boolean one = groups.isEmpty() && aggregates.distinctArguments().isEmpty();
        return one ? UnitRows.ONE : limited ? UnitRows.PAGE : UnitRows.ALL;
    }

    /** The statement's own order of the merged groups; one group needs none. */
    private List<SortKey> orderKeys() {
        if (query.orderBy() == null || groups.isEmpty()) {
            return List.of();
        }
        List<SortKey> keys = new ArrayList<>();
        List<SortItem> sorted = query.orderBy().items();
        for (SortItem item : sorted) {
            if (!refusals.any() && !SortKeyColumns.isConstant(item.expression())) {
                items.addAggregatesOf(item);
                draft.keys().checkBeginning(item, item == sorted.get(sorted.size() - 1));
                SortKey key = draft.keys().sortKey(item, true);
                if (key != null) {
                    keys.add(key);
                }
            }
        }
        return keys;
    }

    /** DISTINCT over merged groups is the merge's; parts of groups must not lose any. */
    private List<SortKey> distinct() {
        if (block.quantifier() != Quantifier.DISTINCT || groups.isEmpty() && block.having() == null) {
            return stripped(List.of());
        }
        return stripped(draft.keys().distinctKeys().stream().map(GroupKey::key).toList());
    }

    private List<SortKey> stripped(List<SortKey> keys) {
        if (block.quantifier() == Quantifier.DISTINCT) {
            if (block.quantifierSpan() == null) {
                refusals.refuseAt(ErrorCode.DISTINCT_NOT_MERGED, block, "it stands beside another");
                return keys;
            }
            edits.replaceClause(block.quantifierSpan());
        }
        return keys;
    }

    /** DISTINCT aggregates need the values themselves: shards group by them too. */
    private void groupByDistinctArguments() {
        List<Piece> pieces = new ArrayList<>();
        for (Expression argument : aggregates.distinctArguments()) {
            boolean first = pieces.isEmpty() && block.groupBy() == null;
            pieces.add(new Piece.Text(first ? " GROUP BY " : ", "));
            pieces.add(new Piece.Source(argument.span()));
        }
        if (pieces.isEmpty()) {
            return;
        }
        edits.insert(behindRows(block), pieces.toArray(new Piece[0]));
    }

    /** Behind what says which rows and groups there are. */
    private static int behindRows(Select block) {
        if (block.groupBy() != null) {
            return block.groupBy().span().stop();
        }
        if (block.where() != null) {
            return block.where().span().stop();
        }
        Span from = block.fromSpan() == null ? block.itemsSpan() : block.fromSpan();
        return from.stop();
    }
}
