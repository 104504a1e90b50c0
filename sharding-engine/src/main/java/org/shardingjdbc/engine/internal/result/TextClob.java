package org.shardingjdbc.engine.internal.result;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.NClob;
import java.sql.SQLException;
import javax.sql.rowset.serial.SerialClob;
import javax.sql.rowset.serial.SerialException;

/**
 * A text that we hold, as a CLOB of either kind. As those of drivers, and unlike its superclass, it gives an empty part
 * of an empty text, and what there is where more is asked for.
 */
final class TextClob extends SerialClob implements NClob {
    private static final long serialVersionUID = 1L;

    TextClob(String text) throws SQLException {
        super(text.toCharArray());
    }

    @Override
    public String getSubString(long from, int count) throws SerialException {
        long rest = length() - from + 1;
        if (from < 1 || count < 0 || rest < 0) {
            return super.getSubString(from, count);
        }
        int taken = (int) Math.min(count, rest);
        return taken == 0 ? "" : super.getSubString(from, taken);
    }

    @Override
    public InputStream getAsciiStream() throws SerialException {
        String text = getSubString(1, (int) length());
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
