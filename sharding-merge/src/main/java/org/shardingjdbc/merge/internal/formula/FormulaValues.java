package org.shardingjdbc.merge.internal.formula;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.group.GroupRows;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.ColumnOrders;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.merge.internal.value.HeldValue;
import org.shardingjdbc.merge.internal.value.NumberOrder;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/** Evaluates formulas over the current row of a merge, with the parameters of one execution. */
public final class FormulaValues {
    private final Object @Nullable [] parameters;
    private final ResultSetMetaData metaData;
    private final Dialect dialect;
    private final ColumnOrder[] readers;
    private final boolean[] known;
    private final FormulaNumbers numbers;
    /** Of those columns that are known. */
    private final int[] jdbcTypes;
    /** Whether such a column is of whole numbers without a sign. */
    private final boolean[] withoutSign;

    private final @Nullable GroupRows groups;
    private final Operands operands = new Operands();

    /** @param groups whose current row the formulas are about */
    public FormulaValues(
            Object @Nullable [] parameters, ResultSetMetaData metaData, Dialect dialect, @Nullable GroupRows groups)
            throws SQLException {
        this.parameters = parameters;
        this.metaData = metaData;
        this.dialect = dialect;
        this.groups = groups;
        readers = new ColumnOrder[metaData.getColumnCount() + 1];
        known = new boolean[readers.length];
        jdbcTypes = new int[readers.length];
        withoutSign = new boolean[readers.length];
        numbers = new FormulaNumbers(dialect.types());
    }

    /**
     * Whether a condition holds; null when it is unknown. MySQL and MariaDB show truth values as numbers, of which 0 is
     * false; what is no truth value is no condition, and was refused when it was planned.
     *
     * @throws ShardingException when values are combined that have no common type
     */
    @Nullable
    Boolean truth(Formula condition, MergedRows row) throws SQLException {
        Object value = of(condition, row);
        if (value == null || value instanceof Boolean) {
            return (Boolean) value;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        throw notComparable(value, Boolean.TRUE);
    }

    /**
     * The value of a formula: a number, a text, a Boolean, a java.time value, another object of the driver, or null.
     */
    @Nullable
    Object of(Formula formula, MergedRows row) throws SQLException {
        Object value = compared(formula, row);
        return value instanceof SentNumber number ? number.value() : value;
    }

    /** As {@link #of}, but a parameter may be what it is only for comparisons. */
    private @Nullable Object compared(Formula formula, MergedRows row) throws SQLException {
        Object value = operand(formula, row);
        if (value instanceof UnroundedDecimal unrounded) {
            return unrounded.rounded();
        }
        // how wide it is matters to what is computed of it alone
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return Long.valueOf(((Number) value).longValue());
        }
        return value;
    }

    /** As {@link #compared}, but not rounded yet. */
    private @Nullable Object operand(Formula formula, MergedRows row) throws SQLException {
        operands.row = row;
        return formula.accept(operands);
    }

    /** What formulas are in a row, not rounded yet: one for all rows, of which each is current in turn. */
    private final class Operands implements FormulaVisitor<Object, SQLException> {
        /** Null before the first one. */
        private @Nullable MergedRows row;

        private MergedRows row() {
            return Objects.requireNonNull(row);
        }

        @Override
        public @Nullable Object visit(Formula.Column column) throws SQLException {
            return column(column.column(), row());
        }

        @Override
        public @Nullable Object visit(Formula.Constant constant) {
            if (constant.value() instanceof BigInteger whole) {
                return numbers.ofWhole(whole);
            }
            return constant.value() instanceof Long whole && whole == whole.intValue()
                    ? numbers.whole(whole, Integer.SIZE)
                    : constant.value();
        }

        @Override
        public Object visit(Formula.Approximate approximate) {
            return numbers.approximate(approximate.value());
        }

        @Override
        public @Nullable Object visit(Formula.StatementParameter parameter) {
            Object value = ComparableValue.ofParameter(Objects.requireNonNull(parameters)[parameter.index()]);
            return value instanceof Number number ? numbers.ofParameter(number, parameter.index()) : value;
        }

        @Override
        public @Nullable Object visit(Formula.Arithmetic arithmetic) throws SQLException {
            return arithmetic(arithmetic, row());
        }

        @Override
        public @Nullable Object visit(Formula.Negative negative) throws SQLException {
            return negative(negative, row());
        }

        @Override
        public @Nullable Object visit(Formula.Compare compare) throws SQLException {
            return compare(compare, row());
        }

        @Override
        public @Nullable Object visit(Formula.In in) throws SQLException {
            return in(in, row());
        }

        @Override
        public @Nullable Object visit(Formula.Range range) throws SQLException {
            return range(range, row());
        }

        @Override
        public @Nullable Object visit(Formula.And and) throws SQLException {
            return all(and.operands(), row(), true);
        }

