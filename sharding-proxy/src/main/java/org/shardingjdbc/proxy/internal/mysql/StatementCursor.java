package org.shardingjdbc.proxy.internal.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/**
 * The rows of a prepared statement, as they go to the client, for COM_STMT_FETCH. As in the databases themselves they
 * are all there when the cursor is opened: what the session does afterwards changes none of them, and no connection
 * waits for the client. Few of them stay in memory, more go to a temporary file that nobody else can open and that does
 * not outlive the process. Filled once, then read once. Not thread-safe.
 */
final class StatementCursor implements PacketWriter.Sink, AutoCloseable {
    private static final int HEADER = 4;
    private static final int FILE_BUFFER_BYTES = 64 * 1024;

    private final long memoryLimit;
    private final long limit;
    private final CursorFiles files;
    /** The packets that are written and not kept yet. */
    private ByteBuf packets = Unpooled.buffer(512);

    private long rowCount;
    private long bytes;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    /** Null when all is written. */
    private @Nullable DataOutputStream written = new DataOutputStream(memory);

    private boolean hasFile;
    /** Null while all is in memory. */
    private @Nullable FileChannel file;
    /** Why a row could not be kept; null while all could. */
    private @Nullable SQLException failure;
    /** Null while it is filled. */
    private @Nullable DataInputStream read;

    /**
     * @param memoryLimit how many bytes stay in memory
     * @param limit how many bytes it has at most
     * @param files which the session may have
     */
    StatementCursor(long memoryLimit, long limit, CursorFiles files) {
        this.files = files;
        this.memoryLimit = memoryLimit;
        this.limit = limit;
    }

    // ---- filled

    @Override
    public ByteBuf buffer() {
        return packets;
    }

    /** Keeps a row, which was written as packets: one, or several that go on in the next. */
    @Override
    public void paced() {
        int length = packets.readableBytes();
        int pieces = length / (PacketWriter.MAX_PAYLOAD + HEADER) + 1;
        try {
            keep(length - pieces * HEADER);
        } catch (IOException e) {
            failure = MySqlException.of(MySqlError.NO_FILE, e);
        }
        packets.clear();
        if (packets.capacity() > FILE_BUFFER_BYTES) {
            packets.capacity(FILE_BUFFER_BYTES);
        }
    }

    private void keep(int payload) throws IOException {
        bytes += payload + Integer.BYTES;
        if (bytes > limit) {
            failure = MySqlException.of(MySqlError.TOO_MANY_ROWS, limit);
        }
        if (failure != null) {
            return;
        }
        DataOutputStream to = written;
        if (bytes > memoryLimit && file == null) {
            if (!files.take()) {
                failure = MySqlException.of(MySqlError.TOO_MANY_CURSORS, files.most());
                return;
            }
            hasFile = true;
            to = moveToFile();
        }
        if (to == null) {
            throw new IllegalStateException("the cursor is filled already");
        }
        to.writeInt(payload);
        while (packets.isReadable()) {
            int piece = packets.readUnsignedMediumLE();
            packets.skipBytes(1);
            packets.readBytes(to, piece);
        }
        rowCount++;
    }

    private DataOutputStream moveToFile() throws IOException {
        FileChannel opened = open(Files.createTempFile("sharding-proxy-cursor", null));
        file = opened;
        DataOutputStream to =
                new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(opened), FILE_BUFFER_BYTES));
        memory.writeTo(to);
        memory = new ByteArrayOutputStream();
        written = to;
        return to;
    }

    private static FileChannel open(Path path) throws IOException {
        try {
            return FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    @Override
    public void flush() {
        // Rows are kept, and sent when they are fetched.
    }

    /** @throws SQLException when rows are too many, or could not be kept */
    void requireKept() throws SQLException {
        if (failure != null) {
            throw failure;
        }
    }

    /** All rows are there. */
    void filled() throws SQLException {
        requireKept();
        FileChannel opened = file;
        DataOutputStream to = written;
        if (to == null) {
            throw new IllegalStateException("the cursor is filled already");
        }
        try {
            to.flush();
            // Of what was only for writing, nothing is held while the client reads.
            written = null;
            packets.release();
            packets = Unpooled.EMPTY_BUFFER;
            if (opened == null) {
                read = new DataInputStream(new ByteArrayInputStream(memory.toByteArray()));
                memory = new ByteArrayOutputStream();
            } else {
                opened.position(0);
                read = new DataInputStream(new BufferedInputStream(Channels.newInputStream(opened), FILE_BUFFER_BYTES));
            }
        } catch (IOException e) {
            throw MySqlException.of(MySqlError.NO_FILE, e);
        }
    }

    /** How many bytes it has. */
    long bytes() {
        return bytes;
    }

    /** How many of them are in memory. */
    long bytesInMemory() {
        return file == null ? bytes : 0;
    }

    // ---- read

    /**
     * Sends the next rows.
     *
     * @param most how many; unsigned
     * @return whether there may be more
     */
    boolean fetch(int most, PacketWriter out) throws SQLException, ClientGone {
        DataInputStream rows = read;
        if (rows == null) {
            throw new IllegalStateException("the cursor is not filled");
        }
        try {
            for (long i = 0; i < Integer.toUnsignedLong(most); i++) {
                if (rowCount == 0) {
                    return false;
                }
                rowCount--;
                byte[] row = next(rows);
                out.begin().bytes(row).end();
            }
            return true;
        } catch (IOException e) {
            throw MySqlException.of(MySqlError.NO_FILE, e);
        }
    }

    private static byte[] next(DataInputStream rows) throws IOException {
        int length = rows.readInt();
        byte[] row = rows.readNBytes(length);
        if (row.length < length) {
            throw new EOFException("the file has become shorter");
        }
        return row;
    }

    /** Forgets the rows. */
    @Override
    public void close() {
        packets.release();
        packets = Unpooled.EMPTY_BUFFER;
        if (hasFile) {
            hasFile = false;
            files.give();
        }
        FileChannel opened = file;
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException e) {
            // The file is gone already: it has no name any more since it was opened.
            read = null;
        }
    }
}
