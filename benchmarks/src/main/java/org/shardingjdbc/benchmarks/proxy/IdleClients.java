package org.shardingjdbc.benchmarks.proxy;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients of PostgreSQL's protocol that log in, execute one statement, and do nothing more. Used by one thread. */
final class IdleClients implements AutoCloseable {
    private static final int PROTOCOL = 196_608;

    private final List<SocketChannel> open = new ArrayList<>();

    /** Opens as many; each of them has executed a statement. */
    void open(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open();
            open.add(channel);
            channel.connect(new InetSocketAddress("127.0.0.1", port));
            send(channel, startUp());
            awaitReady(channel);
            send(channel, query("SELECT abalance FROM pgbench_accounts WHERE aid = " + (i + 1)));
            awaitReady(channel);
        }
    }

    private static ByteBuffer startUp() {
        byte[] words = ("user\0postgres\0database\0" + ServedServer.PLAIN + "\0\0").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + words.length)
                .putInt(8 + words.length)
                .putInt(PROTOCOL)
                .put(words)
                .flip();
    }

    static ByteBuffer query(String sql) {
        byte[] words = sql.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(6 + words.length)
                .put((byte) 'Q')
                .putInt(5 + words.length)
                .put(words)
                .put((byte) 0)
                .flip();
    }

    private static void send(SocketChannel channel, ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            channel.write(message);
        }
    }

    /** Reads up to ReadyForQuery. */
    private static void awaitReady(SocketChannel channel) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(5);
        while (true) {
            fill(channel, head.clear());
            byte type = head.get(0);
            ByteBuffer body = ByteBuffer.allocate(head.getInt(1) - 4);
            fill(channel, body);
            if (type == 'E') {
                throw new IOException(new String(body.array(), StandardCharsets.UTF_8));
            }
            if (type == 'Z') {
                return;
            }
        }
    }

    private static void fill(SocketChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("The server has closed a connection");
            }
        }
    }

    /**
     * Reads a result slowly.
     *
     * @param bytesPerSecond so many; 0 as fast as it comes
     * @return how many bytes there were up to ReadyForQuery
     */
    static long readSlowly(int port, String sql, long bytesPerSecond) throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(64 * 1024);
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 * 1024));
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write(startUp().array());
            skipToReady(in, 0);
            out.write(query(sql).array());
            return skipToReady(in, bytesPerSecond);
        }
    }

    private static long skipToReady(DataInputStream in, long bytesPerSecond) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long read = 0;
        while (true) {
            byte type = in.readByte();
            int length = in.readInt() - 4;
            byte[] body = in.readNBytes(length);
            if (type == 'E') {
                throw new IOException(new String(body, StandardCharsets.UTF_8));
            }
            if (type == 'Z') {
                return read;
            }
            read += 5 + length;
            long ahead =
                    bytesPerSecond == 0 ? 0 : read * 1_000 / bytesPerSecond - (System.nanoTime() - start) / 1_000_000;
            if (ahead > 10) {
                Thread.sleep(ahead);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel each : open) {
            each.close();
        }
    }
}
