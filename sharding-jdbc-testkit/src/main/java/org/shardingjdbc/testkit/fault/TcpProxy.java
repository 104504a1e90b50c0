package org.shardingjdbc.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A way to a server, over the loopback, which a test can cut, stall and open again, lengthen, and ask how often it was
 * gone. The server stays as it is. Safe for all threads; its own ones are daemons.
 */
public final class TcpProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 14;
    private static final int PACKETS = 1 << 10;
    private static final String JDBC = "jdbc:";

    private final String host;
    private final int port;
    private final ServerSocket entrance;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean stalled;
    private boolean refusing;
    private volatile long delayNanos;
    private final AtomicLong roundTrips = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable Misread misread;

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

    /**
     * What comes from now on arrives so much later, in each direction; what follows at once does not wait for what is
     * on its way. A thread wakes some hundredths of a millisecond late.
     *
     * @param oneWay half of what a round trip takes longer
     */
    public void delay(Duration oneWay) {
        delayNanos = oneWay.toNanos();
    }

    /**
     * From now on a text that a client sends arrives as another one, wherever it stands in one packet: what the server
     * refuses then, it refuses as if it had been interrupted.
     *
     * @param text ASCII; null for none
     * @param arrives as long as the text
     */
    public void misread(@Nullable String text, String arrives) {
        if (text != null && text.length() != arrives.length()) {
            throw new IllegalArgumentException(text + " is not as long as " + arrives);
        }
        misread = text == null ? null : new Misread(text, arrives);
    }

    private record Misread(String text, String arrives) {}

    /**
     * How often a client has begun to say something, at first or after an answer: the round trips of all connections
     * since the start. What is said in several packets before the answer begins is one.
     */
    public long roundTrips() {
        return roundTrips.get();
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
        AtomicBoolean asked = new AtomicBoolean();
        Runnable onRequest = () -> {
            if (!asked.getAndSet(true)) {
                roundTrips.incrementAndGet();
            }
        };
        enter("there", client, server, onRequest, this::asMisread);
        enter("back", server, client, () -> asked.set(false), bytes -> bytes);
    }

    private byte[] asMisread(byte[] bytes) {
        Misread now = misread;
        if (now == null) {
            return bytes;
        }
        // each byte is a character of this charset
        String read = new String(bytes, StandardCharsets.ISO_8859_1);
        return read.replace(now.text, now.arrives).getBytes(StandardCharsets.ISO_8859_1);
    }

    private void enter(String name, Socket from, Socket to, Runnable onArrival, UnaryOperator<byte[]> reading) {
        BlockingQueue<Packet> way = new ArrayBlockingQueue<>(PACKETS);
        start(name, () -> receive(from, way, onArrival, reading));
        start(name + "-out", () -> deliver(from, to, way));
    }

    /** What is on its way; the last one of a direction has no bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Packet(byte[] bytes, long due) {}

    private void receive(Socket from, BlockingQueue<Packet> way, Runnable onArrival, UnaryOperator<byte[]> reading) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            try (InputStream in = from.getInputStream()) {
                int count = in.read(buffer);
                while (count >= 0) {
                    onArrival.run();
                    way.put(new Packet(reading.apply(Arrays.copyOf(buffer, count)), System.nanoTime() + delayNanos));
                    count = in.read(buffer);
                }
            } catch (IOException e) {
                // Cut, by one side or by the test.
                close(from);
            }
            way.put(new Packet(new byte[0], System.nanoTime() + delayNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(Socket from, Socket to, BlockingQueue<Packet> way) {
        try (from;
                to;
                OutputStream out = to.getOutputStream()) {
            Packet next = arrived(way);
            while (next.bytes.length > 0) {
                out.write(next.bytes);
                next = arrived(way);
            }
        } catch (IOException e) {
            // Cut, by one side or by the test.
            close(from);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(from);
            open.remove(to);
            // who still receives finds room and ends
            way.clear();
        }
    }

    private Packet arrived(BlockingQueue<Packet> way) throws InterruptedException {
        Packet next = way.take();
        long early = next.due - System.nanoTime();
        while (early > 0) {
            TimeUnit.NANOSECONDS.sleep(early);
            early = next.due - System.nanoTime();
        }
        awaitPassage();
        return next;
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
