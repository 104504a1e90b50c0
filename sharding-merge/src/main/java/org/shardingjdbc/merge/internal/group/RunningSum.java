package org.shardingjdbc.merge.internal.group;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.merge.internal.value.NumberOrder;

/** Adds up one numeric column: integers and decimals exactly, floating numbers as such. */
final class RunningSum {
    private final ColumnType type;
    private long integer;
    private BigDecimal decimal = BigDecimal.ZERO;
    private double floating;
    private boolean unreal;
    /** Whether one was a floating number where each value has a type of its own. */
    private boolean floats;

    /** @param type of the column that is added up; a number */
    RunningSum(ColumnType type) {
        this.type = type;
    }

    void clear() {
        integer = 0;
        decimal = BigDecimal.ZERO;
        floating = 0;
        unreal = false;
        floats = false;
    }

    /** Returns false when the column is NULL. */
    boolean add(ResultSet row, int column) throws SQLException {
        if (type.isInteger()) {
            return addInteger(row, column);
        }
        if (type.isApproximate()) {
            double value = row.getDouble(column);
            if (row.wasNull()) {
                return false;
            }
            floating = type.isSinglePrecision() ? (float) floating + (float) value : floating + value;
            return true;
        }
        return addNumber(row.getObject(column));
    }

    private boolean addInteger(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        if (row.wasNull()) {
            return false;
        }
        long sum = integer + value;
        if (((integer ^ sum) & (value ^ sum)) < 0) {
            decimal = decimal.add(BigDecimal.valueOf(integer));
            integer = value;
        } else {
            integer = sum;
        }
        return true;
    }

    /** PostgreSQL's driver shows a numeric that is NaN or infinite as a double. */
    private boolean addNumber(Object value) {
        if (value == null) {
            return false;
        }
        if (!(value instanceof Number number)) {
            throw new ShardingException(ErrorCode.MERGE_TYPE_NOT_COMPUTABLE, type.label(), type.typeName());
        }
        if (type.isOfValues() && NumberOrder.isFloating(number)) {
            floats = true;
            floating += number.doubleValue();
        } else if (NumberOrder.isFinite(number)) {
            decimal = decimal.add(NumberOrder.writtenDecimal(number));
        } else {
            unreal = true;
            floating += number.doubleValue();
        }
        return true;
    }

    /** Whether the sum is infinite or no number, so that only {@link #asDouble} tells it. */
    boolean isUnreal() {
        return unreal || !Double.isFinite(floating);
    }

    /** The sum of exact numbers. */
    BigDecimal exact() {
        return integer == 0 ? decimal : decimal.add(BigDecimal.valueOf(integer));
    }

    double asDouble() {
        if (unreal || type.isApproximate()) {
            return floating;
        }
        return exact().doubleValue() + floating;
    }

    /**
     * The sum in the class that the driver gives the column.
     *
     * @throws org.shardingjdbc.error.ShardingException when it is out of the column's range
     */
    Object inType() {
        if (type.isSinglePrecision()) {
            return (float) floating;
        }
        if (type.isApproximate() || unreal) {
            return floating;
        }
        if (type.isOfValues()) {
            return floats ? (Object) asDouble() : ColumnNumber.integer(type, exact().toBigIntegerExact());
        }
        if (type.isDecimalFloat()) {
            return ColumnNumber.decimalFloat(exact(), type.precision());
        }
        return type.isInteger() ? ColumnNumber.integer(type, exact().toBigIntegerExact()) : (Object) exact();
    }
}
