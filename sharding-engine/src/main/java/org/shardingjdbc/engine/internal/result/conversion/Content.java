package org.shardingjdbc.engine.internal.result.conversion;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.NClob;
import java.sql.SQLException;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import javax.sql.rowset.serial.SerialException;
import org.jspecify.annotations.Nullable;

/** Text and bytes in JDBC's forms for large content. All methods give null for null. */
public final class Content {
    private Content() {}

    public static @Nullable InputStream stream(byte @Nullable [] bytes) {
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    public static @Nullable InputStream asciiStream(@Nullable String text) {
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    public static @Nullable InputStream utf8Stream(@Nullable String text) {
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    public static @Nullable Reader reader(@Nullable String text) {
        return text == null ? null : new StringReader(text);
    }

    public static @Nullable Blob blob(byte @Nullable [] bytes) throws SQLException {
        return bytes == null ? null : new BytesBlob(bytes);
    }

    public static @Nullable TextClob clob(@Nullable String text) throws SQLException {
        return text == null ? null : new TextClob(text);
    }

    /** @throws SQLException when the text is no URL */
    public static @Nullable URL url(@Nullable String text, int column) throws SQLException {
        if (text == null) {
            return null;
        }
        try {
            return new URL(text);
        } catch (MalformedURLException e) {
            throw Conversions.notConvertible(text, column, "URL", e);
        }
    }

    /**
     * Bytes that we hold, as a BLOB. As those of drivers, and unlike its superclass, it gives an empty part of empty
     * bytes, and what there is where more is asked for.
     */
    static final class BytesBlob extends SerialBlob {
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

    /**
     * A text that we hold, as a CLOB of either kind. As those of drivers, and unlike its superclass, it gives an empty
     * part of an empty text, and what there is where more is asked for.
     */
    static final class TextClob extends SerialClob implements NClob {
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
}
