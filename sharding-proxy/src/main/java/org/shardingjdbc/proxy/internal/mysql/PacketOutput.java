package org.shardingjdbc.proxy.internal.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ClientOutput;

/**
 * Where the packets of a session go: to its client as they are, or deflated, several in one, where the client has asked
 * for it. Not thread-safe; one per session.
 */
final class PacketOutput implements PacketWriter.Sink, AutoCloseable {
    /** From how much on what is collected is sent, as a compressed packet. */
    private static final int PIECE_BYTES = 64 * 1024;
    /** What is shorter is sent as it is, as the databases do. */
    private static final int SHORTEST_DEFLATED = 50;

    private final ClientOutput output;
    private boolean compressed;
    private @Nullable Deflater deflater;
    private ByteBuf collected = Unpooled.EMPTY_BUFFER;
    /** Of the next compressed packet; for any thread. */
    private volatile int number;

    PacketOutput(ClientOutput output) {
        this.output = output;
    }

    /** Compresses all that comes. */
    void compress() {
        compressed = true;
        deflater = new Deflater();
        collected = Unpooled.buffer(512);
    }

    boolean isCompressed() {
        return compressed;
    }

    /**
     * An answer begins.
     *
     * @param last the number of the compressed packet that is answered
     */
    void begins(int last) {
        number = last + 1 & 0xff;
    }

    /** The number of the compressed packet that comes next, of whichever side. By any thread. */
    int nextNumber() {
        return number;
    }

    @Override
    public ByteBuf buffer() {
        return compressed ? collected : output.buffer();
    }

    @Override
    public void paced() throws ClientGone {
        if (compressed && collected.readableBytes() >= PIECE_BYTES) {
            deflate();
        }
        output.paced();
    }

    @Override
    public void flush() throws ClientGone {
        if (compressed) {
            deflate();
        }
        output.flush();
    }

    private void deflate() throws ClientGone {
        while (collected.isReadable()) {
            int length = Math.min(collected.readableBytes(), PacketWriter.MAX_PAYLOAD);
            write(length);
            output.paced();
        }
        collected.clear();
        if (collected.capacity() > 2 * PIECE_BYTES) {
            collected.capacity(2 * PIECE_BYTES);
        }
    }

    private void write(int length) {
        ByteBuf to = output.buffer();
        int header = to.writerIndex();
        to.writeZero(CompressedDecoder.HEADER);
        int deflated = length < SHORTEST_DEFLATED ? length : deflate(to, length);
        if (deflated >= length) {
            to.writerIndex(header + CompressedDecoder.HEADER);
            to.writeBytes(collected, collected.readerIndex(), length);
            to.setMediumLE(header, length);
        } else {
            to.setMediumLE(header, deflated);
            to.setMediumLE(header + 4, length);
        }
        to.setByte(header + 3, number);
        number = number + 1 & 0xff;
        collected.skipBytes(length);
    }

    /** @return the length, which may be more than it was */
    private int deflate(ByteBuf to, int length) {
        Deflater own = deflater;
        if (own == null) {
            throw new IllegalStateException("nothing is compressed");
        }
        own.reset();
        own.setInput(collected.array(), collected.arrayOffset() + collected.readerIndex(), length);
        own.finish();
        byte[] some = new byte[Math.min(length, PIECE_BYTES)];
        int all = 0;
        while (!own.finished() && all < length) {
            int count = own.deflate(some);
            to.writeBytes(some, 0, count);
            all += count;
        }
        return own.finished() ? all : length;
    }

    @Override
    public void close() {
        Deflater own = deflater;
        deflater = null;
        if (own != null) {
            own.end();
        }
    }
}
