package org.shardingjdbc.scaling;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import javax.net.SocketFactory;

/**
 * Lets a process reach its databases by another way than its configuration says, which all instances share: the sockets
 * of drivers whose URL names this class go to the port of a system property, where that is set.
 */
public final class OtherWay extends SocketFactory {
    private static final String PORT = "scaling.way";

    /** A URL whose driver asks this for its sockets. */
    static String url(String jdbcUrl) {
        return jdbcUrl + (jdbcUrl.indexOf('?') < 0 ? "?" : "&") + "socketFactory=" + OtherWay.class.getName();
    }

    /** What a JVM is started with that is to go there. */
    static String option(String jdbcUrl) {
        return "-D" + PORT + "="
                + URI.create(jdbcUrl.substring("jdbc:".length())).getPort();
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress endpoint, int timeout) throws IOException {
                Integer port = Integer.getInteger(PORT);
                super.connect(
                        port == null ? endpoint : new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        timeout);
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException(host);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException(host);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException(host.toString());
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException(address.toString());
    }
}
