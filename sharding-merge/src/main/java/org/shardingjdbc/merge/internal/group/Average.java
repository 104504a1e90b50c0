package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/**
 * AVG of partial sums and counts, or of single values.
 *
 * <p>Where a database adds up in 32 bits what it averages in 64 (PostgreSQL's real), the shard's average times its
 * count is the better sum.
 */
final class Average extends Accumulator {
    private final Aggregate aggregate;
    private final ColumnType type;
    private final ColumnType summedType;
    private final RunningSum sum;
    private double weightedSum;
    private long count;

    /**
     * @param type of the average
     * @param summedType of the column that is added up
     */
    Average(Aggregate aggregate, ColumnType type, ColumnType summedType) {
        super(aggregate.column());
        this.aggregate = aggregate;
        this.type = type;
        this.summedType = summedType;
        // H2 averages doubles as decimals
        sum = new RunningSum(type.isDecimalFloat() ? type : summedType);
    }

    @Override
    Accumulator fresh() {
        return new Average(aggregate, type, summedType);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        if (!sum.add(row, aggregate.valueColumn())) {
            return false;
        }
        long rows = aggregate.kind() == AggregateKind.AVG ? row.getLong(aggregate.countColumn()) : 1;
        count += rows;
        if (summedType.isSinglePrecision()) {
            weightedSum += row.getDouble(column) * rows;
        }
        return true;
    }

    @Override
    Object total() {
        if (summedType.isSinglePrecision()) {
            return weightedSum / count;
        }
        if (type.isApproximate() || type.isOfValues()) {
            return sum.asDouble() / count;
        }
        if (sum.isUnreal()) {
            return sum.asDouble();
        }
        return Quotient.of(type, sum.exact(), count);
    }

    @Override
    @Nullable
    UnroundedDecimal unrounded() {
        boolean exact = type.dialect().types().quotients() == ColumnTypes.Quotients.LONGER_THAN_SHOWN
                && !type.isApproximate()
                && count > 0;
        return exact ? Quotient.unrounded(type, sum.exact(), count) : null;
    }

    @Override
    void forget() {
        sum.clear();
        weightedSum = 0;
        count = 0;
    }
}
