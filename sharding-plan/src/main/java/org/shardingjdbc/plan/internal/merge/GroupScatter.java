package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Logical;
import org.shardingjdbc.parser.internal.ast.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Quantifier;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SortItem;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns.GroupKey;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.rewrite.internal.Piece;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Plans groups that have rows on several units. Each shard groups its own rows and returns them sorted by the group's
 * keys; the merge unites the parts of a group as they meet. HAVING over aggregates, ORDER BY over aggregates and LIMIT
 * see merged groups only and are therefore the merge's. One per plan; not thread-safe.
 */
final class GroupScatter {
    private final Compilation compilation;
    private final SourcePositions positions;
    private final SqlEdits edits;
    private final Draft draft;
    private final Query query;
    private final Select block;
    private final Aggregates aggregates;
    private final FormulaReader formulas;
    private final GroupItems groups;
    private final List<ComputedColumn> computed = new ArrayList<>();

    GroupScatter(Compilation compilation, SqlEdits edits, Draft draft) {
        this.compilation = compilation;
        this.positions = compilation.positions();
        this.edits = edits;
        this.draft = draft;
        this.query = draft.query();
        this.block = draft.block();
        this.aggregates = new Aggregates(draft, positions, compilation.dialect());
        this.groups = new GroupItems(compilation, draft);
        this.formulas = new FormulaReader(compilation.bound(), draft, aggregates, groups::column, positions);
    }

    ScatterPlan plan() {
        refuseWhatNeedsWholeGroups();
        for (Expression item : groups.all()) {
            if (Tree.any(item, Parameter.class::isInstance) && draft.keys().column(item) == 0) {
                // selected as a derived column it would have a placeholder of its own, which databases take for another
                throw positions.refuse(ErrorCode.AGGREGATE_NOT_MERGED, positions.excerpt(item), item);
            }
            groups.addKey(item);
        }
        for (SelectItem item : block.items()) {
            addItem(item);
        }
        Formula having = having();
        List<SortKey> order = orderKeys();
        boolean ordered = !order.isEmpty();
        boolean byGroup = ordered && groups.areAllThatSorts(query);
        groupByDistinctArguments();
        List<SortKey> shardOrder =
                new GroupOrder(compilation, edits, draft, groups, aggregates).ofParts(byGroup, order);
        List<SortKey> keys = shardOrder.subList(0, groups.keys().size());
        List<SortKey> distinct = distinct();
        LimitClause limit = new LimitClause(query.limit(), positions, compilation.dialect());
        Paging paging = limit.paging();
        boolean streaming = groups.isStreaming();
        boolean inOrder = byGroup && streaming || !ordered;
        boolean whole = having == null
                && distinct.isEmpty()
                && aggregates.distinctArguments().isEmpty();
        if (inOrder && whole && streaming && !groups.isEmpty()) {
            limit.push(edits, paging);
        } else {
            limit.remove(edits);
        }
        addConstants();
        draft.columns().edit(edits);
        Grouping grouping = new Grouping(keys, aggregates.merged(), streaming);
        MergePlan merge = MergePlan.grouped(grouping, streaming ? shardOrder : List.of())
                .filtered(having)
                .computed(computed)
                .distinct(distinct)
                .resorted(inOrder ? List.of() : order)
                .limited(paging != null)
                .trimmed(draft.columns().derivedCount())
                .checked(draft.columns().checkedCount(), draft.columns().checkedLabels());
        UnionAll union = new UnionProof(compilation, draft).ofAggregates(merge);
        return new ScatterPlan(edits.template(), merge, paging, false, union);
    }

    private void refuseWhatNeedsWholeGroups() {
        if (block.groupBy() != null && block.groupBy().kind() != GroupingKind.PLAIN) {
            throw positions.refuse(ErrorCode.AGGREGATE_NOT_MERGED, positions.excerpt(block.groupBy()), block.groupBy());
        }
        if (block.quantifier() == Quantifier.DISTINCT_ON) {
            throw positions.refuseAt(ErrorCode.DISTINCT_NOT_MERGED, block, "DISTINCT ON over merged groups");
        }
        List<Node> parts = new ArrayList<>(block.items());
        parts.addAll(groups.all());
        if (query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        if (block.qualify() != null) {
            parts.add(block.qualify());
        }
        for (Node part : parts) {
            for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
                if (call.over() != null) {
                    String name = Functions.name(call).toUpperCase(Locale.ROOT);
                    throw positions.refuse(ErrorCode.WINDOW_ACROSS_NODES, name, call);
                }
                if (Functions.returnsSet(call)) {
                    throw positions.refuse(ErrorCode.AGGREGATE_NOT_MERGED, positions.excerpt(call), call);
                }
            }
        }
    }

    private static boolean hasAggregate(Node node) {
        return Tree.outsideQueries(node, FunctionCall.class).stream().anyMatch(Functions::isAggregate);
    }