        @Override
        public @Nullable Object visit(Formula.Or or) throws SQLException {
            return all(or.operands(), row(), false);
        }

        @Override
        public @Nullable Object visit(Formula.Negation negation) throws SQLException {
            Boolean truth = truth(negation.operand(), row());
            return truth == null ? null : (Object) !truth;
        }

        @Override
        public @Nullable Object visit(Formula.Coalesce coalesce) throws SQLException {
            return firstKnown(coalesce.operands(), row());
        }

        @Override
        public @Nullable Object visit(Formula.IsNull isNull) throws SQLException {
            return operand(isNull.operand(), row()) == null;
        }
    }

    private @Nullable Object firstKnown(List<Formula> operands, MergedRows row) throws SQLException {
        Object first = operand(operands.get(0), row);
        int column = firstColumn(operands.get(0));
        if (first != null) {
            return first instanceof Number number ? numbers.besideStandIns(number, jdbcTypes[column]) : first;
        }
        for (Formula operand : operands.subList(1, operands.size())) {
            if (operand(operand, row) instanceof Number standIn) {
                return numbers.standIn(standIn, jdbcTypes[column], withoutSign[column]);
            }
        }
        return null;
    }

    /** The column that a formula is, or that comes first in COALESCE; 0, whose type is none, of others. */
    private int firstColumn(Formula formula) throws SQLException {
        if (formula instanceof Formula.Coalesce coalesce) {
            return firstColumn(coalesce.operands().get(0));
        }
        if (formula instanceof Formula.Column column) {
            know(column.column());
            return column.column();
        }
        return 0;
    }

    /** How many bits whole numbers have; 0 for other types. */
    private static int wholeBits(int jdbcType) {
        return switch (jdbcType) {
            case Types.BIGINT -> Long.SIZE;
            case Types.INTEGER -> Integer.SIZE;
            case Types.SMALLINT -> Short.SIZE;
            case Types.TINYINT -> Byte.SIZE;
            default -> 0;
        };
    }

    private @Nullable Object column(int column, MergedRows row) throws SQLException {
        UnroundedDecimal average = Objects.requireNonNull(groups).unroundedAverage(column);
        if (average != null) {
            return average;
        }
        know(column);
        ColumnOrder reader = readers[column];
        if (reader != null) {
            Object value = reader.read(row, column);
            if (withoutSign[column] && value instanceof Number number) {
                return numbers.withoutSign(number);
            }
            int bits = wholeBits(jdbcTypes[column]);
            return value instanceof Long whole && bits != 0 ? numbers.whole(whole, bits) : value;
        }
        ResultSet source = row.source(column);
        Object value = source != null ? source.getObject(column) : row.value(column);
        return value instanceof HeldValue held ? held.object() : value;
    }

    private void know(int column) throws SQLException {
        if (!known[column]) {
            known[column] = true;
            ColumnType type = ColumnType.of(metaData, column, dialect);
            readers[column] = ColumnOrders.ofTyped(type);
            jdbcTypes[column] = type.jdbcType();
            withoutSign[column] = !type.signed() && wholeBits(type.jdbcType()) != 0;
        }
    }

    /** AND when {@code unit} is true, OR when it is false: the other value decides at once, else unknown prevails. */
    private @Nullable Boolean all(List<Formula> operands, MergedRows row, boolean unit) throws SQLException {
        boolean unknown = false;
        for (Formula operand : operands) {
            Boolean truth = truth(operand, row);
            if (truth == null) {
                unknown = true;
            } else if (truth != unit) {
                return truth;
            }
        }
        return unknown ? null : (Boolean) unit;
    }

    private @Nullable Boolean compare(Formula.Compare compare, MergedRows row) throws SQLException {
        return compare(compare, compared(compare.left(), row), compared(compare.right(), row));
    }

    private @Nullable Boolean compare(Formula.Compare compare, @Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        boolean equalityAsked =
                compare.operator().equals("=") || compare.operator().equals("<>");
        int result = ComparableValue.compare(left, right, compare.order(), equalityAsked, numbers);
        return switch (compare.operator()) {
            case "=" -> result == 0;
            case "<>" -> result != 0;
            case "<" -> result < 0;
            case "<=" -> result <= 0;
            case ">" -> result > 0;
            default -> result >= 0;
        };
    }

