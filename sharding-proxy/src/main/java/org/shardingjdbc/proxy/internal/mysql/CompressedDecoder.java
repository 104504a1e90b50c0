package org.shardingjdbc.proxy.internal.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/**
 * Inflates what a client sends that compresses: packets of a head of seven bytes, which have a piece of the stream of
 * packets each. A piece has as many bytes as its head says, at most 16 MB, and neither more nor fewer, and none is
 * inflated while the queue of the client is full, so that it makes no more of few bytes than it could send. For a
 * thread that listens.
 */
final class CompressedDecoder extends ByteToMessageDecoder {
    static final int HEADER = 7;

    private final Client client;
    private final IntSupplier expected;
    /** Null before it decodes, and afterwards. */
    private @Nullable Inflater inflater;

    private int number;

    /** @param expected which number a packet has that goes on from what the server has sent */
    CompressedDecoder(Client client, IntSupplier expected) {
        this.client = client;
        this.expected = expected;
    }

    /** The number of the packet that came last. */
    int number() {
        return number;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        inflater = new Inflater();
        context.pipeline().get(PacketDecoder.class).comesFrom(this);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (in.readableBytes() < HEADER || !client.takesMore()) {
            return;
        }
        int start = in.readerIndex();
        int length = in.getUnsignedMediumLE(start);
        if (in.readableBytes() < HEADER + length) {
            return;
        }
        int inflated = in.getUnsignedMediumLE(start + 4);
        int next = in.getUnsignedByte(start + 3);
        // A command begins anew, and what is longer goes on; a file goes on from where it was asked for.
        if (next != 0 && next != (number + 1 & 0xff) && next != expected.getAsInt()) {
            throw new ProtocolViolation(MySqlError.PACKETS_OUT_OF_ORDER.message());
        }
        number = next;
        in.skipBytes(HEADER);
        if (inflated == 0) {
            out.add(in.readRetainedSlice(length));
            return;
        }
        byte[] deflated = new byte[length];
        in.readBytes(deflated);
        ByteBuf piece = context.alloc().heapBuffer(inflated);
        try {
            inflate(deflated, piece, inflated);
            out.add(piece);
        } catch (ProtocolViolation | RuntimeException e) {
            piece.release();
            throw e;
        }
    }

    private void inflate(byte[] deflated, ByteBuf piece, int length) throws ProtocolViolation {
        Inflater open = Objects.requireNonNull(inflater, "inflater");
        open.reset();
        open.setInput(deflated);
        try {
            int done = 0;
            while (done < length) {
                int more = open.inflate(piece.array(), piece.arrayOffset() + done, length - done);
                if (more == 0) {
                    throw new ProtocolViolation("A compressed packet has fewer bytes than it says");
                }
                done += more;
            }
            if (!open.finished() && open.inflate(new byte[1]) > 0) {
                throw new ProtocolViolation("A compressed packet has more bytes than it says");
            }
            if (!open.finished() || open.getRemaining() > 0) {
                throw new ProtocolViolation("A compressed packet does not end where its bytes do");
            }
        } catch (DataFormatException e) {
            throw new ProtocolViolation("A compressed packet cannot be read");
        }
        piece.writerIndex(length);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        Inflater own = inflater;
        inflater = null;
        if (own != null) {
            own.end();
        }
    }
}
