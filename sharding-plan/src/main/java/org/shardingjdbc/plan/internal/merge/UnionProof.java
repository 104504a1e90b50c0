package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes.UnitedValues;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.MergeOperator;
import org.shardingjdbc.merge.internal.MergeOperator.Distinct;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.NullOrder;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.plan.internal.proof.RowBounds;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.RowBound;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Proves that the units of a data source may go as branches of one UNION ALL, so that nobody can tell: the select list
 * names columns of types that a union leaves as they are (it makes a wider TEXT of a TEXT, a VARCHAR of an ENUM, a
 * number of a BOOLEAN), or counts, sums and averages of such numbers; nothing in the statement counts for a whole
 * statement only. Rows that come sorted are sorted once more, and therefore must be few: limited, or of few unique
 * keys. One per plan.
 */
final class UnionProof {
    /** Longer ones may become another type. */
    private static final int LONGEST_TEXT = 4000;

    /** Whose values compare alike whichever result they come from. */
    private static final Set<ValueOrder> SORTED_HERE = EnumSet.complementOf(
            EnumSet.of(ValueOrder.BY_TYPE, ValueOrder.EQUALITY_ONLY, ValueOrder.BOOLEAN, ValueOrder.UUID));

    private static final Set<String> SUMS = Set.of("sum", "avg");
    private static final Set<String> EXTREMES = Set.of("min", "max");

    private final Compilation compilation;
    private final Draft draft;

    UnionProof(Compilation compilation, Draft draft) {
        this.compilation = compilation;
        this.draft = draft;
    }

    /**
     * For rows that are collected or sorted, and limited. Where a data source cannot sort them once more, or not all of
     * them, the merge does, if they are few.
     *
     * @param merge of single units
     * @param edits of a unit, without those of the merge; more are added
     * @return null when it is not proved
     */
    @Nullable
    UnionAll ofRows(MergePlan merge, @Nullable Paging paging, SqlEdits edits) {
        Paging limit = paging != null && limits(paging) ? paging : null;
        if (!isPlain() || !draft.block().items().stream().allMatch(this::isKept)) {
            return null;
        }
        if (merge.find(Distinct.class) == null) {
            if (merge.sort().isEmpty()) {
                return united(behind(List.of(), limit), limit, merge, new UnionAll.Unsorted());
            }
            if (limit != null && sortsPlainColumns(merge)) {
                return united(
                        behind(merge.sort(), limit), limit, merge, new UnionAll.ByDataSource(new RowBound.Page(limit)));
            }
        }
        RowBound few = new RowBounds(compilation.bound(), compilation.catalog()).of(draft.block(), limit);
        return few == null || !comparesKept(merge)
                ? null
                : united(
                        "",
                        null,
                        sortedHere(merge),
                        new UnionAll.ByMerge(few, paging == null ? unsorted(edits) : null));
    }

    /** A unit's rows as they come, with their duplicates: a data source makes no temporary table of them. */
    private SqlTemplate unsorted(SqlEdits edits) {
        Select block = draft.block();
        OrderBy order = draft.query().orderBy();
        draft.columns().edit(edits);
        if (block.quantifierSpan() != null) {
            edits.replaceClause(block.quantifierSpan());
        }
        if (order != null) {
            edits.replaceClause(order.span());
        }
        return edits.template();
    }

    private UnionAll united(String tail, @Nullable Paging limit, MergePlan merge, UnionAll.Sorting sorting) {
        int[] sources = limit == null ? new int[0] : limitSources(limit);
        return new UnionAll(tail, sources, merge, sorting, compilation.union());
    }

    /** The same merge of rows that come in no order, and of a result with duplicates. */
    private static MergePlan sortedHere(MergePlan merge) {
        Distinct distinct = merge.find(Distinct.class);
        MergePlan united = MergePlan.united();
        MergePlan ordered = distinct == null
                ? united.resorted(merge.sort())
                : distinct.isStreamed()
                        ? united.resorted(merge.sort()).distinct(distinct.columns())
                        : united.distinct(distinct.columns()).resorted(merge.sort());
        return ordered.limited(merge.find(MergeOperator.Limit.class) != null)
                .trimmed(merge.derivedColumns())
                .checked(merge.columns(), merge.labels());
    }

