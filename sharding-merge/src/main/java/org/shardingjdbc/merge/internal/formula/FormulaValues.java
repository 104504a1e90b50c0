package org.shardingjdbc.merge.internal.formula;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
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
    /** How many bits whole numbers of a column have; 0 of others. */
    private final int[] wholeBits;

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
        wholeBits = new int[readers.length];
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

    /** As {@link #of}, but not rounded yet. */
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
            return value instanceof Number number ? numbers.ofParameter(number) : value;
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
            return of(isNull.operand(), row()) == null;
        }
    }

    private @Nullable Object firstKnown(List<Formula> operands, MergedRows row) throws SQLException {
        for (Formula operand : operands) {
            Object value = operand(operand, row);
            if (value != null) {
                return value instanceof Float single ? numbers.besideWholes(single) : value;
            }
        }
        return null;
    }

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
        if (!known[column]) {
            known[column] = true;
            ColumnType type = ColumnType.of(metaData, column, dialect);
            readers[column] = ColumnOrders.ofTyped(type);
            wholeBits[column] = wholeBits(type.jdbcType());
        }
        ColumnOrder reader = readers[column];
        if (reader != null) {
            Object value = reader.read(row, column);
            return value instanceof Long whole && wholeBits[column] != 0
                    ? numbers.whole(whole, wholeBits[column])
                    : value;
        }
        ResultSet source = row.source(column);
        Object value = source != null ? source.getObject(column) : row.value(column);
        return value instanceof HeldValue held ? held.object() : value;
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
        Object left = of(compare.left(), row);
        Object right = of(compare.right(), row);
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

    private @Nullable Boolean in(Formula.In in, MergedRows row) throws SQLException {
        Object value = of(in.value(), row);
        if (value == null) {
            return null;
        }
        List<@Nullable Object> items = new ArrayList<>();
        for (Formula item : in.items()) {
            items.add(of(item, row));
        }
        boolean single = numbers.isSingle(value, items);
        boolean unknown = false;
        for (Object item : items) {
            if (item == null) {
                unknown = true;
            } else if (single
                    ? ((Number) value).floatValue() == ((Number) item).floatValue()
                    : ComparableValue.compare(value, item, in.order(), true, numbers) == 0) {
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
            return unrounded(arithmetic.operator(), UnroundedDecimal.of(left), UnroundedDecimal.of(right));
        }
        return arithmetic(arithmetic.operator(), plain(left), plain(right));
    }

    private static boolean isUnrounded(Object value, Object other) {
        return value instanceof UnroundedDecimal
                && (other instanceof UnroundedDecimal
                        || other instanceof Number number && !NumberOrder.isFloating(number));
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
