package org.shardingjdbc.proxy.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.LongAdder;

/** What a server has done since it started. Safe for all threads. */
public final class ServerCounts {
    final LongAdder connections = new LongAdder();
    final LongAdder refusedLogins = new LongAdder();
    final LongAdder statements = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();

    /** How many connections clients have made. */
    public long connections() {
        return connections.sum();
    }

    /** How many of them were not let in. */
    public long refusedLogins() {
        return refusedLogins.sum();
    }

    /** How many statements were executed, or refused. */
    public long statements() {
        return statements.sum();
    }

    /** How much clients have sent, as messages before they are encrypted. */
    public long receivedBytes() {
        return receivedBytes.sum();
    }

    /** How much they were sent. */
    public long sentBytes() {
        return sentBytes.sum();
    }

    /** Counts the bytes of each connection on whose way it stands. */
    @Sharable
    final class Traffic extends ChannelDuplexHandler {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof ByteBuf bytes) {
                receivedBytes.add(bytes.readableBytes());
            }
            context.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof ByteBuf bytes) {
                sentBytes.add(bytes.readableBytes());
            }
            context.write(message, promise);
        }
    }
}
