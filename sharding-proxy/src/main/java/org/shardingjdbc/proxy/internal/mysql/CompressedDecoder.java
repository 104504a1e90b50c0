package org.shardingjdbc.proxy.internal.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/**
 * Inflates what a client sends that compresses: packets of a head of seven bytes, which have a piece of the stream of
 * packets each. A piece has as many bytes as its head says, at most 16 MB, and neither more nor fewer, so that a client
 * makes no more of few bytes than it could send. For a thread that listens.
 */
final class CompressedDecoder extends ByteToMessageDecoder {
    static final int HEADER = 7;

    private final Inflater inflater = new Inflater();
    /** The number of the last packet, which the answer goes on from; read by the thread that answers. */
    private volatile int number;

    /** The number of the packet that came last. */
    int number() {
        return number;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (in.readableBytes() < HEADER) {
            return;
        }
        int start = in.readerIndex();
        int length = in.getUnsignedMediumLE(start);
        if (in.readableBytes() < HEADER + length) {
            return;
        }
        int inflated = in.getUnsignedMediumLE(start + 4);
        number = in.getUnsignedByte(start + 3);
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
        inflater.reset();
        inflater.setInput(deflated);
        try {
            int done = 0;
            while (done < length) {
                int more = inflater.inflate(piece.array(), piece.arrayOffset() + done, length - done);
                if (more == 0) {
                    throw new ProtocolViolation("A compressed packet has fewer bytes than it says");
                }
                done += more;
            }
            if (!inflater.finished() && inflater.inflate(new byte[1]) > 0) {
                throw new ProtocolViolation("A compressed packet has more bytes than it says");
            }
        } catch (DataFormatException e) {
            throw new ProtocolViolation("A compressed packet cannot be read");
        }
        piece.writerIndex(length);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        inflater.end();
    }
}
