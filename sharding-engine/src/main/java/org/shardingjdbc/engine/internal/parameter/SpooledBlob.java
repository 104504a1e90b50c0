package org.shardingjdbc.engine.internal.parameter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/** A Blob parameter that several shards read; read-only, safe for all threads that open streams of it. */
final class SpooledBlob implements Blob {
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
        throw readOnly();
    }

    @Override
    public long position(Blob pattern, long start) throws SQLException {
        throw readOnly();
    }

    @Override
    public int setBytes(long from, byte[] bytes) throws SQLException {
        throw readOnly();
    }

    @Override
    public int setBytes(long from, byte[] bytes, int offset, int count) throws SQLException {
        throw readOnly();
    }

    @Override
    public OutputStream setBinaryStream(long from) throws SQLException {
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
        return SqlErrors.refuse("Changing a Blob parameter", "it is a copy that shards read");
    }
}
