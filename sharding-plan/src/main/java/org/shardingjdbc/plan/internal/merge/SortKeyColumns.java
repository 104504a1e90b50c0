package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
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
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.sortkey.SortKeyTypes;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
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
    private final Refusals refusals;
    private final NameQuoting names;

    SortKeyColumns(
            BoundStatement bound,
            SelectItems items,
            SelectColumns columns,
            SortKeyTypes types,
            Refusals refusals,
            NameQuoting names) {
        this.bound = bound;
        this.items = items;
        this.columns = columns;
        this.types = types;
        this.refusals = refusals;
        this.names = names;
    }

    /**
     * The keys of the outermost ORDER BY.
     *
     * @param derivable whether columns may be added; not below DISTINCT, where they would make rows differ
     */
    List<SortKey> sortKeys(Query query, boolean derivable) {
        List<SortKey> keys = new ArrayList<>();
        if (query.orderBy() != null) {
            List<SortItem> all = query.orderBy().items();
            for (int i = 0; i < all.size() && !refusals.any(); i++) {
                SortItem item = all.get(i);
                if (!isConstant(item.expression()) && !isOutOfRange(item.expression())) {
                    checkBeginning(item, derivable && i == all.size() - 1);
                    SortKey key = sortKey(item, derivable);
                    if (key != null) {
                        keys.add(key);
                    }
                }
            }
        }
        return keys;
    }

    /**
     * Of texts that begin alike and are sorted by their beginning only, any may come first; but another key must not
     * decide, nor may equal ones be taken for neighbours.
     */
    void checkBeginning(SortItem item, boolean last) {
        if (!last
                && !(item.expression() instanceof Parameter)
                && type(item.expression()).beginningOnly()) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, "a type that may be too long to be sorted");
        }
    }

    /** A position that no column has: every database refuses it. */
    private boolean isOutOfRange(Expression key) {
        return SelectItems.position(key) > 0
                && SelectItems.position(key) > columns.visible().size();
    }

    /** A literal that is no position sorts nothing, nor does the moment of the statement. */
    public static boolean isConstant(Expression key) {
        return key instanceof Literal literal && literal.kind() != LiteralKind.INTEGER
                || key instanceof FunctionCall call && Functions.isMoment(call);
    }

    /** The key of one item; null where it is refused. */
    @Nullable
    SortKey sortKey(SortItem item, boolean derivable) {
        Expression key = item.expression();
        if (key instanceof Parameter) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, "a parameter as its name");
            return null;
        }
        SortKeyType type = type(key);
        if (type.order() == null) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, type.unknown());
            return null;
        }
        int column = column(key);
        if (type.form() != null) {
            column = isGroupKey(key) ? formedOfGroup(key, type.form()) : formed(key, type.form());
        } else if (column == 0) {
            if (!derivable) {
                refusals.refuseAt(
                        ErrorCode.DISTINCT_NOT_MERGED, item, "the key " + refusals.excerpt(item) + " is not selected");
                return null;
            }
            column = columns.derive(key, "ORDER_BY_DERIVED");
        }
        return new SortKey(
                column, item.descending(), types.nullsFirst(item.descending(), item.nullOrder()), type.order());
    }

    /** The type of what a key names. */
    SortKeyType type(Expression key) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return types.of(item.expression());
        }
        OutputColumn output = position > 0 ? output(position, key) : null;
        if (position > 0) {
            return output == null ? SortKeyType.BY_TYPE : types.of(output);
        }
        return types.of(key);
    }

    /** The column at a position; null where it is refused. */
    private @Nullable OutputColumn output(int position, Node key) {
        if (position > columns.visible().size()) {
            refusals.refuseAt(ErrorCode.COLUMNS_UNKNOWN, key);
            return null;
        }
        return columns.visible().get(position - 1);
    }

    /** Where a shard returns what a key names; 0 when it does not. */
    int column(Expression key) {
        int position = SelectItems.position(key);
        if (position > 0) {
            output(position, key);
            return position;
        }
        ExpressionItem item = items.item(key, bound);
        return item != null ? columns.position(item) : columns.find(key);
    }

    /** The column with the form of what a key names. */
    int formed(Expression key, SortKeyForm form) {
        int position = SelectItems.position(key);
        ExpressionItem item = items.item(key, bound);
        if (item != null) {
            return derive(item.expression(), form);
        }
        return position > 0 ? formed(output(position, key), form) : derive(key, form);
    }

    /** The column with the form of an output column that a star makes; 0 where it is refused. */
    private int formed(@Nullable OutputColumn output, SortKeyForm form) {
        if (output == null) {
            return 0;
        }
        if (output.expression() != null) {
            return derive(output.expression(), form);
        }
        if (output.label() == null) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, items.block(), "no name in the derived table");
            return 0;
        }
        String name = names.column(output.label());
        if (output.relation() != null) {
            name = output.relation().span().of(bound.parsed().sql()) + "." + name;
        }
        return columns.derive(form.text(name), form.alias(), around(form, List.of(new Piece.Text(name))));
    }

    private int derive(Expression key, SortKeyForm form) {
        String text = key.span().of(bound.parsed().sql());
        boolean parameters = Tree.any(key, Parameter.class::isInstance);
        return columns.derive(parameters ? null : form.text(text), form.alias(), around(form, columns.expanded(key)));
    }

    private static List<Piece> around(SortKeyForm form, List<Piece> key) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < form.around().size(); i++) {
            if (i > 0) {
                pieces.addAll(key);
            }
            pieces.add(new Piece.Text(form.around().get(i)));
        }
        return pieces;
    }

    /**
     * The key of a group: equal values are one group. Its direction is the one that the database sorts by when nothing
     * is said. Null where it is refused.
     */
    @Nullable
    GroupKey groupKey(Expression key) {
        SortKeyType type = type(key);
        if (type.equality() == null) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, key, type.unknown());
            return null;
        }
        int shown = type.form() != null ? 0 : column(key);
        Expression named = named(key);
        if (shown == 0 && named != null && !types.showsGrouped(named)) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, key, "a subquery that is not selected");
            return null;
        }
        int column = type.form() != null ? formedOfGroup(key, type.form()) : shown;
        if (column == 0) {
            column = columns.derive(key, "GROUP_BY_DERIVED");
        }
        return new GroupKey(
                new SortKey(column, false, types.nullsFirst(false, null), type.equality()), type.sortsGroups());
    }

    /** As {@link #formed(Expression, SortKeyForm)} for a key that shards group by. */
    int formedOfGroup(Expression key, SortKeyForm form) {
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
        OutputColumn output = position > 0 ? output(position, key) : null;
        return position == 0 ? key : output == null ? null : output.expression();
    }

    /**
     * A key by whose values rows are told apart.
     *
     * @param key with the order of its equality
     * @param sortable whether shards can sort by it so that equal values meet in an order known here
     */
    record GroupKey(SortKey key, boolean sortable) {}

    /** The keys of DISTINCT: all columns. */
    List<GroupKey> distinctKeys() {
        List<GroupKey> keys = new ArrayList<>();
        List<OutputColumn> visible = List.copyOf(columns.visible());
        for (int i = 0; i < visible.size(); i++) {
            SortKeyType type = types.of(visible.get(i));
            if (type.equality() == null) {
                refusals.refuseAt(
                        ErrorCode.DISTINCT_NOT_MERGED, items.block(), "column " + (i + 1) + " has " + type.unknown());
                return keys;
            }
            int column = type.form() != null ? formed(visible.get(i), type.form()) : i + 1;
            SortKey key = new SortKey(column, false, types.nullsFirst(false, null), type.equality());
            keys.add(new GroupKey(key, type.sortsGroups() && type.form() == null && key.order() != ValueOrder.BY_TYPE));
        }
        return keys;
    }
}
