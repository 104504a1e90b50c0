package org.shardingjdbc.benchmarks.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A program that stands between clients and a server, or the server itself; one per run. */
final class MiddleProcess implements AutoCloseable {
    /** What {@link ServedDatabases} says when it takes clients. */
    static final String READY = "ready";

    private static final int START_SECONDS = 120;
    private static final int END_SECONDS = 15;
    private static final int LOOK_MILLIS = 100;

    private final String name;
    private final int port;
    private final Process process;

    private MiddleProcess(String name, int port, Process process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    /** The server itself, which somebody else ends. */
    static MiddleProcess none(String name, int port) {
        return new MiddleProcess(name, port, null);
    }

    /**
     * Starts it and waits until somebody listens on the port.
     *
     * @param folder where its log goes
     */
    static MiddleProcess start(String name, int port, Path folder, List<String> command)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name.replace(' ', '-').toLowerCase(Locale.ROOT) + ".log")
                        .toFile())
                .start();
        MiddleProcess started = new MiddleProcess(name, port, process);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!listens(port)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                started.close();
                throw new IOException(name + " does not start; its log is in " + folder);
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return started;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), LOOK_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    /** The number of its process; -1 where it has none of its own. */
    long pid() {
        return process == null ? -1 : process.pid();
    }

    /** What it holds of the machine's memory now, in bytes. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                String[] words = line.split("\\s+");
                return Long.parseLong(words[1]) * 1024;
            }
        }
        throw new IOException("The process " + pid() + " does not say how much memory it has");
    }

    /** What it has used of the processors since it started; of no meaning where it has no process of its own. */
    Duration used() {
        return process == null
                ? Duration.ZERO
                : process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() throws IOException {
        if (process == null) {
            return;
        }
        process.getOutputStream().close();
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
