package org.shardingjdbc.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that starts a server, tells the test JVMs of a build of it, and ends it with the build, or when nobody has
 * wanted it for a minute. It is {@link OrphanGuard} that ends the server if this program is killed.
 */
final class ServerKeeper {
    private static final long STEP_MILLIS = 500;
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ServerSlot slot;
    private final NetworkServer server;
    private final ProcessHandle build;

    private ServerKeeper(ServerSlot slot, NetworkServer server, ProcessHandle build) {
        this.slot = slot;
        this.server = server;
        this.build = build;
    }

    /** Arguments: the sort of server, the folder and the name of its slot, the process of the build. */
    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        ServerSlot slot = new ServerSlot(Path.of(arguments[1]), arguments[2]);
        ProcessHandle build = ProcessHandle.of(Long.parseLong(arguments[3])).orElseThrow();
        NetworkServer server = ServerSort.valueOf(arguments[0]).start();
        ServerKeeper keeper = new ServerKeeper(slot, server, build);
        Runtime.getRuntime().addShutdownHook(new Thread(keeper::end, "end"));
        slot.fill(server.address(), ServerTraces.of(server));
        try (FileChannel lease = FileChannel.open(slot.lease(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            keeper.keep(lease);
            // While it is still locked, if it was nobody's: whoever comes now looks for another one.
            System.exit(0);
        }
    }

    /** Returns when the server is wanted no longer; then it is locked, or the build has ended. */
    private void keep(FileChannel lease) throws IOException, InterruptedException {
        long wanted = System.nanoTime();
        while (!buildHasEnded() && Files.exists(slot.folder())) {
            FileLock lock = lease.tryLock();
            if (lock == null) {
                wanted = System.nanoTime();
            } else if (System.nanoTime() - wanted > IDLE_NANOS) {
                return;
            } else {
                lock.release();
            }
        }
    }

    /** Waits a moment for it. */
    private boolean buildHasEnded() throws InterruptedException {
        try {
            build.onExit().get(STEP_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void end() {
        try {
            slot.empty();
        } catch (IOException e) {
            e.printStackTrace();
        }
        server.stop();
        if (!build.isAlive() && slot.isLast()) {
            TemporaryDirectory.delete(slot.folder());
        }
    }
}
