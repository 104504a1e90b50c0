package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/** The order in which units return the parts of groups, and its ORDER BY. One per plan; not thread-safe. */
final class GroupOrder {
    private final Compilation compilation;
    private final SqlEdits edits;
    private final Draft draft;
    private final Query query;
    private final Select block;
    private final GroupItems groups;
    private final Aggregates aggregates;

    GroupOrder(Compilation compilation, SqlEdits edits, Draft draft, GroupItems groups, Aggregates aggregates) {
        this.compilation = compilation;
        this.edits = edits;
        this.draft = draft;
        this.query = draft.query();
        this.block = draft.block();
        this.groups = groups;
        this.aggregates = aggregates;
    }

    /**
     * The order in which shards return their groups: the statement's where it is by group keys, then the keys that it
     * leaves out. Edits ORDER BY accordingly.
     */
    List<SortKey> ofParts(boolean byGroup, List<SortKey> order) {
        if (!groups.isStreaming()) {
            editOrderBy(List.of());
            return groups.keys();
        }
        List<SortKey> keys = new ArrayList<>();
        List<SortItem> items = new ArrayList<>();
        boolean[] sorted = new boolean[groups.keys().size()];
        OrderBy written = query.orderBy();
        if (byGroup && written != null) {
            int next = 0;
            for (SortItem item : written.items()) {
                if (!SortKeyColumns.isConstant(item.expression())) {
                    int index = groups.index(item);
                    SortKey key = order.get(next++);
                    if (!sorted[index]) {
                        sorted[index] = true;
                        keys.add(key);
                        items.add(item);
                    }
                }
            }
        }
        for (int i = 0; i < groups.keys().size(); i++) {
            if (!sorted[i]) {
                keys.add(sortedGroupKey(i, items));
            }
        }
        aggregates.sortedDistinctValue().ifPresent(value -> {
            items.add(MadeNodes.ascending(sorted(aggregates.distinctArguments().get(0), value)));
            keys.add(value);
        });
        editOrderBy(items);
        return keys;
    }

    /** A key whose collation only the database knows is sorted by its bytes instead, so that equal values meet. */
    private SortKey sortedGroupKey(int index, List<SortItem> items) {
        SortKey key = groups.keys().get(index);
        Expression item = groups.all().get(index);
        if (groups.isSortable(index)) {
            items.add(MadeNodes.ascending(sorted(item, key)));
            return key;
        }
        Expression meant = draft.items().resolve(item, compilation.bound());
        items.add(MadeNodes.ascending(new Operation(Span.NONE, Operation.COLLATE, List.of(meant), "\"C\"")));
        ValueOrder bytes = key.order() == ValueOrder.EQUALITY_ONLY ? ValueOrder.CODE_POINTS : key.order();
        return new SortKey(key.column(), key.descending(), key.nullsFirst(), bytes);
    }

    /** An expression in ORDER BY; by its position where its name would mean another column of the select list there. */
    private Expression sorted(Expression expression, SortKey key) {
        Expression meant = draft.items().resolve(expression, compilation.bound());
        if (expression instanceof ColumnReference reference
                && reference.qualifier().isEmpty()) {
            for (SelectItem item : block.items()) {
                if (item instanceof ExpressionItem named
                        && named.alias() != null
                        && named.alias()
                                .text()
                                .equalsIgnoreCase(reference.name().text())
                        && !draft.columns().same(named.expression(), meant)) {
                    return MadeNodes.integer(key.column());
                }
            }
        }
        return expression;
    }

    /** Without groups an order says nothing, unless it has the only aggregates: then it is what makes all rows one. */
    private boolean makesGroup() {
        return query.orderBy() != null
                && groups.isEmpty()
                && aggregates.merged().isEmpty()
                && aggregates.distinctArguments().isEmpty();
    }

    private void editOrderBy(List<SortItem> items) {
        if (!makesGroup()) {
            draft.order().put(items, edits);
        }
    }
}