    private void addItem(SelectItem item) {
        if (item instanceof StarItem || !(item instanceof ExpressionItem expressionItem)) {
            if (groups.isEmpty()) {
                throw positions.refuse(ErrorCode.AGGREGATE_NOT_MERGED, "* beside an aggregate", item);
            }
            return;
        }
        Expression expression = expressionItem.expression();
        int column = draft.columns().position(expressionItem);
        if (!hasAggregate(expression)) {
            checkPlainItem(expression);
        } else if (expression instanceof FunctionCall call && Functions.isAggregate(call)) {
            aggregates.add(call, column);
        } else {
            computed.add(new ComputedColumn(column, formulas.read(expression)));
        }
    }

    /**
     * What is no aggregate has one value in a group, which any shard's row of the group has; without groups it must be
     * constant.
     */
    private void checkPlainItem(Expression expression) {
        if (groups.isEmpty()
                && Tree.any(expression, node -> node instanceof ColumnReference || node instanceof Query)) {
            throw positions.refuse(
                    ErrorCode.AGGREGATE_NOT_MERGED, positions.excerpt(expression) + " beside an aggregate", expression);
        }
    }

    /** Beside DISTINCT aggregates without groups there may be no row to read a constant from. */
    private void addConstants() {
        if (!groups.isEmpty() || aggregates.distinctArguments().isEmpty()) {
            return;
        }
        for (SelectItem item : block.items()) {
            Expression expression = ((ExpressionItem) item).expression();
            if (!hasAggregate(expression)) {
                computed.add(
                        new ComputedColumn(draft.columns().position((ExpressionItem) item), formulas.read(expression)));
            }
        }
    }

    /** HAVING over merged values; conditions on group keys alone stay with the shards. */
    private Formula having() {
        if (block.having() == null) {
            return null;
        }
        List<Expression> kept = new ArrayList<>();
        List<Formula> merged = new ArrayList<>();
        for (Expression conjunct : conjuncts(block.having().condition())) {
            if (readsAggregate(conjunct) || groups.isEmpty()) {
                merged.add(formulas.read(conjunct));
            } else {
                kept.add(conjunct);
            }
        }
        if (merged.isEmpty()) {
            return null;
        }
        boolean oneGroup = groups.isEmpty() && aggregates.merged().isEmpty();
        // without an aggregate it is HAVING that makes one group of all rows, and a row of none
        Piece[] left = oneGroup ? new Piece[] {new Piece.Text("HAVING 1 = 1")} : having(kept);
        edits.replaceClause(block.having().span(), left);
        return merged.size() == 1 ? merged.get(0) : new Formula.And(merged);
    }

    private static Piece[] having(List<Expression> kept) {
        List<Piece> pieces = new ArrayList<>();
        for (Expression conjunct : kept) {
            pieces.add(new Piece.Text(pieces.isEmpty() ? "HAVING (" : " AND ("));
            pieces.add(new Piece.Source(conjunct.span()));
            pieces.add(new Piece.Text(")"));
        }
        return pieces.toArray(new Piece[0]);
    }

    private static List<Expression> conjuncts(Expression condition) {
        return condition instanceof Logical logical && logical.operator() == LogicalOperator.AND
                ? logical.operands()
                : List.of(condition);
    }

    private boolean readsAggregate(Expression expression) {
        if (hasAggregate(expression)) {
            return true;
        }
        for (ColumnReference reference : Tree.outsideQueries(expression, ColumnReference.class)) {
            if (compilation.bound().origin(reference) instanceof ColumnOrigin.OfAlias alias
                    && hasAggregate(alias.item())) {
                return true;
            }
        }
        return false;
    }

    /** The statement's own order of the merged groups; one group needs none. */
    private List<SortKey> orderKeys() {
        if (query.orderBy() == null || groups.isEmpty()) {
            return List.of();
        }
        List<SortKey> keys = new ArrayList<>();
        List<SortItem> items = query.orderBy().items();
        for (SortItem item : items) {
            if (!SortKeyColumns.isConstant(item.expression())) {
                addAggregatesOf(item);
                draft.keys().checkBeginning(item, item == items.get(items.size() - 1));
                keys.add(draft.keys().sortKey(item, true));
            }
        }
        return keys;
    }

    /**
     * An order by aggregates that are not selected sorts by derived columns, which must be merged like selected ones.
     */
    private void addAggregatesOf(SortItem item) {
        Expression key = draft.items().resolve(item.expression(), compilation.bound());
        if (!readsAggregate(key) || draft.keys().column(item.expression()) > 0) {
            return;
        }
        if (key instanceof FunctionCall call && Functions.isAggregate(call)) {
            aggregates.column(call);
        } else {
            int column = draft.columns().derive(key, "ORDER_BY_DERIVED");
            computed.add(new ComputedColumn(column, formulas.read(key)));
        }
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
                throw positions.refuseAt(ErrorCode.DISTINCT_NOT_MERGED, block, "it stands beside another");
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
        Clause where = block.where();
        int end = where == null ? block.fromSpan().stop() : where.span().stop();
        int position = block.groupBy() == null ? end : block.groupBy().span().stop();
        edits.insert(position, pieces.toArray(new Piece[0]));
    }
}
