package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/** Reads the body of a message from its beginning to its end. What a message says and does not hold is a violation. */
final class MessageReader {
    private final byte[] body;
    private int position;

    MessageReader(byte[] body) {
        this.body = body;
    }

    int int32() throws ProtocolViolation {
        require(4);
        int value = ByteBuffer.wrap(body).getInt(position);
        position += 4;
        return value;
    }

    int int16() throws ProtocolViolation {
        require(2);
        int value = ByteBuffer.wrap(body).getShort(position);
        position += 2;
        return value;
    }

    /** A number of things that follow. */
    int count() throws ProtocolViolation {
        int value = int16();
        if (value < 0) {
            // 65535 parameters are allowed, and no message says fewer than none
            value &= 0xFFFF;
        }
        return value;
    }

    byte int8() throws ProtocolViolation {
        require(1);
        return body[position++];
    }

    /** Up to a zero byte. */
    String text() throws ProtocolViolation {
        int end = position;
        while (end < body.length && body[end] != 0) {
            end++;
        }
        if (end == body.length) {
            throw new ProtocolViolation("invalid string in message");
        }
        String text = utf8(body, position, end - position);
        position = end + 1;
        return text;
    }

    /** With its length before it; null where that is -1. */
    byte @Nullable [] value() throws ProtocolViolation {
        int length = int32();
        if (length == -1) {
            return null;
        }
        return bytes(length);
    }

    byte[] bytes(int length) throws ProtocolViolation {
        if (length < 0) {
            throw new ProtocolViolation("insufficient data left in message");
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
    void end() throws ProtocolViolation {
        if (hasMore()) {
            throw new ProtocolViolation("invalid message format");
        }
    }

    private void require(int bytes) throws ProtocolViolation {
        if (body.length - position < bytes) {
            throw new ProtocolViolation("insufficient data left in message");
        }
    }

    private static String utf8(byte[] bytes, int from, int length) throws ProtocolViolation {
        try {
            return Utf8.text(bytes, from, length);
        } catch (CharacterCodingException e) {
            throw new ProtocolViolation(Utf8.INVALID);
        }
    }
}