    /** Whether the merge compares what a union leaves as it is. */
    private boolean comparesKept(MergePlan merge) {
        Distinct distinct = merge.find(Distinct.class);
        int selected = draft.block().items().size();
        boolean distinctKept = distinct == null
                || distinct.columns().stream().allMatch(key -> key.column() <= selected || isWeight(key));
        List<SortItem> items = draft.query().orderBy() == null
                ? List.of()
                : draft.query().orderBy().items();
        for (int i = 0; i < merge.sort().size(); i++) {
            SortKey key = merge.sort().get(i);
            boolean kept = key.column() <= selected
                    || isWeight(key)
                    || i < items.size() && isKept(items.get(i).expression());
            if (!kept || !SORTED_HERE.contains(key.order())) {
                return false;
            }
        }
        return distinctKept;
    }

    /** Whether it is a derived column of bytes, which a union leaves as they are. */
    private static boolean isWeight(SortKey key) {
        return key.order() == ValueOrder.WEIGHTS_PADDED || key.order() == ValueOrder.BYTES;
    }

    private boolean isKept(SelectItem item) {
        return item instanceof ExpressionItem expression && isKept(expression.expression());
    }

    /**
     * For groups: each branch returns its part of them, and all come in the order of their keys.
     *
     * @param united the merge of such results
     * @param order of the parts; empty for one group
     * @return null when it is not proved
     */
    @Nullable
    UnionAll ofGroups(MergePlan united, GroupItems groups, List<SortKey> order) {
        List<SortKey> tail = inUnion(order, groups);
        if (tail == null || united.find(MergeOperator.Compute.class) != null || !groupsAlike(groups) || !isPlain()) {
            return null;
        }
        for (Expression key : groups.all()) {
            if (!isKept(draft.items().resolve(key, compilation.bound()))) {
                return null;
            }
        }
        for (SelectItem item : draft.block().items()) {
            boolean known = item instanceof ExpressionItem expression
                    && (isPart(expression.expression()) || !groups.isEmpty() && isKept(expression.expression()));
            if (!known) {
                return null;
            }
        }
        if (!groups.isEmpty() && !sortsKept()) {
            return null;
        }
        return united(behind(tail, null), null, united, new UnionAll.Unsorted());
    }

    /** Whether the merged groups are sorted by values that a union leaves as they are, selected or derived. */
    private boolean sortsKept() {
        if (draft.query().orderBy() == null) {
            return true;
        }
        return draft.query().orderBy().items().stream()
                .map(SortItem::expression)
                .filter(item -> !SortKeyColumns.isConstant(item))
                .map(item -> draft.items().resolve(item, compilation.bound()))
                .allMatch(item -> isPart(item) || isKept(item));
    }

    /**
     * The columns by which a union sorts as each unit does: a text by itself, not by what is derived of it.
     *
     * @return null when it cannot
     */
    private @Nullable List<SortKey> inUnion(List<SortKey> order, GroupItems groups) {
        List<SortKey> found = new ArrayList<>();
        for (SortKey key : order) {
            if (key.order() == ValueOrder.NUMBER || key.order() == ValueOrder.TEMPORAL) {
                found.add(key);
                continue;
            }
            int column = groups.shownText(key);
            if (column == 0) {
                return null;
            }
            found.add(new SortKey(column, key.descending(), key.nullsFirst(), key.order()));
        }
        return found;
    }

    /** Whether rows of one unit are in one group here, too, if they are in one there and only then. */
    private boolean groupsAlike(GroupItems groups) {
        return compilation.dialect().sorting().groupsEqualTexts()
                || groups.keys().stream()
                        .noneMatch(key -> key.order() == ValueOrder.WEIGHTS_PADDED
                                || key.order() == ValueOrder.CODE_POINTS_PADDED);
    }

    /** Whether the statement is nothing but SELECT ... with what may stand in a branch in parentheses. */
    private boolean isPlain() {
        Query query = draft.query();
        Select block = draft.block();
        ParsedSql parsed = compilation.bound().parsed();
        return !compilation.union().isNever()
                && parsed.statement() instanceof QueryStatement statement
                && statement.query() == query
                // nothing stands around it, whatever it is
                && statement.span().equals(query.span())
                && parsed.settings() == null
                && query.with() == null
                && query.locking().isEmpty()
                && block.into() == null
                && block.qualify() == null
                && block.modifiers().isEmpty()
                && block.distinctOn().isEmpty()
                && (block.quantifierSpan() == null || block.quantifier() == Quantifier.DISTINCT)
                && (query.limit() == null || !query.limit().top())
                && !Tree.any(query, node -> node instanceof SessionVariable || isHinted(node));
    }

