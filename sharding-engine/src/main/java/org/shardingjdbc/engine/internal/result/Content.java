package org.shardingjdbc.engine.internal.result;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.SQLException;

/** Text and bytes in JDBC's forms for large content. All methods give null for null. */
final class Content {
    private Content() {}

    static InputStream stream(byte[] bytes) {
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    static InputStream asciiStream(String text) {
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    static InputStream utf8Stream(String text) {
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static Reader reader(String text) {
        return text == null ? null : new StringReader(text);
    }

    static Blob blob(byte[] bytes) throws SQLException {
        return bytes == null ? null : new BytesBlob(bytes);
    }

    static TextClob clob(String text) throws SQLException {
        return text == null ? null : new TextClob(text);
    }

    /** @throws SQLException when the text is no URL */
    static URL url(String text, int column) throws SQLException {
        if (text == null) {
            return null;
        }
        try {
            return new URL(text);
        } catch (MalformedURLException e) {
            throw Conversions.notConvertible(text, column, "URL", e);
        }
    }
}
