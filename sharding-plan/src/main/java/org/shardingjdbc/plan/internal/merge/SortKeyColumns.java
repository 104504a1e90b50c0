package org.shardingjdbc.plan.internal.merge;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.sortkey.SortKeyTypes;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.OutputColumn;

/**
 * Makes sort keys of what ORDER BY, GROUP BY and DISTINCT name, deriving columns where a shard does not return them.
 * One per plan.
 */
public final class SortKeyColumns {
    private final BoundStatement bound;
    private final SelectItems items;
    private final SelectColumns columns;
    private final SortKeyTypes types;
    private final SourcePositions positions;
    private final NameQuoting names;

    SortKeyColumns(
            BoundStatement bound,
            SelectItems items,
            SelectColumns columns,
            SortKeyTypes types,
            SourcePositions positions,
            NameQuoting names) {
        this.bound = bound;
        this.items = items;
        this.columns = columns;
        this.types = types;
        this.positions = positions;
        this.names = names;
    }

    /**
     * The keys of the outermost ORDER BY.
     *
     * @param derivable whether columns may be added; not below DISTINCT, where they would make rows differ
     */
    Decision<List<SortKey>> sortKeys(Query query, boolean derivable) {
        if (query.orderBy() == null) {
            return new Decision.Proved<>(List.of());
        }
        List<SortItem> all = query.orderBy().items();
        List<SortItem> sorting =
                all.stream().filter(item -> !isConstant(item.expression())).toList();
        SortItem last = all.get(all.size() - 1);
        return sorting.isEmpty()
                ? new Decision.Proved<>(List.of())
                : columns.known()
                        .decide(visible -> Decision.all(
                                sorting.stream()
                                        // every database refuses a position that no column has
                                        .filter(item -> SelectItems.position(item.expression()) <= visible.size())
                                        .toList(),
                                item -> sortKey(item, derivable, derivable && item == last)));
    }

    /**
     * Of texts that begin alike and are sorted by their beginning only, any may come first; but another key must not
     * decide, nor may equal ones be taken for neighbours.
     */
    private boolean cutsOff(SortItem item, boolean last) {
        return !last
                && !(item.expression() instanceof Parameter)
                && type(item.expression()).beginningOnly();
    }

    /** A literal that is no position sorts nothing, nor does the moment of the statement. */
    public static boolean isConstant(Expression key) {
        return key instanceof Literal literal && literal.kind() != LiteralKind.INTEGER
                || key instanceof FunctionCall call && Functions.isMoment(call);
    }

    /**
     * The key of one item. The columns are known.
     *
     * @param last whether nothing is sorted by behind it
     */
    Decision<SortKey> sortKey(SortItem item, boolean derivable, boolean last) {
        Expression key = item.expression();
        if (isOutOfRange(key)) {
            return refused(ErrorCode.COLUMNS_UNKNOWN, key);
        }
        if (cutsOff(item, last)) {
            return refused(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, "a type that may be too long to be sorted");
        }
        if (key instanceof Parameter) {
            return refused(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, "a parameter as its name");
        }
        SortKeyType type = type(key);
        ValueOrder order = type.order();
        if (order == null) {
            return refused(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, type.unknown());
        }
        return sortColumn(item, type, derivable)
                .then(column -> new SortKey(
                        column, item.descending(), types.nullsFirst(item.descending(), item.nullOrder()), order));
    }

    /** The column by which a key sorts. */
    private Decision<Integer> sortColumn(SortItem item, SortKeyType type, boolean derivable) {
        Expression key = item.expression();
        if (type.form() != null) {
            return isGroupKey(key) ? formedOfGroup(key, type.form()) : formed(key, type.form());
        }
        int column = column(key);
        if (column == 0 && !derivable) {
            return refused(
                    ErrorCode.DISTINCT_NOT_MERGED, item, "the key " + positions.excerpt(item) + " is not selected");
        }
        return new Decision.Proved<>(column == 0 ? columns.derive(key, "ORDER_BY_DERIVED") : column);
    }

    private <T> Decision<T> refused(ErrorCode code, Node node, Object... rest) {
        return new Decision.Refused<>(positions.refuseAt(code, node, rest));
    }

    /** A position that no column has. */
    private boolean isOutOfRange(Expression key) {
        return SelectItems.position(key) > columns.visible().size();
    }