    /** Whether it tells the optimizer something, which may be about the whole statement. */
    private static boolean isHinted(Node node) {
        return node instanceof Select block && !block.optimizerHint().isEmpty();
    }

    /** Whether a union shows values of a column as the column's table does. */
    private boolean isKept(Expression expression) {
        ColumnSchema column =
                expression instanceof ColumnReference reference ? draft.types().schema(reference) : null;
        if (column == null) {
            return false;
        }
        return switch (values(column)) {
            case NUMBERS, TIMES, LEFT -> true;
            case TEXTS -> column.size() > 0 && column.size() <= LONGEST_TEXT;
            case OTHERS -> false;
        };
    }

    private UnitedValues values(ColumnSchema column) {
        return compilation
                .dialect()
                .types()
                .inUnions(column.jdbcType(), column.typeName().toLowerCase(Locale.ROOT));
    }

    private boolean isPart(Expression expression) {
        if (!(expression instanceof FunctionCall call)
                || call.distinct()
                || call.over() != null
                || call.filter() != null
                || call.orderBy() != null) {
            return false;
        }
        String name = Functions.builtIn(call);
        if (name.equals("count")) {
            return call.star()
                    || call.arguments().size() == 1 && isKept(call.arguments().get(0));
        }
        boolean extreme = EXTREMES.contains(name);
        if (!extreme && !SUMS.contains(name)
                || call.arguments().size() != 1
                || !(call.arguments().get(0) instanceof ColumnReference reference)) {
            return false;
        }
        ColumnSchema column = draft.types().schema(reference);
        UnitedValues values = column == null ? UnitedValues.OTHERS : values(column);
        return values == UnitedValues.NUMBERS || extreme && values == UnitedValues.TIMES;
    }

    /** Whether a union sorts by the same values as each unit does: those of plain columns, which are never cut. */
    private boolean sortsPlainColumns(MergePlan merge) {
        List<SortItem> items = draft.query().orderBy() == null
                ? List.of()
                : draft.query().orderBy().items();
        if (items.size() != merge.sort().size()) {
            return false;
        }
        for (int i = 0; i < items.size(); i++) {
            SortKey key = merge.sort().get(i);
            boolean selected = key.column() <= draft.block().items().size();
            boolean comparable = key.order() == ValueOrder.NUMBER || key.order() == ValueOrder.TEMPORAL;
            if (!comparable || !selected && !isKept(items.get(i).expression())) {
                return false;
            }
        }
        return true;
    }

    /** The order and the limit of all branches, behind them. */
    private String behind(List<SortKey> keys, @Nullable Paging paging) {
        SqlPrinter printer = new SqlPrinter(compilation.dialect());
        String order = keys.isEmpty()
                ? ""
                : " " + printer.made(new OrderBy(Span.NONE, items(keys)), null).text();
        return paging == null
                ? order
                : order + " " + printer.made(limit(paging), null).text();
    }

    private List<SortItem> items(List<SortKey> keys) {
        boolean ordersNulls = compilation.dialect().queries().ordersNulls();
        return keys.stream()
                .map(key -> new SortItem(
                        Span.NONE,
                        MadeNodes.integer(key.column()),
                        key.descending(),
                        !ordersNulls ? null : key.nullsFirst() ? NullOrder.FIRST : NullOrder.LAST))
                .toList();
    }

    private static Limit limit(Paging paging) {
        Long rows = isConstant(paging) ? paging.widened(new Object[0]) : null;
        return rows != null
                ? MadeNodes.limit(rows)
                : new Limit(Span.NONE, new Parameter(Span.NONE, 0), null, false, false, false);
    }

    /** A count alone is the statement's parameter; with an offset it is computed. */
    private static int[] limitSources(Paging paging) {
        Paging.Amount count = paging.count();
        if (count == null || isConstant(paging)) {
            return new int[0];
        }
        return new int[] {paging.offset() == null ? count.parameter() : -1};
    }

    /** A constant NULL limits nothing. */
    private static boolean limits(Paging paging) {
        return paging.count() != null && !(isConstant(paging) && paging.widened(new Object[0]) == null);
    }

    private static boolean isConstant(Paging paging) {
        return paging.count() != null
                && paging.count().parameter() < 0
                && (paging.offset() == null || paging.offset().parameter() < 0);
    }
}
