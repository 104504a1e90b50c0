package org.shardingjdbc.merge.internal.value;

import java.sql.SQLException;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialException;

/** A BLOB whose content is held; of an empty one, no bytes can be read too. */
final class HeldBlob extends SerialBlob {
    private static final long serialVersionUID = 1;

    HeldBlob(byte[] content) throws SQLException {
        super(content);
    }

    @Override
    public byte[] getBytes(long position, int length) throws SerialException {
        return length == 0 ? new byte[0] : super.getBytes(position, length);
    }
}
