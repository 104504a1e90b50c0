package org.shardingjdbc.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A MySQL process on a free port and a data directory of its own, tuned for throw-away data. */
final class EmbeddedMySql extends NetworkServer {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** What a process is started of. */
    private record Start(MySqlVersion version, MySqlPrograms programs, Path home, int port, List<String> options) {
        ServerAddress address() {
            return new ServerAddress("jdbc:mysql://localhost:" + port + "/", "", "root", "");
        }
    }

    /** For one that no other follows. */
    static final List<String> ALONE = List.of("--skip-log-bin");

    private final Start start;
    private final OrphanGuard guard;
    private Process process;

    private EmbeddedMySql(Start start, Process process, OrphanGuard guard) {
        super(DatabaseKind.MYSQL, start.address(), "");
        this.start = start;
        this.process = process;
        this.guard = guard;
    }

    /**
     * Starts a server; a second time if another process took the port.
     *
     * @param options further ones of its command line
     * @throws org.opentest4j.TestAbortedException when this machine cannot run it
     */
    static EmbeddedMySql start(MySqlVersion version, List<String> options) {
        try {
            MySqlPrograms programs = MySqlPrograms.of(version);
            try {
                return start(version, programs, options);
            } catch (IOException e) {
                try {
                    return start(version, programs, options);
                } catch (IOException again) {
                    again.addSuppressed(e);
                    throw again;
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("The embedded " + version.title() + " does not start", e);
        }
    }

    private static EmbeddedMySql start(MySqlVersion version, MySqlPrograms programs, List<String> options)
            throws IOException {
        Path home = TemporaryDirectory.create("sharding-test-mysql");
        Process process = null;
        OrphanGuard guard = null;
        try {
            programs.copyData(home.resolve("data"));
            Files.createDirectory(home.resolve("tmp"));
            Start start = new Start(version, programs, home, freePort(), options);
            process = run(start);
            guard = OrphanGuard.over(process.pid(), home);
            awaitAnswer(process, start.address(), home.resolve("log"));
            return new EmbeddedMySql(start, process, guard);
        } catch (IOException e) {
            if (process != null) {
                process.destroyForcibly();
            }
            if (guard != null) {
                guard.endNow();
            } else {
                TemporaryDirectory.delete(home);
            }
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process run(Start start) throws IOException {
        Path home = start.home();
        List<String> command = start.programs().command(home.resolve("data"));
        command.addAll(start.version().options());
        command.addAll(List.of(
                "--bind-address=127.0.0.1",
                "--port=" + start.port(),
                "--socket=" + home.resolve("socket"),
                "--pid-file=" + home.resolve("server.pid"),
                "--tmpdir=" + home.resolve("tmp"),
                "--max-connections=500",
                "--innodb-flush-log-at-trx-commit=2",
                "--innodb-flush-method=nosync",
                "--skip-innodb-doublewrite"));
        command.addAll(start.options());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile())
                .start();
        process.getOutputStream().close();
        return process;
    }

    private static void awaitAnswer(Process process, ServerAddress address, Path log) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                DriverManager.getConnection(address.jdbcUrl(""), address.user(), address.password())
                        .close();
                return;
            } catch (SQLException e) {
                if (hasEnded(process) || System.nanoTime() - start > PATIENCE_NANOS) {
                    throw new IOException("MySQL does not answer; it says: " + Files.readString(log), e);
                }
            }
        }
    }

    /** Waits a moment for it. */
    private static boolean hasEnded(Process process) throws IOException {
        try {
            return process.waitFor(100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }

    @Override
    void kill() throws IOException {
        ServerProcess.kill(process.pid());
        guard.ended();
    }

    @Override
    void restart() throws IOException {
        process = run(start);
        guard.nowOver(process.pid());
        awaitAnswer(process, start.address(), start.home().resolve("log"));
    }

    @Override
    void stop() {
        process.destroy();
        guard.endNow();
    }
}
