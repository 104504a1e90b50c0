package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.jdbc.internal.error.SqlErrors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.SQLXML;

/**
 * A parameter that is read while it is set: a stream, a Reader, a Blob, a Clob or an SQLXML. As long as one shard needs it, the
 * driver gets the application's own object; before several do, {@link #spool} reads it once, and each opens its own copy.
 *
 * <p>Opening is safe for several threads once it is spooled.
 */
final class StreamSource implements AutoCloseable {
    /** Which of a setter's overloads was called. */
    enum LengthKind {
        NONE,
        INT,
        LONG
    }

    private final Object given;
    private final LengthKind lengthKind;
    private final long length;
    private final Object objectType;
    private volatile Spool spool;

    /**
     * @param given InputStream, Reader, Blob, Clob, SQLXML or null
     * @param length -1 where {@code lengthKind} is NONE
     * @param objectType what setObject was given behind the value, or null
     */
    StreamSource(Object given, LengthKind lengthKind, long length, Object objectType) {
        this.given = given;
        this.lengthKind = lengthKind;
        this.length = length;
        this.objectType = objectType;
    }

    /** Whether a parameter of setObject is read while it is set. */
    static boolean isStream(Object value) {
        return value instanceof InputStream
                || value instanceof Reader
                || value instanceof Blob
                || value instanceof Clob
                || value instanceof SQLXML;
    }

    LengthKind lengthKind() {
        return lengthKind;
    }

    long length() {
        return length;
    }

    Object objectType() {
        return objectType;
    }

    boolean isSpooled() {
        return spool != null;
    }

    /** Whether there is something to spool. */
    boolean needsSpool() {
        return given != null && spool == null;
    }

    /**
     * Reads it to its end (or to the length that was given), so that it can be opened any number of times.
     *
     * @param parameter 1-based, for the error
     * @throws ShardingException when it cannot be read
     * @throws SQLException when a Blob, Clob or SQLXML cannot be read
     */
    void spool(int parameter) throws SQLException {
        try {
            if (given instanceof InputStream stream) {
                spool = Spool.ofBytes(stream, length);
            } else if (given instanceof Reader reader) {
                spool = Spool.ofChars(reader, length);
            } else if (given instanceof Clob clob) {
                // Before Blob: MariaDB's Clobs are Blobs too.
                try (Reader reader = clob.getCharacterStream()) {
                    spool = Spool.ofChars(reader, -1);
                }
            } else if (given instanceof Blob blob) {
                try (InputStream stream = blob.getBinaryStream()) {
                    spool = Spool.ofBytes(stream, -1);
                }
            } else {
                try (Reader reader = ((SQLXML) given).getCharacterStream()) {
                    spool = Spool.ofChars(reader, -1);
                }
            }
        } catch (IOException e) {
            throw ShardingException.causedBy(e, ErrorCode.STREAM_UNREADABLE, parameter);
        }
    }

    InputStream openStream() {
        return spool == null ? (InputStream) given : spool.openStream();
    }

    Reader openReader() {
        return spool == null ? (Reader) given : spool.openReader();
    }

    /** The Blob or Clob. */
    Object openObject() {
        if (spool == null) {
            return given;
        }
        return given instanceof Clob ? new SpooledClob(spool) : new SpooledBlob(spool);
    }

    /** The SQLXML; a copy is made by the connection that gets it. */
    SQLXML openXml(Connection connection) throws SQLException {
        if (spool == null) {
            return (SQLXML) given;
        }
        SQLXML copy = connection.createSQLXML();
        copy.setString(new SpooledClob(spool).text());
        return copy;
    }

    /** Whatever it is. */
    Object open(Connection connection) throws SQLException {
        if (given instanceof InputStream) {
            return openStream();
        }
        if (given instanceof Reader) {
            return openReader();
        }
        return given instanceof SQLXML ? openXml(connection) : openObject();
    }

    /** Gives back memory and file; the application's own object stays open. */
    @Override
    public void close() {
        Spool ended = spool;
        if (ended != null) {
            try {
                ended.close();
            } catch (IOException e) {
                // The file has no name: it is gone with the process at the latest.
                return;
            }
        }
    }

    private static SQLException readOnly(String what) {
        return SqlErrors.refuse("Writing to a " + what + " parameter", "it is a copy that shards read");
    }

    /** A Blob parameter that several shards read. */
    private static final class SpooledBlob implements Blob {
        private final Spool spool;

        SpooledBlob(Spool spool) {
            this.spool = spool;
        }

        @Override
        public long length() {
            return spool.size();
        }

        @Override
        public byte[] getBytes(long from, int count) throws SQLException {
            try (InputStream stream = getBinaryStream(from, count)) {
                return stream.readNBytes(count);
            } catch (IOException e) {
                throw new SQLException(e);
            }
        }

        @Override
        public InputStream getBinaryStream() {
            return spool.openStream();
        }

        @Override
        public InputStream getBinaryStream(long from, long count) throws SQLException {
            InputStream stream = spool.openStream();
            try {
                stream.skipNBytes(from - 1);
            } catch (IOException e) {
                throw new SQLException(e);
            }
            return stream;
        }

        @Override
        public long position(byte[] pattern, long start) throws SQLException {
            throw SqlErrors.refuse("Searching in a Blob parameter", "it is a copy that shards read");
        }

        @Override
        public long position(Blob pattern, long start) throws SQLException {
            throw SqlErrors.refuse("Searching in a Blob parameter", "it is a copy that shards read");
        }

        @Override
        public int setBytes(long from, byte[] bytes) throws SQLException {
            throw readOnly("Blob");
        }

        @Override
        public int setBytes(long from, byte[] bytes, int offset, int count) throws SQLException {
            throw readOnly("Blob");
        }

        @Override
        public OutputStream setBinaryStream(long from) throws SQLException {
            throw readOnly("Blob");
        }

        @Override
        public void truncate(long count) throws SQLException {
            throw readOnly("Blob");
        }

        @Override
        public void free() {
            // The statement owns the spool.
        }
    }

    /** A Clob or NClob parameter that several shards read. */
    private static final class SpooledClob implements NClob {
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
            throw SqlErrors.refuse("Searching in a Clob parameter", "it is a copy that shards read");
        }

        @Override
        public long position(Clob pattern, long start) throws SQLException {
            throw SqlErrors.refuse("Searching in a Clob parameter", "it is a copy that shards read");
        }

        @Override
        public int setString(long from, String text) throws SQLException {
            throw readOnly("Clob");
        }

        @Override
        public int setString(long from, String text, int offset, int count) throws SQLException {
            throw readOnly("Clob");
        }

        @Override
        public OutputStream setAsciiStream(long from) throws SQLException {
            throw readOnly("Clob");
        }

        @Override
        public Writer setCharacterStream(long from) throws SQLException {
            throw readOnly("Clob");
        }

        @Override
        public void truncate(long count) throws SQLException {
            throw readOnly("Clob");
        }

        @Override
        public void free() {
            // The statement owns the spool.
        }
    }
}
