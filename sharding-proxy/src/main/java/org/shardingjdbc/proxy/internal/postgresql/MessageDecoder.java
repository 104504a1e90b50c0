package org.shardingjdbc.proxy.internal.postgresql;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/**
 * Cuts bytes into messages. The first one has no type, and comes as one of type {@link #START_UP}; requests to encrypt
 * come before it and are answered here, as what follows them depends on the answer.
 */
final class MessageDecoder extends ByteToMessageDecoder {
    /** The mark of the message that begins a session, or asks to cancel another one: no type that can be sent. */
    static final int START_UP = -1;

    static final int CANCEL_REQUEST = 80877102;
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    /** What PostgreSQL takes. */
    private static final int MOST_START_UP_BYTES = 10_000;

    private final Client client;
    private final ServerLimits limits;
    private boolean askedForTls;
    private boolean askedForGss;
    private boolean started;
    private boolean broken;

    MessageDecoder(Client client, ServerLimits limits) {
        this.client = client;
        this.limits = limits;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            if (started) {
                decodeTyped(in, out);
            } else {
                decodeFirst(in, out);
            }
        } catch (ProtocolViolation e) {
            broken = true;
            throw e;
        }
    }

    private void decodeFirst(ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (in.readableBytes() < 4) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 8 || length > MOST_START_UP_BYTES) {
            throw new ProtocolViolation("invalid length of startup packet");
        }
        if (in.readableBytes() < length) {
            return;
        }
        int code = in.getInt(in.readerIndex() + 4);
        if (code == SSL_REQUEST || code == GSS_REQUEST) {
            in.skipBytes(length);
            answerEncryption(code, length, in);
            return;
        }
        in.skipBytes(4);
        started = true;
        out.add(new ClientMessage(START_UP, bytes(in, length - 4)));
    }

    private void answerEncryption(int code, int length, ByteBuf in) throws ProtocolViolation {
        if (length != 8) {
            throw new ProtocolViolation("invalid length of startup packet");
        }
        // each is answered before anything is known of the client, and nothing paces these answers
        if (code == SSL_REQUEST ? askedForTls : askedForGss) {
            throw new ProtocolViolation("encryption was requested before");
        }
        askedForTls |= code == SSL_REQUEST;
        askedForGss |= code == GSS_REQUEST;
        if (code == SSL_REQUEST && client.offersTls() && !client.isEncrypted()) {
            if (in.isReadable()) {
                // somebody between client and server could have put it there, to be taken for what was encrypted
                throw new ProtocolViolation("received unencrypted data after SSL request");
            }
            client.startTls(new byte[] {'S'});
        } else {
            client.answerAtOnce(new byte[] {'N'});
        }
    }

    private void decodeTyped(ByteBuf in, List<Object> out) throws ProtocolViolation {
        if (in.readableBytes() < 5) {
            return;
        }
        int type = in.getUnsignedByte(in.readerIndex());
        int length = in.getInt(in.readerIndex() + 1);
        int most = client.isAuthenticated() ? limits.messageBytes() : ServerLimits.MESSAGE_BYTES_BEFORE_LOGIN;
        if (length < 4 || length > most) {
            throw new ProtocolViolation("invalid message length");
        }
        if (in.readableBytes() < length + 1) {
            return;
        }
        in.skipBytes(5);
        out.add(new ClientMessage(type, bytes(in, length - 4)));
    }

    private static byte[] bytes(ByteBuf in, int length) {
        byte[] body = new byte[length];
        in.readBytes(body);
        return body;
    }
}
