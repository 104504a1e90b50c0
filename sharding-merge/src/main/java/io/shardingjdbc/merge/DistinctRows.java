package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rows without duplicates, in the order in which they come; what was seen is held in memory. */
final class DistinctRows implements MergedRows {
    private final MergedRows rows;
    private final List<SortKey> columns;
    private final ColumnOrder[] orders;
    private final MemoryBudget budget;
    private final Set<Object> seen = new HashSet<>();

    DistinctRows(MergedRows rows, List<SortKey> columns, ColumnOrder[] orders, MemoryBudget budget) {
        this.rows = rows;
        this.columns = columns;
        this.orders = orders;
        this.budget = budget;
    }

    @Override
    public boolean next() throws SQLException {
        while (rows.next()) {
            if (seen.add(key())) {
                budget.hold("find duplicate rows");
                return true;
            }
        }
        return false;
    }

    private Object key() throws SQLException {
        Object[] parts = new Object[orders.length];
        for (int i = 0; i < parts.length; i++) {
            Object value = orders[i].read(rows, columns.get(i).column());
            parts[i] = value == null ? null : orders[i].key(value);
        }
        return RowKey.of(parts);
    }

    @Override
    public ResultSet source(int column) {
        return rows.source(column);
    }

    @Override
    public Object value(int column) {
        return rows.value(column);
    }
}
