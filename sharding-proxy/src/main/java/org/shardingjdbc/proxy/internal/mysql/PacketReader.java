package org.shardingjdbc.proxy.internal.mysql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/**
 * Reads the payload of a packet from its beginning to its end. A length that leads beyond the end is a
 * {@link ProtocolViolation}, before anything is allocated for it. Not thread-safe; one per packet.
 */
final class PacketReader {
    private final byte[] bytes;
    private int at;

    PacketReader(byte[] payload) {
        this.bytes = payload;
    }

    int remaining() {
        return bytes.length - at;
    }

    private int take(long length) throws ProtocolViolation {
        if (length < 0 || length > remaining()) {
            throw new ProtocolViolation("A packet ends where " + length + " more bytes are said to be");
        }
        int start = at;
        at += (int) length;
        return start;
    }

    void skip(int length) throws ProtocolViolation {
        take(length);
    }

    int int1() throws ProtocolViolation {
        return bytes[take(1)] & 0xff;
    }

    int int2() throws ProtocolViolation {
        int start = take(2);
        return bytes[start] & 0xff | (bytes[start + 1] & 0xff) << 8;
    }

    int int4() throws ProtocolViolation {
        return (int) number(4);
    }

    long int8() throws ProtocolViolation {
        return number(8);
    }

    private long number(int length) throws ProtocolViolation {
        int start = take(length);
        long number = 0;
        for (int i = length - 1; i >= 0; i--) {
            number = number << 8 | bytes[start + i] & 0xff;
        }
        return number;
    }

    /**
     * A number in as many bytes as it needs. Larger than any packet, it is refused: all that is so read are lengths.
     */
    int lengthEncoded() throws ProtocolViolation {
        int first = int1();
        long length =
                switch (first) {
                    case 0xfc -> number(2);
                    case 0xfd -> number(3);
                    case 0xfe -> number(8);
                    case 0xfb, 0xff -> throw new ProtocolViolation("A length begins with " + first);
                    default -> first;
                };
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new ProtocolViolation("A length is larger than any packet");
        }
        return (int) length;
    }

    byte[] bytes(int length) throws ProtocolViolation {
        int start = take(length);
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    byte[] lengthEncodedBytes() throws ProtocolViolation {
        return bytes(lengthEncoded());
    }

    /** All that is left. */
    byte[] rest() throws ProtocolViolation {
        return bytes(remaining());
    }

    /** A text that ends with a zero byte. */
    byte[] untilZero() throws ProtocolViolation {
        for (int i = at; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                byte[] result = Arrays.copyOfRange(bytes, at, i);
                at = i + 1;
                return result;
            }
        }
        throw new ProtocolViolation("A text has no end");
    }

    /** A name before the client's character set counts: users, databases, methods. */
    String nameUntilZero() throws ProtocolViolation {
        return new String(untilZero(), StandardCharsets.UTF_8);
    }

    /** As {@link #nameUntilZero}, for a name that may be missing, or have no zero byte as the last one of a packet. */
    @Nullable
    String optionalName() throws ProtocolViolation {
        if (remaining() == 0) {
            return null;
        }
        for (int i = at; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return nameUntilZero();
            }
        }
        return new String(rest(), StandardCharsets.UTF_8);
    }

    String text(int length, Charset charset) throws ProtocolViolation {
        int start = take(length);
        return new String(bytes, start, length, charset);
    }
}
