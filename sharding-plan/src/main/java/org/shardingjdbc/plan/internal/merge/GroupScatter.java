package org.shardingjdbc.plan.internal.merge;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingElement;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns.GroupKey;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
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
    private final SqlEdits edits;
    private final Draft draft;
    private final Query query;
    private final Select block;
    private final Aggregates aggregates;
    private final GroupItems groups;
    private final MergedItems items;

    private GroupScatter(Compilation compilation, SqlEdits edits, Draft draft, GroupItems groups) {
        this.compilation = compilation;
        this.edits = edits;
        this.draft = draft;
        this.query = draft.query();
        this.block = draft.block();
        this.aggregates = new Aggregates(draft, compilation.positions(), compilation.dialect());
        this.groups = groups;
        this.items = new MergedItems(compilation, draft, groups, aggregates);
    }

    /**
     * The plan; refused for a clause that cannot be proved or merged.
     *
     * @param edits names and splits, to which the merge's edits are added
     */
    static Decision<Merge> plan(Compilation compilation, SqlEdits edits, Draft draft) {
        GroupProof proof = new GroupProof(compilation, draft);
        return compilation
                .decided(proof.ofClauses())
                .decide(nothing -> draft.columns().known())
                .decide(columns -> GroupItems.of(compilation, draft, proof))
                .decide(groups -> new GroupScatter(compilation, edits, draft, groups).plan());
    }

    /** Each clause adds what it needs: to the items, and to the SQL of the units. Constants come behind all of them. */
    private Decision<Merge> plan() {
        if (Decision.all(block.items(), items::add) instanceof Decision.Refused<?> refused) {
            return refused.elsewhere();
        }
        Decision<Optional<Formula>> having = new HavingClause(edits, draft, groups, aggregates, items).read();
        if (having instanceof Decision.Refused<?> refused) {
            return refused.elsewhere();
        }
        Decision<List<SortKey>> order = orderKeys();
        if (order instanceof Decision.Refused<?> refused) {
            return refused.elsewhere();
        }
        Decision<List<SortKey>> distinct = distinct();
        if (distinct instanceof Decision.Refused<?> refused) {
            return refused.elsewhere();
        }
        Decision<Optional<Paging>> paging = draft.limit().paging();
        if (paging instanceof Decision.Refused<?> refused) {
            return refused.elsewhere();
        }
        return items.addConstants()
                .then(columns -> merge(
                        having.proved().orElse(null),
                        order.proved(),
                        distinct.proved(),
                        paging.proved().orElse(null)));
    }

    private Merge merge(
            @Nullable Formula having, List<SortKey> order, List<SortKey> distinct, @Nullable Paging paging) {
        boolean ordered = !order.isEmpty();
        boolean byGroup = ordered && query.orderBy() != null && groups.areAllThatSorts(query.orderBy());
        groupByDistinctArguments();
        List<SortKey> shardOrder =
                new GroupOrder(compilation, edits, draft, groups, aggregates).ofParts(byGroup, order);
        List<SortKey> keys = shardOrder.subList(0, groups.keys().size());
        LimitClause limit = draft.limit();
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
        return Merge.ofGroups(edits.template(), merge, paging, union, rows)
                .provedBy(items.evidence())
                .demanding(items.demands());
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
    private Decision<List<SortKey>> orderKeys() {
        if (query.orderBy() == null || groups.isEmpty()) {
            return new Decision.Proved<>(List.of());
        }
        List<SortItem> all = query.orderBy().items();
        List<SortItem> sorting = all.stream()
                .filter(item -> !SortKeyColumns.isConstant(item.expression()))
                .toList();
        SortItem last = all.get(all.size() - 1);
        return Decision.all(sorting, item -> items.addAggregatesOf(item)
                .decide(column -> draft.keys().sortKey(item, true, item == last)));
    }

    /** DISTINCT over merged groups is the merge's; parts of groups must not lose any. */
    private Decision<List<SortKey>> distinct() {
        if (block.quantifier() != Quantifier.DISTINCT) {
            return new Decision.Proved<>(List.of());
        }
        if (block.quantifierSpan() == null) {
            return new Decision.Refused<>(
                    compilation.positions().refuseAt(ErrorCode.DISTINCT_NOT_MERGED, block, "it stands beside another"));
        }
        edits.replaceClause(block.quantifierSpan());
        return groups.isEmpty() && block.having() == null
                ? new Decision.Proved<>(List.of())
                : draft.keys()
                        .distinctKeys()
                        .then(keys -> keys.stream().map(GroupKey::key).toList());
    }

    /** DISTINCT aggregates need the values themselves: shards group by them too. */
    private void groupByDistinctArguments() {
        if (aggregates.distinctArguments().isEmpty()) {
            return;
        }
        List<Expression> arguments = aggregates.distinctArguments();
        if (block.groupBy() != null) {
            edits.insert(block.groupBy().span().stop(), new Piece.Text(", "), new Piece.Made(arguments));
            return;
        }
        List<GroupingElement> elements =
                arguments.stream().map(GroupingElement::of).toList();
        GroupBy made = new GroupBy(Span.NONE, GroupingKind.PLAIN, elements, false, "");
        edits.insert(behindRows(block), new Piece.Text(" "), Piece.Made.of(made));
    }

    /** Behind what says which rows there are. */
    private static int behindRows(Select block) {
        if (block.where() != null) {
            return block.where().span().stop();
        }
        Span from = block.fromSpan() == null ? block.itemsSpan() : block.fromSpan();
        return from.stop();
    }
}
