package org.shardingjdbc.proxy.internal.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/**
 * Writes packets one behind the other and numbers them. A payload of 16 MB or more goes in several packets. Not
 * thread-safe; one per session.
 */
final class PacketWriter {
    /** What a packet has at most; one that has as much is followed by one that goes on. */
    static final int MAX_PAYLOAD = 0xffffff;

    /** Where packets go. */
    interface Sink {
        /** Where the next byte is appended; another one after {@link #paced} and {@link #flush}. */
        ByteBuf buffer();

        /** Sends what is there if it is much; waits while the client does not read. */
        void paced() throws ClientGone;

        /** Sends what is there; waits while the client does not read. */
        void flush() throws ClientGone;
    }

    private static final int HEADER = 4;

    private final Sink sink;
    private ByteBuf buffer;
    private int start;
    private int sequence;

    PacketWriter(Sink sink) {
        this.sink = sink;
        this.buffer = Unpooled.EMPTY_BUFFER;
    }

    /** Sets the number of the next packet, modulo 256: the one behind the last packet of the client. */
    void sequence(int next) {
        sequence = next & 0xff;
    }

    /** The number of the next packet. */
    int sequence() {
        return sequence;
    }

    PacketWriter begin() {
        buffer = sink.buffer();
        start = buffer.writerIndex();
        buffer.writeZero(HEADER);
        return this;
    }

    /** Takes back what was written since {@link #begin}. */
    void drop() {
        buffer.writerIndex(start);
    }

    PacketWriter int1(int value) {
        buffer.writeByte(value);
        return this;
    }

    PacketWriter int2(int value) {
        buffer.writeShortLE(value);
        return this;
    }

    PacketWriter int3(int value) {
        buffer.writeMediumLE(value);
        return this;
    }

    PacketWriter int4(int value) {
        buffer.writeIntLE(value);
        return this;
    }

    PacketWriter int8(long value) {
        buffer.writeLongLE(value);
        return this;
    }

    PacketWriter zeros(int count) {
        buffer.writeZero(count);
        return this;
    }

    PacketWriter bytes(byte[] value) {
        buffer.writeBytes(value);
        return this;
    }

    /** A number in as many bytes as it needs; unsigned. */
    PacketWriter lengthEncoded(long value) {
        if (value >= 0 && value < 0xfb) {
            buffer.writeByte((int) value);
        } else if (value >= 0 && value <= 0xffff) {
            buffer.writeByte(0xfc).writeShortLE((int) value);
        } else if (value >= 0 && value <= 0xffffff) {
            buffer.writeByte(0xfd).writeMediumLE((int) value);
        } else {
            buffer.writeByte(0xfe).writeLongLE(value);
        }
        return this;
    }

    PacketWriter lengthEncodedBytes(byte[] value) {
        return lengthEncoded(value.length).bytes(value);
    }

    PacketWriter lengthEncodedText(String value, Charset charset) {
        if (charset == StandardCharsets.UTF_8 && value.length() < 0xfb && isAscii(value)) {
            buffer.writeByte(value.length());
            buffer.writeCharSequence(value, StandardCharsets.US_ASCII);
            return this;
        }
        return lengthEncodedBytes(value.getBytes(charset));
    }

    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** A text that ends with a zero byte. */
    PacketWriter untilZero(String value) {
        buffer.writeCharSequence(value, StandardCharsets.UTF_8);
        buffer.writeByte(0);
        return this;
    }

    PacketWriter text(String value, Charset charset) {
        return bytes(value.getBytes(charset));
    }

    /** Where the next byte goes, for {@link #setByte}. */
    int position() {
        return buffer.writerIndex();
    }

    /** Changes a byte of the packet that is being written. */
    void setByte(int position, int value) {
        buffer.setByte(position, value);
    }

    int byteAt(int position) {
        return buffer.getByte(position);
    }

    /** Ends the packet, and sends what there is when it is much. */
    void end() throws ClientGone {
        int length = buffer.writerIndex() - start - HEADER;
        if (length >= MAX_PAYLOAD) {
            split(length);
        } else {
            number(start, length);
        }
        buffer = Unpooled.EMPTY_BUFFER;
        sink.paced();
    }

    private void number(int header, int length) {
        buffer.setMediumLE(header, length);
        buffer.setByte(header + 3, sequence);
        sequence = sequence + 1 & 0xff;
    }

    /** Moves the payload into packets of full length and a last one that is shorter, and may be empty. */
    private void split(int length) {
        ByteBuf payload = buffer.copy(start + HEADER, length);
        buffer.writerIndex(start);
        int part;
        do {
            part = Math.min(payload.readableBytes(), MAX_PAYLOAD);
            int header = buffer.writerIndex();
            buffer.writeZero(HEADER);
            buffer.writeBytes(payload, part);
            number(header, part);
        } while (part == MAX_PAYLOAD);
        payload.release();
    }

    /** Sends what was written. */
    void flush() throws ClientGone {
        sink.flush();
    }
}
