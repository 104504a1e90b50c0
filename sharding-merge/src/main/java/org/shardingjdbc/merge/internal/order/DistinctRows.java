package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.ColumnOrder;

/** Rows without duplicates, in the order in which they come; what was seen is held in memory. */
public final class DistinctRows implements MergedRows {
    private final MergedRows rows;
    private final List<SortKey> columns;
    private final ColumnOrder[] orders;
    private final MemoryBudget budget;
    private final Set<RowKey> seen = new HashSet<>();
    private final RowKey probe;

    public DistinctRows(MergedRows rows, List<SortKey> columns, ColumnOrder[] orders, MemoryBudget budget) {
        this.rows = rows;
        this.columns = columns;
        this.orders = orders;
        this.budget = budget;
        this.probe = RowKey.of(orders.length);
    }

    @Override
    public boolean next() throws SQLException {
        while (rows.next()) {
            probe.read(rows, columns, orders);
            if (!seen.contains(probe)) {
                seen.add(probe.copy());
                budget.hold("find duplicate rows");
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return rows.source(column);
    }

    @Override
    public Object value(int column) {
        return rows.value(column);
    }
}