    /** The type of what a key names. */
    SortKeyType type(Expression key) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return types.of(item.expression());
        }
        return position > 0 ? types.of(output(position)) : types.of(key);
    }

    /** The column at a position that is not out of range. */
    private OutputColumn output(int position) {
        return columns.visible().get(position - 1);
    }

    /** Where a shard returns what a key names; 0 when it does not. */
    int column(Expression key) {
        int position = SelectItems.position(key);
        ExpressionItem item = position > 0 ? null : items.item(key, bound);
        return position > 0 ? position : item != null ? columns.position(item) : columns.find(key);
    }

    /** The column with the form of what a key names. */
    Decision<Integer> formed(Expression key, SortKeyForm form) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return new Decision.Proved<>(derive(item.expression(), form));
        }
        return position > 0 ? formed(output(position), form) : new Decision.Proved<>(derive(key, form));
    }

    /** The column with the form of an output column that a star makes. */
    private Decision<Integer> formed(OutputColumn output, SortKeyForm form) {
        if (output.expression() != null) {
            return new Decision.Proved<>(derive(output.expression(), form));
        }
        if (output.label() == null) {
            return refused(ErrorCode.SORT_KEY_NOT_COMPARABLE, items.block(), "no name in the derived table");
        }
        Identifier relation = output.relation();
        Expression column = MadeNodes.column(relation, names.columnName(output.label()));
        String name =
                (relation == null ? "" : relation.span().of(bound.parsed().sql()) + ".") + names.column(output.label());
        return new Decision.Proved<>(
                columns.derive(form.text(name), form.alias(), MadeNodes.written(form.form(), column)));
    }

    private int derive(Expression key, SortKeyForm form) {
        String text = key.span().of(bound.parsed().sql());
        boolean parameters = Tree.any(key, Parameter.class::isInstance);
        Expression made = MadeNodes.written(form.form(), columns.expanded(key));
        return columns.derive(parameters ? null : form.text(text), form.alias(), made);
    }

    /**
     * The key of a group: equal values are one group. Its direction is the one that the database sorts by when nothing
     * is said. The columns are known.
     */
    Decision<GroupKey> groupKey(Expression key) {
        if (isOutOfRange(key)) {
            return refused(ErrorCode.COLUMNS_UNKNOWN, key);
        }
        SortKeyType type = type(key);
        ValueOrder equality = type.equality();
        if (equality == null) {
            return refused(ErrorCode.SORT_KEY_NOT_COMPARABLE, key, type.unknown());
        }
        return groupColumn(key, type)
                .then(column -> new GroupKey(
                        new SortKey(column, false, types.nullsFirst(false, null), equality), type.sortsGroups()));
    }

    private Decision<Integer> groupColumn(Expression key, SortKeyType type) {
        int shown = type.form() != null ? 0 : column(key);
        Expression named = named(key);
        if (shown == 0 && named != null && !types.showsGrouped(named)) {
            return refused(ErrorCode.SORT_KEY_NOT_COMPARABLE, key, "a subquery that is not selected");
        }
        if (type.form() != null) {
            return formedOfGroup(key, type.form());
        }
        return new Decision.Proved<>(shown == 0 ? columns.derive(key, "GROUP_BY_DERIVED") : shown);
    }

    /** As {@link #formed(Expression, SortKeyForm)} for a key that shards group by. */
    Decision<Integer> formedOfGroup(Expression key, SortKeyForm form) {
        return formed(key, isComputed(key) && !form.isPosition() ? form.ofGroup() : form);
    }

    /** Whether a key names an expression that is no column. */
    private boolean isComputed(Expression key) {
        Expression named = named(key);
        return named != null && !(named instanceof ColumnReference);
    }

    /** Whether the block groups by what a key names; by what it does not, a group has several values. */
    private boolean isGroupKey(Expression key) {
        GroupBy groups = items.block().groupBy();
        Expression own = named(key);
        return groups != null
                && own != null
                && groups.items().stream()
                        .map(this::named)
                        .anyMatch(group -> group != null && columns.same(own, group));
    }

    /** What a key names; null where a star makes it. */
    private @Nullable Expression named(Expression key) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return item.expression();
        }
        return position == 0 ? key : output(position).expression();
    }

    /**
     * A key by whose values rows are told apart.
     *
     * @param key with the order of its equality
     * @param sortable whether shards can sort by it so that equal values meet in an order known here
     */
    record GroupKey(SortKey key, boolean sortable) {}

    /** The keys of DISTINCT: all columns. */
    Decision<List<GroupKey>> distinctKeys() {
        return columns.known().decide(visible -> {
            List<Integer> places = IntStream.range(0, visible.size()).boxed().toList();
            return Decision.all(places, place -> distinctKey(visible.get(place), place + 1));
        });
    }

    /** @param place 1-based */
    private Decision<GroupKey> distinctKey(OutputColumn output, int place) {
        SortKeyType type = types.of(output);
        ValueOrder equality = type.equality();
        if (equality == null) {
            return refused(ErrorCode.DISTINCT_NOT_MERGED, items.block(), "column " + place + " has " + type.unknown());
        }
        Decision<Integer> column = type.form() != null ? formed(output, type.form()) : new Decision.Proved<>(place);
        boolean sortable = type.sortsGroups() && type.form() == null && equality != ValueOrder.BY_TYPE;
        return column.then(
                at -> new GroupKey(new SortKey(at, false, types.nullsFirst(false, null), equality), sortable));
    }
}
