package org.shardingjdbc.merge.internal.value;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Byte strings by unsigned bytes, a prefix before what it is a prefix of. */
final class BytesOrder extends ColumnOrder {
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
        return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    }

    @Override
    public Object key(Object value) {
        return ByteBuffer.wrap((byte[]) value);
    }
}
