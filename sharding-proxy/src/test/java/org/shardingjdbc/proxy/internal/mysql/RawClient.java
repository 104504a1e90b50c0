package org.shardingjdbc.proxy.internal.mysql;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A client that says what it likes, packet by packet. */
final class RawClient implements AutoCloseable {
    private static final int CAPABILITIES = Capabilities.LONG_PASSWORD
            | Capabilities.PROTOCOL_41
            | Capabilities.SECURE_CONNECTION
            | Capabilities.PLUGIN_AUTH
            | Capabilities.CONNECT_WITH_DATABASE
            | Capabilities.MULTI_STATEMENTS
            | Capabilities.DEPRECATE_EOF;

    private int capabilities = CAPABILITIES;
    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;
    private byte[] nonce = {};
    private int session;

    RawClient(int port) throws IOException {
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /**
     * The next packet of the server.
     *
     * @throws EOFException when there is none any more
     */
    byte[] read() throws IOException {
        int length = readLength();
        in.readUnsignedByte();
        return in.readNBytes(length);
    }

    /** The next bytes of the server, whatever they are. */
    byte[] readBytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /**
     * The next packet of a server that compresses, which is alone in a compressed packet.
     *
     * @return the number of the compressed packet, that of the packet, and what the packet has
     */
    byte[] readAlone() throws IOException {
        int length = readLength();
        byte number = in.readByte();
        int inflated = readLength();
        byte[] all = in.readNBytes(length);
        if (inflated > 0) {
            all = inflated(all, inflated);
        }
        byte[] packet = new byte[all.length - 2];
        packet[0] = number;
        System.arraycopy(all, 3, packet, 1, all.length - 3);
        return packet;
    }

    private int readLength() throws IOException {
        return in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
    }

    private static byte[] inflated(byte[] deflated, int length) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(deflated);
            byte[] all = new byte[length];
            if (inflater.inflate(all) < length) {
                throw new EOFException("fewer bytes than it says");
            }
            return all;
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
    }

    /** What it says besides of what it can. */
    void can(int more) {
        capabilities |= more;
    }

    /** @return the lower half of what the server can do */
    int greeting() throws IOException {
        byte[] greeting = read();
        int version = 1;
        while (greeting[version] != 0) {
            version++;
        }
        session = greeting[version + 1] & 0xff
                | (greeting[version + 2] & 0xff) << 8
                | (greeting[version + 3] & 0xff) << 16;
        nonce = new byte[20];
        System.arraycopy(greeting, version + 5, nonce, 0, 8);
        System.arraycopy(greeting, version + 32, nonce, 8, 12);
        return greeting[version + 14] & 0xff | (greeting[version + 15] & 0xff) << 8;
    }

    /** By which KILL names this client. */
    int session() {
        return session;
    }

    /** @return the first byte of the server's answer: 0 for OK */
    int login(String user, String password, String database) throws IOException {
        greeting();
        write(1, loginPacket(user, password, database));
        return read()[0] & 0xff;
    }

    byte[] loginPacket(String user, String password, String database) {
        byte[] head = new byte[32];
        for (int i = 0; i < 4; i++) {
            head[i] = (byte) (capabilities >>> 8 * i);
        }
        head[8] = 45;
        byte[] answer = password.isEmpty() ? new byte[0] : answer(password);
        String tail = user + '\0' + (char) answer.length + new String(answer, StandardCharsets.ISO_8859_1) + database
                + '\0' + "mysql_native_password" + '\0';
        byte[] rest = tail.getBytes(StandardCharsets.ISO_8859_1);
        byte[] packet = Arrays.copyOf(head, head.length + rest.length);
        System.arraycopy(rest, 0, packet, head.length, rest.length);
        return packet;
    }

    private byte[] answer(String password) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
            byte[] twice = sha1.digest(once);
            sha1.update(nonce);
            byte[] mask = sha1.digest(twice);
            for (int i = 0; i < once.length; i++) {
                once[i] ^= mask[i];
            }
            return once;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void command(int command, byte[] body) throws IOException {
        byte[] packet = new byte[body.length + 1];
        packet[0] = (byte) command;
        System.arraycopy(body, 0, packet, 1, body.length);
        write(0, packet);
    }

    void query(String sql) throws IOException {
        command(3, sql.getBytes(StandardCharsets.UTF_8));
    }

    void write(int sequence, byte[] payload) throws IOException {
        byte[] packet = new byte[payload.length + 4];
        packet[0] = (byte) payload.length;
        packet[1] = (byte) (payload.length >>> 8);
        packet[2] = (byte) (payload.length >>> 16);
        packet[3] = (byte) sequence;
        System.arraycopy(payload, 0, packet, 4, payload.length);
        writeBytes(packet);
    }

    void writeBytes(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Whether the server closes the connection, whatever it says before. */
    boolean isClosedByServer() throws IOException {
        try {
            while (true) {
                read();
            }
        } catch (EOFException | SocketException e) {
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
