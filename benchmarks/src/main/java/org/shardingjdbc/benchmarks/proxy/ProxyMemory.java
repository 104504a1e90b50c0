package org.shardingjdbc.benchmarks.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What memory the proxy needs, of the machine and not of the heap alone: with clients that are idle, and with a large
 * result for a client that reads slowly. The arguments are the number of clients (10,000), the megabytes of the result
 * (1,000), how many of them the client reads in a second (100), the heap's megabytes (128), and the java of ours.
 */
public final class ProxyMemory {
    private static final long MEGABYTE = 1024 * 1024;
    /** Of each row of the large result. */
    private static final int ROW_BYTES = 1000;

    /** Of the JVM with idle clients, in megabytes. */
    private static final int IDLE_HEAP = 256;

    private ProxyMemory() {}

    public static void main(String... arguments) throws Exception {
        int clients = number(arguments, 0, 10_000);
        int megabytes = number(arguments, 1, 1_000);
        int perSecond = number(arguments, 2, 100);
        int heap = number(arguments, 3, 128);
        String java = arguments.length > 4
                ? arguments[4]
                : Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (ServedServer server = ServedServer.start(1, false)) {
            Path folder = Files.createTempDirectory("proxy-memory");
            Path yaml = Files.writeString(folder.resolve("ours.yaml"), server.yaml("?binaryTransfer=false", 20));
            try (MiddleProcess ours = start(java, folder, yaml, IDLE_HEAP)) {
                idle(ours, clients);
            }
            try (MiddleProcess ours = start(java, folder, yaml, heap)) {
                large(ours, megabytes, perSecond);
            }
        }
    }

    private static int number(String[] arguments, int at, int usual) {
        return at < arguments.length ? Integer.parseInt(arguments[at]) : usual;
    }

    private static MiddleProcess start(String java, Path folder, Path yaml, int heap)
            throws IOException, InterruptedException {
        int port = MiddleProcess.freePort();
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xmx" + heap + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                ServedDatabases.class.getName(),
                yaml.toString(),
                String.valueOf(port)));
        return MiddleProcess.start("ours", port, folder, command);
    }

    private static void idle(MiddleProcess ours, int clients) throws IOException {
        try (IdleClients before = new IdleClients();
                IdleClients idle = new IdleClients()) {
            before.open(ours.port(), 10);
            long first = ours.residentBytes();
            idle.open(ours.port(), clients);
            long then = ours.residentBytes();
            System.out.printf(
                    Locale.ROOT,
                    "%,d idle clients: %,d MB, %.1f KB each; %,d MB before%n",
                    clients,
                    then / MEGABYTE,
                    (then - first) / 1024.0 / clients,
                    first / MEGABYTE);
        }
    }

    private static void large(MiddleProcess ours, int megabytes, int perSecond)
            throws IOException, InterruptedException {
        long rows = megabytes * MEGABYTE / ROW_BYTES;
        String sql = "SELECT n, repeat('x', " + (ROW_BYTES - 20) + ") FROM pgbench_branches, generate_series(1, " + rows
                + ") AS s(n)";
        long start = System.nanoTime();
        long bytes = IdleClients.readSlowly(ours.port(), sql, perSecond * MEGABYTE);
        System.out.printf(
                Locale.ROOT,
                "%,d MB to a client that reads %,d MB a second: %.1f s, %,d MB of memory%n",
                bytes / MEGABYTE,
                perSecond,
                (System.nanoTime() - start) / 1e9,
                ours.residentBytes() / MEGABYTE);
    }
}
