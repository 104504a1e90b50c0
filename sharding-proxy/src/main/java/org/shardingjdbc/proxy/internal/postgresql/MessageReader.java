package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the body of a message from its beginning to its end. What a message says and does not hold is an error. */
final class MessageReader {
    private final byte[] body;
    private int position;

    MessageReader(byte[] body) {
        this.body = body;
    }

    /** Where the next message begins is known all the same, so that the session goes on. */
    static SQLException wrong(String message) {
        return new SQLException(message, "08P01");
    }

    int int32() throws SQLException {
        require(4);
        int value = ByteBuffer.wrap(body).getInt(position);
        position += 4;
        return value;
    }

    int int16() throws SQLException {
        require(2);
        int value = ByteBuffer.wrap(body).getShort(position);
        position += 2;
        return value;
    }

    /** A number of things that follow. */
    int count() throws SQLException {
        int value = int16();
        if (value < 0) {
            // 65535 parameters are allowed, and no message says fewer than none
            value &= 0xFFFF;
        }
        return value;
    }

    byte int8() throws SQLException {
        require(1);
        return body[position++];
    }

    /** Up to a zero byte. */
    String text() throws SQLException {
        int end = position;
        while (end < body.length && body[end] != 0) {
            end++;
        }
        if (end == body.length) {
            throw wrong("invalid string in message");
        }
        String text = utf8(body, position, end - position);
        position = end + 1;
        return text;
    }

    /** With its length before it; null where that is -1. */
    byte @Nullable [] value() throws SQLException {
        int length = int32();
        if (length == -1) {
            return null;
        }
        return bytes(length);
    }

    byte[] bytes(int length) throws SQLException {
        if (length < 0) {
            throw wrong("insufficient data left in message");
        }
        require(length);
        byte[] value = Arrays.copyOfRange(body, position, position + length);
        position += length;
        return value;
    }

    byte[] rest() {
        byte[] value = Arrays.copyOfRange(body, position, body.length);
        position = body.length;
        return value;
    }

    boolean hasMore() {
        return position < body.length;
    }

    /** To be called behind the last part. */
    void end() throws SQLException {
        if (hasMore()) {
            throw wrong("invalid message format");
        }
    }

    private void require(int bytes) throws SQLException {
        if (body.length - position < bytes) {
            throw wrong("insufficient data left in message");
        }
    }

    private static String utf8(byte[] bytes, int from, int length) throws SQLException {
        try {
            return Utf8.text(bytes, from, length);
        } catch (CharacterCodingException e) {
            throw new SQLException(Utf8.INVALID, "22021");
        }
    }
}
