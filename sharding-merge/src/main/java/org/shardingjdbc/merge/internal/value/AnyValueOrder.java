package org.shardingjdbc.merge.internal.value;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values that have a type of their own, whatever their column's is: numbers by value, then texts by code points, then
 * bytes.
 */
final class AnyValueOrder extends ColumnOrder {
    private static final NumberOrder NUMBERS = new NumberOrder(NumberOrder.Reading.OBJECT);

    @Override
    public Object read(ResultSet row, int column) throws SQLException {
        return row.getObject(column);
    }

    @Override
    @Nullable
    Object ofHeld(@Nullable Object value) {
        return value instanceof HeldValue held ? held.exact() : value;
    }

    @Override
    public int compare(Object left, Object right) {
        if (left instanceof Number first && right instanceof Number second) {
            return NumberOrder.compareNumbers(first, second);
        }
        if (left instanceof String first && right instanceof String second) {
            return TextComparison.codePoints(first, second);
        }
        if (left instanceof byte[] first && right instanceof byte[] second) {
            return Arrays.compareUnsigned(first, second);
        }
        return Integer.compare(rank(left), rank(right));
    }

    private static int rank(Object value) {
        return value instanceof Number ? 0 : value instanceof String ? 1 : 2;
    }

    @Override
    public Object key(Object value) {
        if (value instanceof Number) {
            return NUMBERS.key(value);
        }
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }
}
