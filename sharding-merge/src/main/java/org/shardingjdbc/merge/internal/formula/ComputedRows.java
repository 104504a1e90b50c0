package org.shardingjdbc.merge.internal.formula;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
import org.shardingjdbc.merge.internal.value.ColumnType;

/** Fills columns with the values of formulas. */
public final class ComputedRows implements MergedRows {
    private final MergedRows rows;
    private final List<ComputedColumn> columns;
    private final ColumnType[] types;
    private final FormulaValues values;
    private final boolean[] computed;
    private final Object[] results;

    /**
     * @param types of the computed columns, one for each
     * @param columnCount how many columns a shard's row has
     */
    public ComputedRows(
            MergedRows rows, List<ComputedColumn> columns, ColumnType[] types, FormulaValues values, int columnCount) {
        this.rows = rows;
        this.columns = columns;
        this.types = types;
        this.values = values;
        computed = new boolean[columnCount + 1];
        results = new Object[columnCount + 1];
        for (ComputedColumn column : columns) {
            computed[column.column()] = true;
        }
    }

    @Override
    public boolean next() throws SQLException {
        if (!rows.next()) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            ComputedColumn column = columns.get(i);
            results[column.column()] = ColumnNumber.of(types[i], values.of(column.formula(), rows));
        }
        return true;
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return computed[column] ? null : rows.source(column);
    }

    @Override
    public Object value(int column) {
        return computed[column] ? results[column] : rows.value(column);
    }
}
