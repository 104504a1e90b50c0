package org.shardingjdbc.proxy.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a load balancer says first of a connection that it forwards: the header of the PROXY protocol, version 1
 * or 2. The client is not there for anybody else until then. One per connection of somebody who is trusted to say it.
 */
final class ForwardedAddress extends ByteToMessageDecoder {
    private static final byte[] SIGNATURE_1 = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SIGNATURE_2 = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
    private static final int MOST_BYTES_1 = 107;
    private static final int HEAD_BYTES_2 = 16;
    /** Addresses, and what the load balancer adds of its own. */
    private static final int MOST_BYTES_2 = 4096;

    private final Client client;
    private boolean read;

    ForwardedAddress(Client client) {
        this.client = client;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        // it is told when the header was read
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (read) {
            in.skipBytes(in.readableBytes());
            return;
        }
        boolean first = in.isReadable() && in.getByte(in.readerIndex()) == SIGNATURE_1[0];
        int length = first ? length1(in) : length2(in);
        if (length == 0) {
            return;
        }
        InetSocketAddress address = first
                ? address1(
                        in.readCharSequence(length, StandardCharsets.US_ASCII).toString())
                : address2(in.readBytes(length));
        read = true;
        if (address != null) {
            client.forwarded(address);
        }
        context.fireChannelActive();
        context.pipeline().remove(this);
    }

    private static ProtocolViolation broken(String what) {
        return new ProtocolViolation("A header of the PROXY protocol is expected from this address: " + what);
    }

    private static void requireBeginning(ByteBuf in, byte[] signature) throws ProtocolViolation {
        int known = Math.min(in.readableBytes(), signature.length);
        for (int i = 0; i < known; i++) {
            if (in.getByte(in.readerIndex() + i) != signature[i]) {
                throw broken("there is none");
            }
        }
    }

    // ---- version 1: a line of text

    /** With the end of the line; 0 while it is not whole. */
    private static int length1(ByteBuf in) throws ProtocolViolation {
        requireBeginning(in, SIGNATURE_1);
        int known = Math.min(in.readableBytes(), MOST_BYTES_1);
        for (int i = 1; i < known; i++) {
            if (in.getByte(in.readerIndex() + i) == '\n') {
                if (in.getByte(in.readerIndex() + i - 1) != '\r') {
                    throw broken("its line ends wrongly");
                }
                return i + 1;
            }
        }
        if (known == MOST_BYTES_1) {
            throw broken("its line has no end");
        }
        return 0;
    }

    /** Null where it is the load balancer's own connection, or of a kind that is not known to it. */
    private static @Nullable InetSocketAddress address1(String line) throws ProtocolViolation {
        String[] words = line.substring(0, line.length() - 2).split(" ", -1);
        if (words.length >= 2 && words[1].equals("UNKNOWN")) {
            return null;
        }
        if (words.length != 6 || !words[1].equals("TCP4") && !words[1].equals("TCP6")) {
            throw broken("its line is wrong");
        }
        byte[] address = NetUtil.createByteArrayFromIpAddressString(words[2]);
        if (address == null || address.length != (words[1].equals("TCP4") ? 4 : 16)) {
            throw broken("its address is wrong");
        }
        int port;
        try {
            port = Integer.parseInt(words[4]);
        } catch (NumberFormatException e) {
            port = -1;
        }
        return address(address, port);
    }

    // ---- version 2: bytes

    private static int length2(ByteBuf in) throws ProtocolViolation {
        requireBeginning(in, SIGNATURE_2);
        if (in.readableBytes() < HEAD_BYTES_2) {
            return 0;
        }
        int length = HEAD_BYTES_2 + in.getUnsignedShort(in.readerIndex() + 14);
        if (length > MOST_BYTES_2) {
            throw broken("it is too long");
        }
        return in.readableBytes() < length ? 0 : length;
    }

    private static @Nullable InetSocketAddress address2(ByteBuf header) throws ProtocolViolation {
        try {
            int command = header.getUnsignedByte(12);
            if (command >>> 4 != 2 || (command & 0xF) > 1) {
                throw broken("its version is unknown");
            }
            int family = header.getUnsignedByte(13) >>> 4;
            if ((command & 0xF) == 0 || family != 1 && family != 2) {
                return null;
            }
            byte[] address = new byte[family == 1 ? 4 : 16];
            int portAt = HEAD_BYTES_2 + 2 * address.length;
            if (header.readableBytes() < portAt + 4) {
                throw broken("it is too short");
            }
            header.getBytes(HEAD_BYTES_2, address);
            return address(address, header.getUnsignedShort(portAt));
        } finally {
            header.release();
        }
    }

    private static InetSocketAddress address(byte[] address, int port) throws ProtocolViolation {
        if (port < 0 || port > 65535) {
            throw broken("its port is wrong");
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes", e);
        }
    }
}
