package org.shardingjdbc.proxy.internal.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.AddressPattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on a port and speaks one protocol there, with as many clients as its limits allow. Safe for all threads. */
public final class ProxyServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyServer.class);
    /** The name of the protocol's decoder among the handlers of a connection. */
    static final String DECODER = "protocol";

    private static final int BACKLOG = 1024;
    /** How often to look whether the files of certificates have changed. */
    private static final long CERTIFICATE_MILLIS = 10_000;

    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final Protocol protocol;
    private final ServerLimits limits;
    private final @Nullable ServerTls tls;
    private final ConnectedClients sessions;
    private final BackendThreads threads = new BackendThreads();
    private final EventLoopGroup listeners;
    private final Channel listening;
    private final Duration patience;
    private final List<AddressPattern> forwarders;
    private final ServerCounts.Traffic traffic;
    private volatile boolean draining;

    /**
     * @param address port 0 for any that is free
     * @param tls null for none
     * @param forwarders who says first from where a client comes, by the PROXY protocol
     * @param patience how long {@link #close} waits for clients in transactions
     * @throws IOException when the address is not free, or not of this machine
     */
    public ProxyServer(
            InetSocketAddress address,
            Protocol protocol,
            ServerLimits limits,
            @Nullable ServerTls tls,
            List<AddressPattern> forwarders,
            Duration patience)
            throws IOException {
        this.protocol = protocol;
        this.limits = limits;
        this.tls = tls;
        this.patience = patience;
        this.forwarders = List.copyOf(forwarders);
        this.sessions = new ConnectedClients(limits);
        this.traffic = sessions.counts().new Traffic();
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory ways = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.listeners = new MultiThreadIoEventLoopGroup(0, new DefaultThreadFactory("sharding-proxy-io", true), ways);
        this.listening = bind(address, epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class);
        if (limits.lookMillis() > 0) {
            every(limits.lookMillis(), sessions::expire);
        }
        if (tls != null) {
            every(CERTIFICATE_MILLIS, () -> threads.run(() -> reload(tls)));
        }
    }

    private void every(long millis, Runnable task) {
        listeners.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
    }

    private static void reload(ServerTls tls) {
        try {
            tls.reload();
        } catch (IOException e) {
            LOG.warn("The certificate of the proxy has changed and cannot be used; that of before stays", e);
        }
    }

    private Channel bind(InetSocketAddress address, Class<? extends ServerChannel> kind) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(listeners)
                .channel(kind)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        welcome(channel);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            stop();
            throw new IOException("The proxy cannot listen on " + address + ": " + failure.getMessage(), failure);
        }
        return bound.channel();
    }

    private void welcome(Channel channel) {
        if (sessions.isFull()) {
            LOG.debug("A connection is closed at once: there are {}", sessions.count());
            channel.writeAndFlush(Unpooled.wrappedBuffer(protocol.tooMany())).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        Client client = new Client(channel, sessions.newKey(), protocol, sessions, threads, tls);
        sessions.counts().connections.increment();
        boolean forwarded = isForwarder(channel.remoteAddress());
        if (!forwarded && !client.arrives()) {
            return;
        }
        sessions.add(client);
        channel.pipeline().addLast(traffic);
        if (forwarded) {
            channel.pipeline().addLast(new ForwardedAddress(client));
        }
        channel.pipeline().addLast(DECODER, protocol.decoder(client));
        channel.pipeline().addLast(new ClientHandler(client));
        ScheduledFuture<?> login = channel.eventLoop()
                .schedule(
                        () -> requireLogin(client, channel), limits.loginTime().toMillis(), TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> login.cancel(false));
    }

    private static void requireLogin(Client client, Channel channel) {
        if (!client.isAuthenticated()) {
            channel.close();
        }
    }

    private boolean isForwarder(SocketAddress peer) {
        for (AddressPattern each : forwarders) {
            if (each.matches(peer)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it takes no more clients. */
    public boolean isDraining() {
        return draining;
    }

    /** On which it listens. */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** The clients. */
    public ConnectedClients sessions() {
        return sessions;
    }

    /**
     * Takes no more clients, lets those that are there end their transactions within the time given for it, tells all
     * of them, and ends. Doing it twice changes nothing.
     */
    @Override
    public void close() {
        draining = true;
        listening.close().awaitUninterruptibly();
        sessions.drain(patience);
        stop();
    }

    private void stop() {
        listeners.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
        threads.close();
    }
}
