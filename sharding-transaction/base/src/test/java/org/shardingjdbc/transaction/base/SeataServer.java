package org.shardingjdbc.transaction.base;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.shardingjdbc.testkit.ChildJvm;

/** A Seata server in a process of its own, with its sessions in a folder that outlives it. One for each test JVM. */
final class SeataServer {
    private static final Path CLASS_PATH = Path.of("target/classpaths/seata-server");
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);

    private static SeataServer running;

    private final int port;
    private final Path folder;
    private Process process;

    private SeataServer(int port, Path folder) {
        this.port = port;
        this.folder = folder;
    }

    /** The server that all tests use. */
    static synchronized SeataServer shared() {
        try {
            if (running == null) {
                SeataServer started = new SeataServer(freePort(), Files.createTempDirectory("seata-server"));
                Runtime.getRuntime().addShutdownHook(new Thread(started::kill));
                started.start();
                running = started;
            }
            return running;
        } catch (IOException e) {
            throw new IllegalStateException("no Seata server", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** Starts it, on the port and with the sessions that it had. */
    void start() throws IOException {
        process = new ProcessBuilder(ChildJvm.command(
                        "-Xmx256m",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        Files.readString(CLASS_PATH).trim(),
                        "-Dserver.port=0",
                        "-Dserver.servicePort=" + port,
                        "-Dlog.home=" + folder.resolve("logs"),
                        "-Dseata.store.file.dir=" + folder.resolve("sessions"),
                        // what it has told is not lost when it is killed
                        "-Dseata.store.file.flushDiskMode=sync",
                        "io.seata.server.ServerApplication"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        long deadline = System.nanoTime() + STARTS_WITHIN.toNanos();
        while (!isAnswering()) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException("The Seata server did not start: " + Files.readString(folder.resolve("output")));
            }
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private boolean isAnswering() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends it as a power failure would. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
