package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.ColumnOrders;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.merge.internal.value.HeldColumns;

/** Chooses the {@link Accumulator} of an aggregate by kind and column type. */
public final class Accumulators {
    private final ResultSetMetaData metaData;
    private final Dialect dialect;
    private final MemoryBudget budget;
    private final @Nullable HeldColumns held;

    /**
     * @param held how values are read that must outlive their row; null when the rows of a group stay under their
     *     cursors
     */
    public Accumulators(ResultSetMetaData metaData, Dialect dialect, MemoryBudget budget, @Nullable HeldColumns held) {
        this.metaData = metaData;
        this.dialect = dialect;
        this.budget = budget;
        this.held = held;
    }

    /**
     * @param sortedValue whether rows of a group come sorted by the distinct value
     * @throws ShardingException when the column's type cannot be compared or added up
     */
    public Accumulator of(Aggregate aggregate, boolean sortedValue) throws SQLException {
        int column = aggregate.column();
        ColumnType type = ColumnType.of(metaData, column, dialect);
        return switch (aggregate.kind()) {
            case COUNT -> new CountOfRows(column, type);
            case SUM -> new Sum(column, numeric(type));
            case MIN -> extreme(aggregate, -1);
            case MAX -> extreme(aggregate, 1);
            case AVG -> new Average(aggregate, numeric(type), summed(aggregate));
            case COUNT_DISTINCT -> distinct(aggregate, new CountOfValues(column, type), sortedValue);
            case SUM_DISTINCT -> distinct(aggregate, new Sum(column, numeric(type)), sortedValue);
            case AVG_DISTINCT ->
                distinct(aggregate, new Average(aggregate, numeric(type), summed(aggregate)), sortedValue);
            case BIT_AND, BIT_OR, BIT_XOR -> new Bits(aggregate.kind(), column, integral(type));
            case BOOL_AND -> new Truth(column, true);
            case BOOL_OR -> new Truth(column, false);
        };
    }

    private Accumulator extreme(Aggregate aggregate, int sign) throws SQLException {
        int key = aggregate.valueColumn() > 0 ? aggregate.valueColumn() : aggregate.column();
        ColumnOrder order = ColumnOrders.forSorting(aggregate.order(), ColumnType.of(metaData, key, dialect));
        return new Extreme(aggregate.column(), key, sign, order, held);
    }

    private Accumulator distinct(Aggregate aggregate, Accumulator inner, boolean sortedValue) throws SQLException {
        ColumnType type = ColumnType.of(metaData, aggregate.valueColumn(), dialect);
        ColumnOrder order = ColumnOrders.forEquality(aggregate.order(), type);
        return new DistinctParts(aggregate, inner, order, sortedValue ? null : budget);
    }

    private ColumnType summed(Aggregate aggregate) throws SQLException {
        return numeric(ColumnType.of(metaData, aggregate.valueColumn(), dialect));
    }

    private static ColumnType numeric(ColumnType type) {
        if (!type.isNumber()) {
            throw notComputable(type);
        }
        return type;
    }

    private static ColumnType integral(ColumnType type) {
        if (!type.isInteger() && !type.className().equals("java.math.BigInteger")) {
            throw notComputable(type);
        }
        return type;
    }

    private static ShardingException notComputable(ColumnType type) {
        return new ShardingException(ErrorCode.MERGE_TYPE_NOT_COMPUTABLE, type.label(), type.typeName());
    }
}
