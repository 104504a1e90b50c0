package org.shardingjdbc.merge.internal.formula;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MergedRows;

/** The rows for which a formula is true. */
public final class FilteredRows implements MergedRows {
    private final MergedRows rows;
    private final Formula condition;
    private final FormulaValues values;

    public FilteredRows(MergedRows rows, Formula condition, FormulaValues values) {
        this.rows = rows;
        this.condition = condition;
        this.values = values;
    }

    @Override
    public boolean next() throws SQLException {
        while (rows.next()) {
            if (Boolean.TRUE.equals(values.truth(condition, rows))) {
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
