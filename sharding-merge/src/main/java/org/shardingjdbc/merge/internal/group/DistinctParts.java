package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/** Hands each distinct value of a group on to another accumulator once. */
final class DistinctParts extends Accumulator {
    private final Aggregate aggregate;
    private final Accumulator inner;
    private final ColumnOrder order;
    private final @Nullable MemoryBudget budget;
    private final @Nullable Set<Object> seen;
    private @Nullable Object last;

    /**
     * @param budget where seen values are counted; null when equal values follow each other, so that one is enough to
     *     remember
     */
    DistinctParts(Aggregate aggregate, Accumulator inner, ColumnOrder order, @Nullable MemoryBudget budget) {
        super(aggregate.column());
        this.aggregate = aggregate;
        this.inner = inner;
        this.order = order;
        this.budget = budget;
        seen = budget == null ? null : new HashSet<>();
    }

    @Override
    Accumulator fresh() {
        return new DistinctParts(aggregate, inner.fresh(), order, budget);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        Object value = order.read(row, aggregate.valueColumn());
        if (value == null || !isNew(order.key(value))) {
            return false;
        }
        inner.add(row);
        return true;
    }

    private boolean isNew(Object key) {
        if (seen == null || budget == null) {
            boolean changed = !key.equals(last);
            last = key;
            return changed;
        }
        if (!seen.add(key)) {
            return false;
        }
        budget.hold("tell the values of a DISTINCT aggregate apart");
        return true;
    }

    @Override
    @Nullable
    ResultSet source() {
        return null;
    }

    @Override
    @Nullable
    Object total() {
        return inner.value();
    }

    @Override
    @Nullable
    Object none() {
        return inner.none();
    }

    @Override
    @Nullable
    UnroundedDecimal unrounded() {
        return inner.unrounded();
    }

    @Override
    void forget() {
        inner.clear();
        last = null;
        if (seen != null && budget != null) {
            budget.release(seen.size());
            seen.clear();
        }
    }
}
