package org.shardingjdbc.merge.internal.group;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
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

    /** COUNT: adds partial counts. */
    static final class CountOfRows extends Accumulator {
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

    /** Counts the parts that it is given, whatever they are. */
    static final class CountOfValues extends Accumulator {
        private final ColumnType type;

        CountOfValues(int column, ColumnType type) {
            super(column);
            this.type = type;
        }

        @Override
        Accumulator fresh() {
            return new CountOfValues(column, type);
        }

        @Override
        boolean take(ResultSet row) {
            return true;
        }

        @Override
        Object total() {
            return ColumnNumber.count(type, parts());
        }

        @Override
        Object none() {
            return ColumnNumber.count(type, 0);
        }

        @Override
        void forget() {
            // The parts are counted by the superclass.
        }
    }

    /** BOOL_AND and BOOL_OR; NULL parts count for nothing. */
    static final class Truth extends Accumulator {
        private final boolean all;
        private boolean truth;

        /** @param all true for BOOL_AND, false for BOOL_OR */
        Truth(int column, boolean all) {
            super(column);
            this.all = all;
            truth = all;
        }

        @Override
        Accumulator fresh() {
            return new Truth(column, all);
        }

        @Override
        boolean take(ResultSet row) throws SQLException {
            boolean part = row.getBoolean(column);
            if (row.wasNull()) {
                return false;
            }
            truth = all ? truth && part : truth || part;
            return true;
        }

        @Override
        Object total() {
            return truth;
        }

        @Override
        void forget() {
            truth = all;
        }
    }

    /** MIN or MAX: finds the row with the extreme part; its own column is the aggregate. */
    static final class Extreme extends Accumulator {
        private final int key;
        private final int sign;
        private final ColumnOrder order;
        private final @Nullable HeldColumns held;
        private @Nullable Object best;
        private @Nullable Object bestHeld;
        private @Nullable ResultSet bestRow;

        /**
         * @param key the column by which parts compare: the aggregate's own, or one derived from it
         * @param sign -1 for MIN, 1 for MAX
         * @param held null when the rows of a group stay under their cursors
         */
        Extreme(int column, int key, int sign, ColumnOrder order, @Nullable HeldColumns held) {
            super(column);
            this.key = key;
            this.sign = sign;
            this.order = order;
            this.held = held;
        }

        @Override
        Accumulator fresh() {
            return new Extreme(column, key, sign, order, held);
        }

        @Override
        boolean take(ResultSet row) throws SQLException {
            Object value = order.read(row, key);
            if (value == null) {
                return false;
            }
            if (best == null || Integer.signum(order.compare(value, best)) == sign) {
                best = value;
                bestRow = row;
                if (held != null) {
                    bestHeld = held.read(row, column);
                }
            }
            return true;
        }

        @Override
        @Nullable
        ResultSet source() {
            return held == null ? bestRow : null;
        }

        @Override
        @Nullable
        Object total() {
            return bestHeld;
        }

        @Override
        void forget() {
            best = null;
            bestRow = null;
            bestHeld = null;
        }
    }

    /** SUM: adds partial sums in their own type. */
    static final class Sum extends Accumulator {
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

    /** BIT_AND, BIT_OR and BIT_XOR of integers of at most 64 bits. */
    static final class Bits extends Accumulator {
        private final AggregateKind kind;
        private final ColumnType type;
        private long bits;

        Bits(AggregateKind kind, int column, ColumnType type) {
            super(column);
            this.kind = kind;
            this.type = type;
            bits = neutral();
        }

        private long neutral() {
            return kind == AggregateKind.BIT_AND ? -1 : 0;
        }

        @Override
        Accumulator fresh() {
            return new Bits(kind, column, type);
        }

        @Override
        boolean take(ResultSet row) throws SQLException {
            Object part = row.getObject(column);
            if (part == null) {
                return false;
            }
            long value = ((Number) part).longValue();
            bits = switch (kind) {
                case BIT_AND -> bits & value;
                case BIT_OR -> bits | value;
                default -> bits ^ value;
            };
            return true;
        }

        @Override
        Object total() {
            BigInteger value = type.signed() || bits >= 0
                    ? BigInteger.valueOf(bits)
                    : BigInteger.valueOf(bits).add(BigInteger.ONE.shiftLeft(Long.SIZE));
            return ColumnNumber.integer(type, value);
        }

        @Override
        void forget() {
            bits = neutral();
        }
    }
}
