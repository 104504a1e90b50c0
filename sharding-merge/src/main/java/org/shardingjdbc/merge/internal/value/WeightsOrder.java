package org.shardingjdbc.merge.internal.value;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Weights of texts whose collation lets the shorter text go on in blanks. A value begins with the weights of blanks to
 * four bytes, a whole number of them; the text's own weights follow.
 */
final class WeightsOrder extends ColumnOrder {
    private static final int BLANKS = 4;

    @Override
    public Object read(ResultSet row, int column) throws SQLException {
        return row.getBytes(column);
    }

    @Override
    @Nullable
    Object ofHeld(@Nullable Object value) {
        return value instanceof HeldValue held ? held.exact() : value;
    }

    @Override
    public int compare(Object left, Object right) {
        byte[] first = (byte[]) left;
        byte[] second = (byte[]) right;
        int length = Math.max(first.length, second.length);
        for (int i = BLANKS; i < length; i++) {
            int difference = at(first, i) - at(second, i);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static int at(byte[] weights, int index) {
        return weights[index < weights.length ? index : index % BLANKS] & 0xff;
    }

    @Override
    public Object key(Object value) {
        byte[] weights = (byte[]) value;
        int end = weights.length;
        while (end > BLANKS && weights[end - 1] == weights[(end - 1) % BLANKS]) {
            end--;
        }
        return ByteBuffer.wrap(weights, 0, end);
    }
}
