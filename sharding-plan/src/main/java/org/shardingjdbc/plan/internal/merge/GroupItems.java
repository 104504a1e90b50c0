package org.shardingjdbc.plan.internal.merge;

import java.util.List;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns.GroupKey;
import org.shardingjdbc.plan.internal.operator.Decision;

/** What a statement groups by, and the key of each. Immutable. */
final class GroupItems {
    private final Compilation compilation;
    private final Draft draft;
    private final List<Expression> items;
    private final List<GroupKey> found;
    private final List<SortKey> keys;

    private GroupItems(Compilation compilation, Draft draft, List<Expression> items, List<GroupKey> found) {
        this.compilation = compilation;
        this.draft = draft;
        this.items = items;
        this.found = found;
        this.keys = found.stream().map(GroupKey::key).toList();
    }

    /** Those of a block whose columns are known. */
    static Decision<GroupItems> of(Compilation compilation, Draft draft, GroupProof proof) {
        GroupBy groupBy = draft.block().groupBy();
        List<Expression> items = groupBy == null ? List.of() : groupBy.items();
        return Decision.all(
                        items, item -> compilation.decided(proof.ofKey(item)).decide(nothing -> draft.keys()
                                .groupKey(item)))
                .then(found -> new GroupItems(compilation, draft, items, found));
    }

    /** In the order of GROUP BY; empty when all rows are one group. */
    List<Expression> all() {
        return items;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    List<SortKey> keys() {
        return keys;
    }

    /** Whether the merge compares values of the i-th as the database sorts them. */
    boolean isSortable(int i) {
        return found.get(i).sortable();
    }

    /**
     * Whether shards can return their groups in an order that is known here; PostgreSQL can sort any text by its bytes.
     */
    boolean isStreaming() {
        return compilation.dialect().sorting().sortsAnyTextByBytes()
                || found.stream().allMatch(GroupKey::sortable);
    }

    /**
     * Where the text is shown that is sorted by such a key of its group, as the database sorts it.
     *
     * @return the column, from 1 on; 0 where it is not shown, or sorted otherwise
     */
    int shownText(SortKey key) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).column() == key.column()) {
                return isSortable(i) ? draft.keys().column(items.get(i)) : 0;
            }
        }
        return 0;
    }

    /** The column of the group key that an expression is; 0 when it is none. */
    int column(Expression expression) {
        if (expression instanceof Literal || expression instanceof Parameter) {
            return 0;
        }
        for (int i = 0; i < items.size(); i++) {
            if (isItem(expression, items.get(i))) {
                int plain = draft.keys().column(items.get(i));
                return plain > 0 ? plain : draft.columns().derive(items.get(i), "GROUP_BY_DERIVED");
            }
        }
        return 0;
    }

    private boolean isItem(Expression expression, Expression item) {
        Expression one = draft.items().resolve(expression, compilation.bound());
        Expression other = draft.items().resolve(item, compilation.bound());
        int column = draft.keys().column(expression);
        boolean sameColumn = column > 0
                && !(expression instanceof Literal)
                && column == draft.keys().column(item);
        return draft.columns().same(one, other) || sameColumn;
    }

    boolean areAllThatSorts(OrderBy order) {
        for (SortItem item : order.items()) {
            if (!SortKeyColumns.isConstant(item.expression()) && index(item) < 0) {
                return false;
            }
        }
        return true;
    }

    int index(SortItem item) {
        for (int i = 0; i < items.size(); i++) {
            if (isItem(item.expression(), items.get(i))) {
                return i;
            }
        }
        return -1;
    }
}
