package org.shardingjdbc.scaling.internal.mysql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of one transaction, in their order, until it is known whether they count. They are in memory, while all
 * transactions of the log that are held take less than a bound; one that goes beyond it is written to a temporary file
 * of its own. The file has no name any more as soon as it is open, where the system can do that, so that nothing of it
 * is left whichever way the process ends. Used by one thread.
 */
final class HeldChanges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeldChanges.class);
    private static final int PART_CHANGES = 1_000;
    private static final long PART_BYTES = 1L << 20;
    /** What a change takes besides its rows. */
    private static final int CHANGE_BYTES = 64;

    private static final int BUFFER = 64 * 1024;

    private static final int NONE = -1;
    /** In place of the number of a table. */
    private static final int MARK = -1;

    private static final byte NARROW = 0;
    private static final byte WIDE = 1;

    private final Memory memory;
    private final Deque<Change> changes = new ArrayDeque<>();
    /** By the numbers that the file has. */
    private final List<LoggedTable> tables = new ArrayList<>();
    /** Of those that are in memory. */
    private long bytes;
    /** How many are not told. */
    private long count;

    private @Nullable FileChannel file;
    private @Nullable DataOutputStream output;
    private @Nullable DataInputStream input;

    /** What all transactions of a log that are held have in common. */
    static final class Memory {
        private static final long BOUND = 8L << 20;

        private final long bound;
        private final Path folder;
        private long bytes;
        private int files;

        Memory() {
            this(BOUND, Path.of(System.getProperty("java.io.tmpdir")));
        }

        /**
         * What is large or small.
         *
         * @param bound how many bytes the changes take at most that are in memory
         * @param folder for those that are not
         */
        Memory(long bound, Path folder) {
            this.bound = bound;
            this.folder = folder;
        }

        /** About how many bytes they take. */
        long bytes() {
            return bytes;
        }

        /** How many of them are in a file. */
        int files() {
            return files;
        }
    }

    /** @param before null where the row came, as after where it went; a mark has neither */
    private record Change(
            @Nullable LoggedTable table,
            @Nullable TextRow before,
            @Nullable TextRow after,
            @Nullable String mark) {
        int bytes() {
            return CHANGE_BYTES
                    + (before == null ? 0 : before.bytes())
                    + (after == null ? 0 : after.bytes())
                    + (mark == null ? 0 : mark.length());
        }
    }

    HeldChanges(Memory memory) {
        this.memory = memory;
    }

    /** Whether there are none that are not told. */
    boolean isEmpty() {
        return count == 0;
    }

    /** A row came, went or changed. */
    void add(LoggedTable table, @Nullable TextRow before, @Nullable TextRow after) throws SQLException {
        add(new Change(table, before, after, null));
    }

    /** A mark was written. */
    void addMark(String text) throws SQLException {
        add(new Change(null, null, null, text));
    }

    private void add(Change change) throws SQLException {
        count++;
        DataOutputStream begun = output;
        try {
            if (begun != null) {
                write(change, begun);
                return;
            }
            int its = change.bytes();
            changes.add(change);
            bytes += its;
            memory.bytes += its;
            if (memory.bytes > memory.bound) {
                moveToFile();
            }
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            throw notKept(e);
        }
    }

    private SQLException notKept(Exception e) {
        return new SQLException(
                "Transactions whose changes take more than " + memory.bound
                        + " bytes are kept in temporary files of folder " + memory.folder + ", and that fails: " + e
                        + ". Give the process a folder with enough room by -Djava.io.tmpdir, and start the job again",
                e);
    }

    private void moveToFile() throws IOException {
        Path path = Files.createTempFile(memory.folder, "sharding-jdbc-scaling", ".changes");
        try {
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        memory.files++;
        DataOutputStream begun = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file), BUFFER));
        output = begun;
        for (Change each = taken(); each != null; each = taken()) {
            write(each, begun);
        }
    }

    private @Nullable Change taken() {
        Change first = changes.poll();
        if (first != null) {
            int its = first.bytes();
            bytes -= its;
            memory.bytes -= its;
        }
        return first;
    }

    /** All were added; it may be long before they are told. */
    void complete() throws SQLException {
        DataOutputStream begun = output;
        FileChannel its = file;
        output = null;
        if (begun == null || its == null) {
            return;
        }
        try {
            begun.flush();
            its.position(0);
        } catch (IOException e) {
            throw notKept(e);
        }
    }

    /**
     * Tells the next ones, not so many that they take much memory.
     *
     * @return whether these were the last ones
     */
    boolean tell(ChangeLog.Listener listener) throws SQLException {
        long told = 0;
        for (int i = 0; i < PART_CHANGES && told < PART_BYTES && count > 0; i++) {
            Change next = next();
            count--;
            told += next.bytes();
            if (next.mark() != null) {
                listener.marked(next.mark());
            } else if (next.table() != null) {
                listener.changed(next.table().table(), next.before(), next.after());
            }
        }
        return count == 0;
    }

    private Change next() throws SQLException {
        Change inMemory = taken();
        if (inMemory != null) {
            return inMemory;
        }
        FileChannel its = file;
        if (its == null) {
            throw new IllegalStateException("changes that were given up are not told");
        }
        try {
            DataInputStream begun = input;
            if (begun == null) {
                begun = new DataInputStream(new BufferedInputStream(Channels.newInputStream(its), BUFFER));
                input = begun;
            }
            return read(begun);
        } catch (IOException e) {
            throw notKept(e);
        }
    }

    private void write(Change change, DataOutputStream to) throws IOException {
        LoggedTable table = change.table();
        if (table == null) {
            to.writeInt(MARK);
            write(change.mark(), to);
            return;
        }
        int number = number(table);
        to.writeInt(number);
        write(change.before(), to);
        write(change.after(), to);
    }

    /** One name may be that of another table behind a rename, so they are told apart by what they are. */
    private int number(LoggedTable table) {
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i) == table) {
                return i;
            }
        }
        tables.add(table);
        return tables.size() - 1;
    }

    private static void write(@Nullable TextRow row, DataOutputStream to) throws IOException {
        if (row == null) {
            to.writeInt(NONE);
            return;
        }
        to.writeInt(row.values().length);
        for (String value : row.values()) {
            write(value, to);
        }
    }

    /** Letter by letter where they are not of one byte each, as UTF-8 does not have every text that Java has. */
    private static void write(@Nullable String value, DataOutputStream to) throws IOException {
        if (value == null) {
            to.writeInt(NONE);
            return;
        }
        to.writeInt(value.length());
        boolean wide = false;
        for (int i = 0; i < value.length() && !wide; i++) {
            wide = value.charAt(i) > 0xFF;
        }
        to.writeByte(wide ? WIDE : NARROW);
        if (wide) {
            to.writeChars(value);
        } else {
            to.write(value.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private Change read(DataInputStream from) throws IOException {
        int number = from.readInt();
        if (number == MARK) {
            return new Change(null, null, null, text(from));
        }
        return new Change(tables.get(number), row(from), row(from), null);
    }

    private static @Nullable TextRow row(DataInputStream from) throws IOException {
        int length = from.readInt();
        if (length == NONE) {
            return null;
        }
        @Nullable String[] values = new @Nullable String[length];
        for (int i = 0; i < length; i++) {
            values[i] = text(from);
        }
        return new TextRow(values);
    }

    private static @Nullable String text(DataInputStream from) throws IOException {
        int length = from.readInt();
        if (length == NONE) {
            return null;
        }
        if (from.readByte() == NARROW) {
            byte[] letters = new byte[length];
            from.readFully(letters);
            return new String(letters, StandardCharsets.ISO_8859_1);
        }
        byte[] letters = new byte[2 * length];
        from.readFully(letters);
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) ((letters[2 * i] & 0xFF) << 8 | letters[2 * i + 1] & 0xFF);
        }
        return new String(chars);
    }

    /** Gives up what was not told. */
    @Override
    public void close() {
        memory.bytes -= bytes;
        bytes = 0;
        count = 0;
        changes.clear();
        tables.clear();
        output = null;
        input = null;
        FileChannel its = file;
        file = null;
        if (its != null) {
            memory.files--;
            try {
                its.close();
            } catch (IOException e) {
                LOG.warn("A temporary file does not close", e);
            }
        }
    }
}
