package org.shardingjdbc.engine.internal.parameter;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * A parameter that is read while it is set: a stream, a Reader, a Blob, a Clob or an SQLXML. As long as one shard needs
 * it, the driver gets the application's own object; before several do, {@link #spool} reads it once, and each opens its
 * own copy.
 *
 * <p>Opening is safe for several threads once it is spooled.
 */
public final class StreamSource implements AutoCloseable {
    /** Which of a setter's overloads was called. */
    public enum LengthKind {
        NONE,
        INT,
        LONG
    }

    private final Object given;
    private final LengthKind lengthKind;
    private final long length;
    private final @Nullable Object objectType;
    private volatile @Nullable Spool spool;
    /** Null until it was asked for. */
    private @Nullable String text;

    /**
     * @param given InputStream, Reader, Blob, Clob, SQLXML or null
     * @param length -1 where {@code lengthKind} is NONE
     * @param objectType what setObject was given behind the value, or null
     */
    public StreamSource(Object given, LengthKind lengthKind, long length, @Nullable Object objectType) {
        this.given = given;
        this.lengthKind = lengthKind;
        this.length = length;
        this.objectType = objectType;
    }

    /** Whether a parameter of setObject is read while it is set. */
    public static boolean isStream(Object value) {
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

    @Nullable
    Object objectType() {
        return objectType;
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
    public void spool(int parameter) throws SQLException {
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

    /** Whether the source is bytes, or a document. */
    boolean isBinary() {
        return given != null && !(given instanceof Reader) && !(given instanceof Clob);
    }

    /**
     * Its characters, to its end or to the length that was given; null for null. It is read once, and answers the same
     * again.
     *
     * @param parameter 1-based, for the error
     * @throws ShardingException when it cannot be read
     */
    synchronized @Nullable String text(int parameter) {
        if (text == null && given != null) {
            boolean ours = spool == null;
            try {
                if (ours) {
                    spool(parameter);
                }
                text = new SpooledClob(Objects.requireNonNull(spool, "just read")).text();
            } catch (SQLException e) {
                throw ShardingException.causedBy(e, ErrorCode.STREAM_UNREADABLE, parameter);
            }
            if (ours) {
                close();
                spool = null;
            }
        }
        return text;
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
        copy.setString(new SpooledClob(Objects.requireNonNull(spool, "just read")).text());
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
}
