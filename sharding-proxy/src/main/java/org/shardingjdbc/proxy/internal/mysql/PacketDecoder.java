package org.shardingjdbc.proxy.internal.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/**
 * Cuts the bytes of a client into packets, puts together those that go on in the next, and begins TLS where the client
 * asks for it. The mark of a message is the number of its first packet; where the client compresses, that of the
 * compressed packet that has its end, as what packets in there have for numbers is not the same with all clients.
 */
final class PacketDecoder extends ByteToMessageDecoder {
    private static final int HEADER = 4;

    private final Client client;
    private final ServerLimits limits;
    /** From where the packets come; null where the client does not compress. */
    private @Nullable CompressedDecoder compressed;
    /** The number of the first packet of a message whose last one is not there yet. */
    private int first;
    /** What there is of that message. */
    private byte[] begun = {};
    /** How many packets that is. */
    private int pieces;

    PacketDecoder(Client client, ServerLimits limits) {
        this.client = client;
        this.limits = limits;
    }

    /** What comes now was compressed. By a thread that listens. */
    void comesFrom(CompressedDecoder decoder) {
        compressed = decoder;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (in.readableBytes() < HEADER || !client.takesMore()) {
            return;
        }
        int length = in.getUnsignedMediumLE(in.readerIndex());
        int number = in.getUnsignedByte(in.readerIndex() + HEADER - 1);
        requireFits((long) begun.length + length);
        if (pieces > 0 && compressed == null && number != (first + pieces & 0xff)) {
            throw new ProtocolViolation(MySqlError.PACKETS_OUT_OF_ORDER.message());
        }
        if (in.readableBytes() < HEADER + length) {
            return;
        }
        in.skipBytes(HEADER);
        byte[] payload = new byte[begun.length + length];
        System.arraycopy(begun, 0, payload, 0, begun.length);
        in.readBytes(payload, begun.length, length);
        first = pieces == 0 ? number : first;
        if (length == PacketWriter.MAX_PAYLOAD) {
            pieces++;
            begun = payload;
            return;
        }
        pieces = 0;
        begun = new byte[0];
        CompressedDecoder from = compressed;
        take(new ClientMessage(from == null ? first : from.number(), payload), in, out);
    }

    private void requireFits(long length) throws ProtocolViolation {
        int most = client.isAuthenticated() ? limits.messageBytes() : ServerLimits.MESSAGE_BYTES_BEFORE_LOGIN;
        if (length > most) {
            throw new ProtocolViolation(MySqlError.PACKET_TOO_LARGE.message());
        }
    }

    private void take(ClientMessage message, ByteBuf in, List<Object> out) throws ProtocolViolation {
        boolean mayAsk =
                client.offersTls() && !client.isEncrypted() && !client.isAuthenticated() && message.mark() == 1;
        if (!mayAsk || !LoginPacket.asksForTls(message.body())) {
            out.add(message);
            return;
        }
        if (in.isReadable()) {
            // Somebody between the client and us could have put it there, to be read as if it had been encrypted.
            throw new ProtocolViolation("Something unencrypted follows on the wish for TLS");
        }
        client.startTls(new byte[0]);
    }
}
