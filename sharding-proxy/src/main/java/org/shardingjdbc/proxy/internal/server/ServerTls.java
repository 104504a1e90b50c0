package org.shardingjdbc.proxy.internal.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import javax.net.ssl.SSLException;

/** The certificate by which the server encrypts, with TLS 1.2 or 1.3. */
public final class ServerTls {
    private final SslContext context;

    /**
     * @param certificate chain, in PEM
     * @param key in PEM, without a password
     * @throws SSLException when they cannot be read, or do not belong together
     */
    public ServerTls(File certificate, File key) throws SSLException {
        this.context = SslContextBuilder.forServer(certificate, key)
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .build();
    }

    ChannelHandler handler(Channel channel) {
        return context.newHandler(channel.alloc());
    }
}
