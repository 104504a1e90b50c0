package org.shardingjdbc.engine.internal.parameter;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/** A Clob or NClob parameter that several shards read; read-only, safe for all threads that open readers of it. */
final class SpooledClob implements NClob {
    private final Spool spool;

    SpooledClob(Spool spool) {
        this.spool = spool;
    }

    String text() throws SQLException {
        return getSubString(1, (int) Math.min(Integer.MAX_VALUE, length()));
    }

    @Override
    public long length() {
        return spool.size() / 2;
    }

    @Override
    public String getSubString(long from, int count) throws SQLException {
        try (Reader reader = getCharacterStream(from, count)) {
            char[] text = new char[(int) Math.max(0, Math.min(count, length() - from + 1))];
            int filled = 0;
            while (filled < text.length) {
                int read = reader.read(text, filled, text.length - filled);
                if (read < 0) {
                    break;
                }
                filled += read;
            }
            return new String(text, 0, filled);
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    @Override
    public Reader getCharacterStream() {
        return spool.openReader();
    }

    @Override
    public Reader getCharacterStream(long from, long count) throws SQLException {
        InputStream stream = spool.openStream();
        try {
            stream.skipNBytes(2 * (from - 1));
        } catch (IOException e) {
            throw new SQLException(e);
        }
        return Spool.reader(stream);
    }

    @Override
    public InputStream getAsciiStream() throws SQLException {
        return new ByteArrayInputStream(text().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public long position(String pattern, long start) throws SQLException {
        throw readOnly();
    }

    @Override
    public long position(Clob pattern, long start) throws SQLException {
        throw readOnly();
    }

    @Override
    public int setString(long from, String text) throws SQLException {
        throw readOnly();
    }

    @Override
    public int setString(long from, String text, int offset, int count) throws SQLException {
        throw readOnly();
    }

    @Override
    public OutputStream setAsciiStream(long from) throws SQLException {
        throw readOnly();
    }

    @Override
    public Writer setCharacterStream(long from) throws SQLException {
        throw readOnly();
    }

    @Override
    public void truncate(long count) throws SQLException {
        throw readOnly();
    }

    @Override
    public void free() {
        // The statement owns the spool.
    }

    private static SQLException readOnly() {
        return SqlErrors.refuse("Changing a Clob parameter", "it is a copy that shards read");
    }
}
