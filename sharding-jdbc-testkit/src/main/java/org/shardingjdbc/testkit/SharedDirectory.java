package org.shardingjdbc.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A directory in that of temporary files which all test runs of a user share, and which stays: programs that were
 * unpacked, data that a server has initialised. Only one process at a time makes something there.
 */
record SharedDirectory(Path path) {

    /** Makes what does not exist yet. */
    @FunctionalInterface
    interface Step {
        void make(Path directory) throws IOException;
    }

    /** @param name of what is in it */
    static SharedDirectory of(String name) throws IOException {
        String user = System.getProperty("user.name").replaceAll("\\W", "_");
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "sharding-test-" + name + "-" + user);
        Files.createDirectories(path);
        return new SharedDirectory(path);
    }

    /** Takes a step while no other process takes one; it is given the whole directory. */
    void locked(Step step) throws IOException {
        Path lockFile = path.resolve("unpack.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException("Cannot lock " + lockFile);
            }
            step.make(path);
        }
    }

    /** Makes a directory in it unless it is there; to be called in {@link #locked}. */
    void makeOnce(Path directory, Step step) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path unfinished = directory.resolveSibling(directory.getFileName() + ".unfinished");
        if (Files.exists(unfinished)) {
            TemporaryDirectory.delete(unfinished);
        }
        step.make(unfinished);
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    }
}
