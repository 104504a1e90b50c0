package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.order.RowKey;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.HeldColumns;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/**
 * Groups of shards that return their rows in any order: all groups are held in memory, in the order in which they came
 * up.
 */
public final class HeldGroups implements GroupRows {
    private final ResultSet[] shards;
    private final List<SortKey> keys;
    private final ColumnOrder[] orders;
    private final HeldColumns held;
    private final AggregateColumns prototype;
    private final MemoryBudget budget;
    private final RowKey probe;
    private @Nullable Iterator<Group> groups;
    private @Nullable Group current;

    /** @param orders of the keys, for equality */
    public HeldGroups(
            ResultSet[] shards,
            List<SortKey> keys,
            ColumnOrder[] orders,
            HeldColumns held,
            AggregateColumns prototype,
            MemoryBudget budget) {
        this.shards = shards;
        this.keys = keys;
        this.orders = orders;
        this.held = held;
        this.prototype = prototype;
        this.budget = budget;
        this.probe = RowKey.of(orders.length);
    }

    /** Cells are null where an aggregate stands. */
    private record Group(Object[] cells, AggregateColumns aggregates) {}

    @Override
    public boolean next() throws SQLException {
        if (groups == null) {
            groups = collect().values().iterator();
        }
        if (!groups.hasNext()) {
            return false;
        }
        current = groups.next();
        current.aggregates.finish(false);
        return true;
    }

    private Map<RowKey, Group> collect() throws SQLException {
        Map<RowKey, Group> found = new LinkedHashMap<>();
        if (keys.isEmpty()) {
            found.put(probe.copy(), new Group(new Object[prototype.columnCount() + 1], prototype.fresh()));
        }
        for (ResultSet shard : shards) {
            while (shard.next()) {
                add(found, shard);
            }
        }
        return found;
    }

    private void add(Map<RowKey, Group> found, ResultSet row) throws SQLException {
        probe.read(row, keys, orders);
        Group group = found.get(probe);
        if (group == null) {
            budget.hold("group rows that do not come sorted");
            group = new Group(new Object[prototype.columnCount() + 1], prototype.fresh());
            found.put(probe.copy(), group);
        }
        if (group.cells[0] == null) {
            hold(group, row);
        }
        group.aggregates.add(row);
    }

    /** The unused cell 0 marks that the group has a row. */
    private void hold(Group group, ResultSet row) throws SQLException {
        group.cells[0] = Boolean.TRUE;
        for (int column = 1; column < group.cells.length; column++) {
            if (!prototype.has(column)) {
                group.cells[column] = held.read(row, column);
            }
        }
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return null;
    }

    @Override
    public Object value(int column) {
        return current().aggregates.has(column) ? current().aggregates.result(column) : current().cells[column];
    }

    @Override
    public @Nullable UnroundedDecimal unroundedAverage(int column) {
        return current().aggregates.unrounded(column);
    }

    private Group current() {
        return Objects.requireNonNull(current, "before the first row");
    }
}
