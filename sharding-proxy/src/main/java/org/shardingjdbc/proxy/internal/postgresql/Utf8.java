package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** Texts of clients. What is no UTF-8 is refused, as a character in the place of what is wrong would be stored. */
final class Utf8 {
    static final String INVALID = "invalid byte sequence for encoding \"UTF8\"";

    private Utf8() {}

    static String text(byte[] bytes, int from, int length) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes, from, length))
                .toString();
    }

    /** A value, which has no zero in it either. */
    static String value(byte[] bytes) throws SQLException {
        try {
            String text = text(bytes, 0, bytes.length);
            if (text.indexOf('\0') < 0) {
                return text;
            }
        } catch (CharacterCodingException e) {
            // told below
        }
        throw new SQLException(INVALID, "22021");
    }
}
