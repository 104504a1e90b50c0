package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that are added one behind the other; used again after {@link #clear}. Not thread-safe. */
final class GrowingBytes {
    private byte[] bytes = new byte[256];
    private int length;

    void add(byte value) {
        require(1);
        bytes[length++] = value;
    }

    void add(byte[] value) {
        require(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    void int16(int value) {
        require(2);
        ByteBuffer.wrap(bytes).putShort(length, (short) value);
        length += 2;
    }

    void int32(int value) {
        require(4);
        ByteBuffer.wrap(bytes).putInt(length, value);
        length += 4;
    }

    private void require(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    void write(MessageWriter out) {
        out.bytes(bytes, length);
    }

    void clear() {
        length = 0;
    }
}
