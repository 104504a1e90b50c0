package org.shardingjdbc.proxy.internal.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the network reaches a client; called by a thread that listens. */
final class ClientHandler extends SimpleChannelInboundHandler<ClientMessage> {
    private static final Logger LOG = LoggerFactory.getLogger(ClientHandler.class);

    private final Client client;

    ClientHandler(Client client) {
        this.client = client;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ClientMessage message) {
        client.received(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        client.receivedAll();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        client.opened();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        client.disconnected();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        client.wake();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ProtocolViolation) {
            context.channel().config().setAutoRead(false);
            client.dismiss(new Farewell(Farewell.Reason.VIOLATION, String.valueOf(cause.getMessage())));
        } else {
            if (cause instanceof IOException || cause instanceof SSLException) {
                LOG.debug("A connection of a client failed", cause);
            } else {
                LOG.error("A connection of a client failed and is closed", cause);
            }
            context.close();
        }
    }
}