    /**
     * A range whose operands are doubles where one of them is, which is not known of one that is NULL.
     *
     * @throws ShardingException where that decides
     */
    private @Nullable Boolean range(Formula.Range range, MergedRows row) throws SQLException {
        Object value = compared(range.low().left(), row);
        Object low = compared(range.low().right(), row);
        Object high = compared(range.high().right(), row);
        boolean floating = false;
        boolean open = false;
        for (Object operand : Arrays.asList(value, low, high)) {
            if (operand == null) {
                open = true;
            } else if (operand instanceof SentNumber number) {
                open |= number.isFloating();
            } else if (!(operand instanceof Number number)) {
                return range(range, value, low, high);
            } else {
                floating |= NumberOrder.isFloating(number);
            }
        }
        Boolean doubles = floating || open ? range(range, doubled(value), doubled(low), doubled(high)) : null;
        if (floating) {
            return doubles;
        }
        Boolean exact = range(range, value, low, high);
        if (open && !Objects.equals(exact, doubles)) {
            throw new ShardingException(
                    ErrorCode.MERGE_VALUES_NOT_COMPARABLE,
                    "BETWEEN whose operands may be doubles or not",
                    "NULL or a floating parameter");
        }
        return exact;
    }

    private @Nullable Boolean range(
            Formula.Range range, @Nullable Object value, @Nullable Object low, @Nullable Object high) {
        Boolean above = compare(range.low(), value, low);
        Boolean below = compare(range.high(), value, high);
        if (Boolean.FALSE.equals(above) || Boolean.FALSE.equals(below)) {
            return false;
        }
        return above == null || below == null ? null : (Boolean) true;
    }

    private static @Nullable Number doubled(@Nullable Object number) {
        return number == null ? null : FormulaNumbers.doubled((Number) number);
    }

    private @Nullable Boolean in(Formula.In in, MergedRows row) throws SQLException {
        if (in.oneType()) {
            return inOneType(in, row);
        }
        Object value = compared(in.value(), row);
        if (value == null) {
            return null;
        }
        boolean unknown = false;
        for (Formula formula : in.items()) {
            Object item = compared(formula, row);
            if (item == null) {
                unknown = true;
            } else if (ComparableValue.compare(value, item, in.order(), true, numbers) == 0) {
                return true;
            }
        }
        return unknown ? null : (Boolean) false;
    }

    private @Nullable Boolean inOneType(Formula.In in, MergedRows row) throws SQLException {
        Object value = compared(in.value(), row);
        List<@Nullable Object> items = new ArrayList<>();
        for (Formula item : in.items()) {
            items.add(compared(item, row));
        }
        numbers.unite(value, items);
        if (value == null) {
            return null;
        }
        boolean unknown = false;
        for (Object item : items) {
            if (item == null) {
                unknown = true;
            } else if (ComparableValue.compare(value, item, in.order(), true, numbers) == 0) {
                return true;
            }
        }
        return unknown ? null : (Boolean) false;
    }

    private @Nullable Object arithmetic(Formula.Arithmetic arithmetic, MergedRows row) throws SQLException {
        Object left = operand(arithmetic.left(), row);
        Object right = operand(arithmetic.right(), row);
        if (left == null || right == null) {
            return null;
        }
        if (isUnrounded(left, right) || isUnrounded(right, left)) {
            return unrounded(
                    arithmetic.operator(), UnroundedDecimal.of(written(left)), UnroundedDecimal.of(written(right)));
        }
        return arithmetic(arithmetic.operator(), plain(left), plain(right));
    }

    private static boolean isUnrounded(Object value, Object other) {
        return value instanceof UnroundedDecimal
                && (other instanceof UnroundedDecimal
                        || other instanceof Number number && !NumberOrder.isFloating(number));
    }

    private static Object written(Object value) {
        return value instanceof Number number ? SentNumber.written(number) : value;
    }

    private static Object plain(Object value) {
        return value instanceof UnroundedDecimal unrounded ? unrounded.exact() : value;
    }

    private static UnroundedDecimal unrounded(char operator, UnroundedDecimal left, UnroundedDecimal right) {
        return switch (operator) {
            case '+' -> left.plus(right);
            case '-' -> left.minus(right);
            default -> left.times(right);
        };
    }

    private Object arithmetic(char operator, Object left, Object right) {
        if (!(left instanceof Number first) || !(right instanceof Number second)) {
            throw notComparable(left, right);
        }
        return numbers.compute(operator, first, second);
    }

    private @Nullable Object negative(Formula.Negative negative, MergedRows row) throws SQLException {
        if (negative.operand() instanceof Formula.Constant constant && constant.value() instanceof BigInteger whole) {
            return FormulaNumbers.ofNegative(whole);
        }
        Object value = operand(negative.operand(), row);
        if (value instanceof UnroundedDecimal unrounded) {
            return UnroundedDecimal.of(0L).minus(unrounded);
        }
        if (value != null && !(value instanceof Number)) {
            throw notComparable(0L, value);
        }
        return value == null ? null : numbers.negative((Number) value);
    }

    static ShardingException notComparable(Object left, Object right) {
        return new ShardingException(
                ErrorCode.MERGE_VALUES_NOT_COMPARABLE,
                left.getClass().getSimpleName(),
                right.getClass().getSimpleName());
    }
}
