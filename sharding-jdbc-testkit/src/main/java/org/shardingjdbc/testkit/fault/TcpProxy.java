package org.shardingjdbc.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server, over the loopback, which a test can cut, stall and open again. The server stays as it is. Safe for
 * all threads; its own ones are daemons.
 */
public final class TcpProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 14;
    private static final String JDBC = "jdbc:";

    private final String host;
    private final int port;
    private final ServerSocket entrance;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean stalled;
    private boolean refusing;
    private volatile boolean closed;

    private TcpProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /** @param jdbcUrl of a server that is reached by TCP, such as {@code jdbc:postgresql://localhost:5432/shop} */
    public static TcpProxy to(String jdbcUrl) {
        URI uri = URI.create(jdbcUrl.substring(JDBC.length()));
        try {
            return new TcpProxy(uri.getHost(), uri.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL of a database of that server, through here. */
    public String url(String jdbcUrl) {
        String direct = "//" + host + ":" + port;
        if (!jdbcUrl.contains(direct)) {
            throw new IllegalArgumentException("No URL of " + direct + ": " + jdbcUrl);
        }
        return jdbcUrl.replace(
                direct, "//" + entrance.getInetAddress().getHostAddress() + ":" + entrance.getLocalPort());
    }

    /** Breaks the connections that are open now; new ones pass. */
    public void cut() {
        open.forEach(TcpProxy::close);
    }

    /** Breaks the connections that are open now, and new ones until {@link #restore}: the server is down. */
    public void down() {
        synchronized (gate) {
            refusing = true;
        }
        cut();
    }

    /** From now on until {@link #restore} nothing passes, in no direction; nobody is told. */
    public void stall() {
        synchronized (gate) {
            stalled = true;
        }
    }

    /** Everything passes again, what has waited too. */
    public void restore() {
        synchronized (gate) {
            stalled = false;
            refusing = false;
            gate.notifyAll();
        }
    }

    /** How many connections pass through here now. */
    public int connections() {
        return open.size() / 2;
    }

    private void accept() {
        while (!closed) {
            try {
                enter(entrance.accept());
            } catch (IOException e) {
                // The one who came has gone, or the entrance is closed.
                continue;
            }
        }
    }

    private void enter(Socket client) throws IOException {
        boolean refused;
        synchronized (gate) {
            refused = refusing;
        }
        if (refused) {
            close(client);
            return;
        }
        Socket server;
        try {
            server = new Socket(host, port);
        } catch (IOException e) {
            close(client);
            throw e;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.add(client);
        open.add(server);
        start("there", () -> pass(client, server));
        start("back", () -> pass(server, client));
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            int count = in.read(buffer);
            while (count >= 0) {
                awaitPassage();
                out.write(buffer, 0, count);
                count = in.read(buffer);
            }
            awaitPassage();
        } catch (IOException e) {
            // Cut, by one side or by the test.
            close(from);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void awaitPassage() throws InterruptedException {
        synchronized (gate) {
            while (stalled && !closed) {
                gate.wait();
            }
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, "tcp-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        restore();
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
        }
    }
}
