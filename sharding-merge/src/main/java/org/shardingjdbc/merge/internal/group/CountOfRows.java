package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
import org.shardingjdbc.merge.internal.value.ColumnType;

/** COUNT: adds partial counts. */
final class CountOfRows extends Accumulator {
    private final ColumnType type;
    private long count;

    CountOfRows(int column, ColumnType type) {
        super(column);
        this.type = type;
    }

    @Override
    Accumulator fresh() {
        return new CountOfRows(column, type);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        count += row.getLong(column);
        return true;
    }

    @Override
    Object total() {
        return ColumnNumber.count(type, count);
    }

    @Override
    Object none() {
        return ColumnNumber.count(type, 0);
    }

    @Override
    void forget() {
        count = 0;
    }
}
