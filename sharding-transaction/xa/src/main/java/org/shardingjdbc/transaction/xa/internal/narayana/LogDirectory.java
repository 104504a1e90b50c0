package org.shardingjdbc.transaction.xa.internal.narayana;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.UUID;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * Where a node's decisions are written down. It is locked while the node uses it: a second process would take the
 * branches of the first for ones that nobody will commit. The operating system unlocks it when the process dies. Not
 * thread-safe.
 */
final class LogDirectory {
    /** Of a node's name, in bytes, by Narayana. */
    private static final int LONGEST_NAME = 28;

    private final Path path;
    private String nodeName;
    private FileChannel locked;

    private LogDirectory(Path path) {
        this.path = path;
    }

    /**
     * Makes it where there is none, and locks it.
     *
     * @param nodeName null for the one that was made for this directory
     * @throws SQLException when another process uses it, or it cannot be written
     */
    static LogDirectory open(String path, String nodeName) throws SQLException {
        LogDirectory opened = new LogDirectory(Path.of(path).toAbsolutePath().normalize());
        opened.lock();
        boolean done = false;
        try {
            opened.nodeName = nodeName == null ? opened.keptName() : checked(nodeName);
            done = true;
            return opened;
        } finally {
            if (!done) {
                opened.unlock();
            }
        }
    }

    private static String checked(String nodeName) throws SQLException {
        int length = nodeName.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > LONGEST_NAME) {
            throw TransactionErrors.of(
                    ErrorCode.CONFIGURATION_INVALID,
                    "a mistake",
                    " transaction.props.node-name is " + nodeName + ", and Narayana takes 1 to " + LONGEST_NAME
                            + " bytes");
        }
        return nodeName;
    }

    private String keptName() throws SQLException {
        Path kept = path.resolve("node-name");
        try {
            if (Files.exists(kept)) {
                return Files.readString(kept).strip();
            }
            String made = UUID.randomUUID().toString().replace("-", "").substring(0, LONGEST_NAME);
            Files.writeString(kept, made, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
            return made;
        } catch (IOException e) {
            throw unusable(e.toString(), e);
        }
    }

    /** @throws SQLException when another process uses it, or it cannot be written */
    void lock() throws SQLException {
        FileChannel channel = null;
        FileLock lock = null;
        try {
            Files.createDirectories(path);
            channel = FileChannel.open(path.resolve("in-use"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = channel.tryLock();
        } catch (IOException e) {
            throw unusable(e.toString(), e);
        } catch (OverlappingFileLockException e) {
            // of this JVM, through another class loader
        } finally {
            if (lock == null && channel != null) {
                close(channel);
            }
        }
        if (lock == null) {
            throw unusable("another process uses it", null);
        }
        locked = channel;
    }

    void unlock() {
        close(locked);
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written there.
        }
    }

    private SQLException unusable(String why, Throwable cause) {
        return TransactionErrors.causedBy(cause, ErrorCode.TRANSACTION_LOG, "in " + path + " cannot be used: " + why);
    }

    /** Absolute. */
    Path path() {
        return path;
    }

    String nodeName() {
        return nodeName;
    }
}
