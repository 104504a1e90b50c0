package org.shardingjdbc.engine.internal.result;

import java.sql.SQLException;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialException;

/**
 * Bytes that we hold, as a BLOB. As those of drivers, and unlike its superclass, it gives an empty part of empty bytes,
 * and what there is where more is asked for.
 */
final class BytesBlob extends SerialBlob {
    private static final long serialVersionUID = 1L;

    BytesBlob(byte[] bytes) throws SQLException {
        super(bytes);
    }

    @Override
    public byte[] getBytes(long from, int count) throws SerialException {
        long rest = length() - from + 1;
        if (from < 1 || count < 0 || rest < 0) {
            return super.getBytes(from, count);
        }
        int taken = (int) Math.min(count, rest);
        return taken == 0 ? new byte[0] : super.getBytes(from, taken);
    }
}
