package org.shardingjdbc.engine.internal.parameter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a stream held, readable any number of times and by several threads at once. Up to {@value #MEMORY_LIMIT} bytes
 * are kept in memory; what is longer goes to a temporary file that has no name any more once it is open, so that
 * nothing stays on the disk whatever becomes of the process.
 *
 * <p>Immutable after it was filled; {@link #close} ends it.
 */
final class Spool implements AutoCloseable {
    /** Bytes that stay in memory. */
    static final int MEMORY_LIMIT = 1 << 20;

    private static final int BUFFER_SIZE = 8192;

    private final byte @Nullable [] memory;
    private final @Nullable FileChannel file;
    private final long size;

    private Spool(byte @Nullable [] memory, @Nullable FileChannel file, long size) {
        this.memory = memory;
        this.file = file;
        this.size = size;
    }

    /**
     * Reads a stream to its end, or to a length.
     *
     * @param source is not closed
     * @param limit bytes to read at most, negative for all
     */
    static Spool ofBytes(InputStream source, long limit) throws IOException {
        try (Sink sink = new Sink()) {
            byte[] buffer = new byte[BUFFER_SIZE];
            long left = limit < 0 ? Long.MAX_VALUE : limit;
            while (left > 0) {
                int read = source.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    break;
                }
                sink.write(buffer, 0, read);
                left -= read;
            }
            return sink.toSpool();
        }
    }

    /**
     * Reads characters, lone surrogates too, which is why no charset is used.
     *
     * @param source is not closed
     * @param limit characters to read at most, negative for all
     */
    static Spool ofChars(Reader source, long limit) throws IOException {
        try (Sink sink = new Sink()) {
            char[] buffer = new char[BUFFER_SIZE];
            byte[] bytes = new byte[2 * BUFFER_SIZE];
            long left = limit < 0 ? Long.MAX_VALUE : limit;
            while (left > 0) {
                int read = source.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    break;
                }
                for (int i = 0; i < read; i++) {
                    bytes[2 * i] = (byte) (buffer[i] >> 8);
                    bytes[2 * i + 1] = (byte) buffer[i];
                }
                sink.write(bytes, 0, 2 * read);
                left -= read;
            }
            return sink.toSpool();
        }
    }

    /** How many bytes it holds; two for each character. */
    long size() {
        return size;
    }

    /** The bytes, from the first on. */
    InputStream openStream() {
        return file == null ? new ByteArrayInputStream(memory) : new FileStream(file);
    }

    /** The characters, from the first on. */
    Reader openReader() {
        return reader(openStream());
    }

    /** The characters that a spool's bytes stand for. */
    static Reader reader(InputStream bytes) {
        return new CharReader(bytes);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    /** Takes bytes, first into memory. Closing it before {@link #toSpool} deletes what it holds. */
    private static final class Sink extends OutputStream {
        private @Nullable ByteArrayOutputStream memory = new ByteArrayOutputStream(BUFFER_SIZE);
        private @Nullable FileChannel file;
        private @Nullable OutputStream fileStream;
        private long size;
        private boolean handedOver;

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (file == null && size + count > MEMORY_LIMIT) {
                moveToFile();
            }
            if (memory != null) {
                memory.write(bytes, from, count);
            } else {
                Objects.requireNonNull(fileStream, "there is a file where there is no memory")
                        .write(bytes, from, count);
            }
            size += count;
        }

        private void moveToFile() throws IOException {
            Path path = Files.createTempFile("sharding-jdbc-", ".spool");
            file = FileChannel.open(
                    path,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.DELETE_ON_CLOSE);
            fileStream = Channels.newOutputStream(file);
            Objects.requireNonNull(memory, "moved before").writeTo(fileStream);
            memory = null;
        }

        Spool toSpool() {
            handedOver = true;
            return new Spool(memory == null ? null : memory.toByteArray(), file, size);
        }

        @Override
        public void close() throws IOException {
            if (!handedOver && file != null) {
                file.close();
            }
        }
    }

    /** Reads a file by position, so that several of them share one channel. */
    private static final class FileStream extends InputStream {
        private final FileChannel file;
        private long position;

        FileStream(FileChannel file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            int read = file.read(ByteBuffer.wrap(target, from, count), position);
            if (read > 0) {
                position += read;
            }
            return read;
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(Integer.MAX_VALUE, file.size() - position);
        }
    }

    /** Two bytes, one character. */
    private static final class CharReader extends Reader {
        private final InputStream bytes;
        private final byte[] buffer = new byte[BUFFER_SIZE];

        CharReader(InputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read(char[] target, int from, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            int read = bytes.readNBytes(buffer, 0, (int) Math.min(buffer.length, 2L * count));
            if (read == 0) {
                return -1;
            }
            for (int i = 0; i < read; i += 2) {
                target[from + i / 2] = (char) ((buffer[i] & 0xff) << 8 | buffer[i + 1] & 0xff);
            }
            return read / 2;
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }
}
