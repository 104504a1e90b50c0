package org.shardingjdbc.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A server that outlives the JVM of a test, so that a build starts one for each JVM of tests that it runs at the same
 * time and not for each that it runs. Only one JVM has it at a time, as if it were its own: who takes it over drops the
 * databases that are left, and has it replaced if anything else can be told from a new one (settings, users, prepared
 * transactions; {@link ServerTraces}). A process of its own, {@link ServerKeeper}, keeps it and ends with the build.
 *
 * <p>Test JVMs know of each other by files of one folder: a lock says who has a server, and stays locked no longer than
 * its JVM lives.
 */
final class LentServer extends NetworkServer {
    private static final String FOLDER = "testkit.servers";
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);
    /** To drop more takes longer than to start a server. */
    private static final int MOST_DROPPED = 40;

    /** Those that this JVM has: to open their files again would unlock them. */
    private static final Set<ServerSlot> TAKEN = new HashSet<>();

    private final ServerSort sort;
    private final ServerSlot slot;
    private final long build;
    private final FileChannel lease;
    private volatile ServerAddress address;

    /** @param build the process whose end is that of the server */
    private LentServer(ServerSort sort, ServerSlot slot, long build, FileChannel lease, ServerSlot.Content content) {
        super(sort.kind(), content.address(), "");
        this.sort = sort;
        this.slot = slot;
        this.build = build;
        this.lease = lease;
        address = content.address();
    }

    /**
     * A server of the Maven build that runs this JVM.
     *
     * @return empty where no build runs it, and where a server cannot be kept, which its start in this JVM may explain
     */
    static Optional<DatabaseServer> ofBuild(ServerSort sort) {
        String folder = System.getProperty(FOLDER);
        Optional<ProcessHandle> build = build();
        if (folder == null || build.isEmpty()) {
            return Optional.empty();
        }
        long pid = build.get().pid();
        try {
            return Optional.of(lend(Path.of(folder, Long.toString(pid)), sort, pid));
        } catch (IOException e) {
            System.err.println("No server is lent: " + e);
            return Optional.empty();
        }
    }

    /** The next Java program above this one, which is Maven. */
    private static Optional<ProcessHandle> build() {
        Optional<ProcessHandle> above = ProcessHandle.current().parent();
        while (above.isPresent()
                && above.get().info().command().filter(c -> c.endsWith("java")).isEmpty()) {
            above = above.get().parent();
        }
        return above;
    }

    /**
     * The first server of that sort in a folder that nobody has; if all are taken, a further one.
     *
     * @param build the process whose end is that of the servers
     */
    static LentServer lend(Path folder, ServerSort sort, long build) throws IOException {
        Files.createDirectories(folder);
        for (int number = 0; ; number++) {
            ServerSlot slot = new ServerSlot(folder, sort.name() + "-" + number);
            FileChannel lease = take(slot);
            if (lease == null) {
                continue;
            }
            try {
                LentServer likeNew = likeNew(sort, slot, build, lease);
                return likeNew != null ? likeNew : new LentServer(sort, slot, build, lease, start(sort, slot, build));
            } catch (IOException | RuntimeException e) {
                giveBack(slot, lease);
                throw e;
            }
        }
    }

    /** @return null when another JVM or this one has it */
    private static FileChannel take(ServerSlot slot) throws IOException {
        synchronized (TAKEN) {
            if (!TAKEN.add(slot)) {
                return null;
            }
            FileChannel lease = FileChannel.open(slot.lease(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lease.tryLock();
            if (lock != null) {
                return lease;
            }
            giveBack(slot, lease);
            return null;
        }
    }

    private static void giveBack(ServerSlot slot, FileChannel lease) throws IOException {
        synchronized (TAKEN) {
            TAKEN.remove(slot);
            lease.close();
        }
    }

    /** The server that is there, without what others left; null, and there is none any more, if it is not as new. */
    private static LentServer likeNew(ServerSort sort, ServerSlot slot, long build, FileChannel lease)
            throws IOException {
        ServerSlot.Content content = slot.content();
        if (content == null) {
            return null;
        }
        LentServer server = new LentServer(sort, slot, build, lease, content);
        try {
            if (server.cleared(content.traces())) {
                return server;
            }
        } catch (SQLException e) {
            System.err.println("A server is not lent again: " + e);
        }
        slot.end();
        return null;
    }

    /** Drops nothing while anything else is left: what a prepared transaction has locked waits for ever. */
    private boolean cleared(ServerTraces before) throws SQLException {
        ServerTraces now = ServerTraces.of(this);
        Collection<String> left = new HashSet<>(now.databases());
        left.removeAll(before.databases());
        if (!now.rest().equals(before.rest()) || left.size() > MOST_DROPPED) {
            return false;
        }
        for (String each : left) {
            dropAsNamed(each);
        }
        return ServerTraces.of(this).equals(before);
    }

    private static ServerSlot.Content start(ServerSort sort, ServerSlot slot, long build) throws IOException {
        Process keeper = new ProcessBuilder(command(sort, slot, build))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(slot.log().toFile())
                .start();
        long start = System.nanoTime();
        while (true) {
            ServerSlot.Content content = slot.content();
            if (content != null) {
                return content;
            }
            if (hasEnded(keeper)) {
                throw new IOException("its keeper ended: " + Files.readString(slot.log()));
            }
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                keeper.destroy();
                throw new IOException("its keeper has no server yet: " + Files.readString(slot.log()));
            }
        }
    }

    private static List<String> command(ServerSort sort, ServerSlot slot, long build) {
        return ChildJvm.command(
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ServerKeeper.class.getName(),
                sort.name(),
                slot.folder().toString(),
                slot.name(),
                Long.toString(build));
    }

    /** Waits a moment for it. */
    private static boolean hasEnded(Process process) throws IOException {
        try {
            return process.waitFor(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }

    @Override
    ServerAddress address() {
        return address;
    }

    /** Has its keeper ended and a new one started, which is as if another JVM took the slot over. */
    @Override
    void replace() throws IOException {
        slot.end();
        address = start(sort, slot, build).address();
    }

    /** Gives it back: it stays for the next JVM. */
    @Override
    void stop() {
        try {
            giveBack(slot, lease);
        } catch (IOException e) {
            System.err.println("A lent server is not given back before this JVM ends: " + e);
        }
    }
}
