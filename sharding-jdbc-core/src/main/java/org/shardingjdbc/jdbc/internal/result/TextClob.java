package org.shardingjdbc.jdbc.internal.result;

import java.sql.NClob;
import java.sql.SQLException;
import javax.sql.rowset.serial.SerialClob;

/** A text that we hold, as a CLOB of either kind. */
final class TextClob extends SerialClob implements NClob {
    private static final long serialVersionUID = 1L;

    TextClob(String text) throws SQLException {
        super(text.toCharArray());
    }
}
