package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.merge.internal.value.ColumnType;

/** SUM: adds partial sums in their own type. */
final class Sum extends Accumulator {
    private final ColumnType type;
    private final RunningSum sum;

    Sum(int column, ColumnType type) {
        super(column);
        this.type = type;
        sum = new RunningSum(type);
    }

    @Override
    Accumulator fresh() {
        return new Sum(column, type);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        return sum.add(row, column);
    }

    @Override
    Object total() {
        return sum.inType();
    }

    @Override
    void forget() {
        sum.clear();
    }
}
