package org.shardingjdbc.governance.etcd.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** An etcd in a process of its own, on free ports, with its data in a temporary folder. */
final class EtcdServer implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long LISTENS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final List<String> command;
    private final int port;
    private final Thread atExit = new Thread(this::kill);
    private Process process;

    private EtcdServer(Path program, String scheme, String name, int peerPort, String cluster, List<String> more)
            throws IOException {
        folder = Files.createTempDirectory("etcd");
        port = freePort();
        String clients = scheme + "://" + HOST + ":" + port;
        command = new ArrayList<>(List.of(
                program.toString(),
                "--name=" + name,
                "--data-dir=" + folder.resolve("data"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peer(peerPort),
                "--initial-advertise-peer-urls=" + peer(peerPort),
                "--initial-cluster=" + cluster,
                "--unsafe-no-fsync",
                "--log-level=error",
                "--logger=zap"));
        command.addAll(more);
        Runtime.getRuntime().addShutdownHook(atExit);
        start();
    }

    /** Starts a server; whoever asks is skipped where etcd is not installed. */
    static EtcdServer plain() throws IOException {
        return of("http");
    }

    /** As {@link #plain}, with the scheme of its URLs, and more options. */
    static EtcdServer of(String scheme, String... options) throws IOException {
        int peerPort = freePort();
        return new EtcdServer(program(), scheme, "one", peerPort, "one=" + peer(peerPort), List.of(options));
    }

    /** Starts so many servers that are one registry. */
    static List<EtcdServer> ensemble(int members) throws IOException {
        Path program = program();
        List<Integer> ports = new ArrayList<>();
        List<String> cluster = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            ports.add(freePort());
            cluster.add("member" + i + "=" + peer(ports.get(i)));
        }
        List<EtcdServer> started = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            started.add(
                    new EtcdServer(program, "http", "member" + i, ports.get(i), String.join(",", cluster), List.of()));
        }
        return started;
    }

    private static String peer(int port) {
        return "http://" + HOST + ":" + port;
    }

    /** The program; whoever asks is skipped where there is none. */
    static Path program() {
        String path = System.getenv().getOrDefault("PATH", "");
        Path program = Stream.of(path.split(File.pathSeparator))
                .map(each -> Path.of(each, "etcd"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(program != null, "no etcd on the PATH: the registry in etcd is not tested");
        return program;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        }
    }

    String address() {
        return HOST + ":" + port;
    }

    /** Starts it where it was, with what it has; returns when it can be connected to. */
    void start() throws IOException {
        Path log = folder.resolve("log");
        long end = System.nanoTime() + PATIENCE_NANOS;
        run(log);
        while (!listens()) {
            boolean late = System.nanoTime() - end > 0;
            if (!process.isAlive()) {
                String said = Files.readString(log);
                // While it was away its port was free for any connection that somebody else opens.
                if (late || !said.contains("address already in use")) {
                    throw new IOException("etcd does not start: " + said);
                }
                Files.delete(log);
                run(log);
            } else if (late) {
                throw new IOException("etcd does not answer: " + Files.readString(log));
            }
            LockSupport.parkNanos(LISTENS_NANOS);
        }
    }

    private void run(Path log) throws IOException {
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Kills it at once. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() throws IOException {
        kill();
        Runtime.getRuntime().removeShutdownHook(atExit);
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
