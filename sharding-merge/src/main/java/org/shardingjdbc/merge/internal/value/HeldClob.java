package org.shardingjdbc.merge.internal.value;

import java.sql.SQLException;
import javax.sql.rowset.serial.SerialClob;
import javax.sql.rowset.serial.SerialException;

/** A CLOB whose content is held; of an empty one, no characters can be read too. */
final class HeldClob extends SerialClob {
    private static final long serialVersionUID = 1;

    HeldClob(String content) throws SQLException {
        super(content.toCharArray());
    }

    @Override
    public String getSubString(long position, int length) throws SerialException {
        return length == 0 ? "" : super.getSubString(position, length);
    }
}
