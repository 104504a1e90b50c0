package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/** The accumulators of one group, found by the column that they fill. */
public final class AggregateColumns {
    private final Accumulator[] all;
    private final Accumulator[] byColumn;
    private final Object[] results;

    /** @param columns how many columns a shard's row has */
    public AggregateColumns(Accumulator[] all, int columns) {
        this.all = all;
        byColumn = new Accumulator[columns + 1];
        results = new Object[columns + 1];
        for (Accumulator accumulator : all) {
            byColumn[accumulator.column] = accumulator;
        }
    }

    /** The same for another group. */
    AggregateColumns fresh() {
        Accumulator[] copies = new Accumulator[all.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = all[i].fresh();
        }
        return new AggregateColumns(copies, byColumn.length - 1);
    }

    int columnCount() {
        return byColumn.length - 1;
    }

    void add(ResultSet row) throws SQLException {
        for (Accumulator accumulator : all) {
            accumulator.add(row);
        }
    }

    void clear() {
        for (Accumulator accumulator : all) {
            accumulator.clear();
        }
    }

    /** Computes what no single row holds, so that a sum out of range is known before the row is shown. */
    void finish(boolean rowsStay) {
        for (Accumulator accumulator : all) {
            boolean computed = !rowsStay || accumulator.source() == null;
            results[accumulator.column] = computed ? accumulator.value() : null;
        }
    }

    boolean has(int column) {
        return byColumn[column] != null;
    }

    /** The row that holds the aggregate, or null. */
    @Nullable
    ResultSet source(int column) {
        return byColumn[column].source();
    }

    /** See {@link GroupRows#unroundedAverage}. */
    @Nullable
    UnroundedDecimal unrounded(int column) {
        return byColumn[column] == null ? null : byColumn[column].unrounded();
    }

    /** What {@link #finish} computed. */
    Object result(int column) {
        return results[column];
    }
}
