package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;

/** COUNT: adds partial counts. */
final class CountOfRows extends Accumulator {
    private long count;

    CountOfRows(int column) {
        super(column);
    }

    @Override
    Accumulator fresh() {
        return new CountOfRows(column);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        count += row.getLong(column);
        return true;
    }

    @Override
    Object total() {
        return count;
    }

    @Override
    Object none() {
        return 0L;
    }

    @Override
    void forget() {
        count = 0;
    }
}
