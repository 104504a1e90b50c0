package org.shardingjdbc.benchmarks.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The program; see {@link #HELP}. Used by one thread. */
public final class ProxyBenchmarks {
    private static final String HELP = """
            pgbench through the proxy, through PgBouncer, through ShardingSphere-Proxy and without any, all on one
            PostgreSQL server that is started here, in rounds by turns. Prints medians: transactions per second, as a multiple of
            the first middle's, and the processors' time that the middle itself uses for one, which depends least on what
            else the machine does.

            --middles plain,ours,pgbouncer,shardingsphere,sharded   who takes part; sharded is ours over four databases
            --scripts select-only,simple-update,tpcb-like
            --modes simple,extended,prepared
            --clients 1,8,64
            --rounds 3
            --seconds 5         of one run of pgbench
            --warm-up 10        seconds of each middle before the first round, 8 clients
            --scale 10          100,000 accounts each
            --pool 20           connections to the server that each middle may have
            --java PATH         of the JVM of ours; that which runs this where nothing is said
            --jvm OPTIONS       of ours, with spaces between
            --folder PATH       for configurations and logs; a new one where nothing is said
            """;

    private static final String PLAIN = "plain";
    private static final String OURS = "ours";
    private static final String SHARDED = "sharded";
    private static final String PGBOUNCER = "pgbouncer";
    private static final String SHARDINGSPHERE = "shardingsphere";
    private static final int MOST_CLIENTS = 64;

    /** A file with the class path of ShardingSphere-Proxy, written by the build of this module. */
    private static final String CLASS_PATH = "benchmark.shardingsphere.proxy";

    private final Map<String, String> options;
    private final Path folder;

    private ProxyBenchmarks(Map<String, String> options) throws IOException {
        this.options = options;
        this.folder = options.containsKey("folder")
                ? Files.createDirectories(Path.of(options.get("folder")))
                : Files.createTempDirectory("proxy-benchmarks");
        // PgBouncer does not run as root, and is to read and write here
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    public static void main(String... arguments) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length || !HELP.contains(arguments[i] + " ")) {
                System.out.println(HELP);
                return;
            }
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        new ProxyBenchmarks(options).run();
    }

    private List<String> list(String name, String usual) {
        return Arrays.asList(options.getOrDefault(name, usual).split(","));
    }

    private int number(String name, int usual) {
        return Integer.parseInt(options.getOrDefault(name, String.valueOf(usual)));
    }

    private void run() throws IOException, InterruptedException, SQLException {
        List<String> names = list("middles", "plain,ours,pgbouncer,shardingsphere,sharded");
        List<MiddleProcess> middles = new ArrayList<>();
        try (ServedServer server = ServedServer.start(number("scale", 10), names.contains(SHARDED))) {
            try {
                for (String name : names) {
                    middles.add(start(name, server));
                    warmUp(middles.get(middles.size() - 1));
                }
                measure(middles);
            } finally {
                for (MiddleProcess each : middles) {
                    each.close();
                }
            }
        }
    }

    private void measure(List<MiddleProcess> middles) throws InterruptedException {
        List<Pgbench> runs = new ArrayList<>();
        for (String script : list("scripts", "select-only,simple-update,tpcb-like")) {
            for (String mode : list("modes", "simple,extended,prepared")) {
                for (String clients : list("clients", "1,8,64")) {
                    runs.add(new Pgbench(script, mode, Integer.parseInt(clients)));
                }
            }
        }
        System.out.println(middles.stream()
                .map(MiddleProcess::name)
                .collect(Collectors.joining(" | ", "| script, mode, clients | ", " |")));
        System.out.println("| --- |" + " --- |".repeat(middles.size()));
        for (Pgbench each : runs) {
            measure(each, middles);
        }
    }

    /** Rounds by turns, each in another order, so that what else the machine does meets all of them. */
    private void measure(Pgbench run, List<MiddleProcess> middles) throws InterruptedException {
        Map<String, List<Double>> figures = new LinkedHashMap<>();
        Map<String, List<Double>> costs = new LinkedHashMap<>();
        int rounds = number("rounds", 3);
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < middles.size(); i++) {
                MiddleProcess middle = middles.get((i + round) % middles.size());
                List<Double> own = figures.computeIfAbsent(middle.name(), name -> new ArrayList<>());
                List<Double> ownCosts = costs.computeIfAbsent(middle.name(), name -> new ArrayList<>());
                try {
                    Duration before = middle.used();
                    int seconds = number("seconds", 5);
                    double each = run.run(middle.port(), seconds);
                    own.add(each);
                    ownCosts.add(middle.used().minus(before).toNanos() / 1e3 / (each * seconds));
                } catch (IOException e) {
                    System.err.println(middle.name() + ": " + e.getMessage());
                }
            }
        }
        double first = median(figures.get(middles.get(0).name()));
        Function<MiddleProcess, String> cell = middle -> {
            double median = median(figures.get(middle.name()));
            double cost = median(costs.get(middle.name()));
            if (Double.isNaN(median)) {
                return "-";
            }
            String costWords = cost == 0 ? "" : String.format(Locale.ROOT, ", %.0f us", cost);
            return String.format(Locale.ROOT, "%,.0f (%.2f%s)", median, median / first, costWords);
        };
        System.out.println(middles.stream().map(cell).collect(Collectors.joining(" | ", "| " + run + " | ", " |")));
    }

    static double median(List<Double> figures) {
        if (figures.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private void warmUp(MiddleProcess middle) throws InterruptedException {
        int seconds = number("warm-up", 10);
        List<String> modes = list("modes", "simple,extended,prepared");
        for (String script :
                seconds == 0 ? List.<String>of() : list("scripts", "select-only,simple-update,tpcb-like")) {
            for (String mode : modes) {
                try {
                    new Pgbench(script, mode, 8).run(middle.port(), Math.max(1, seconds / modes.size()));
                } catch (IOException e) {
                    System.err.println(middle.name() + " does not do it: " + e.getMessage());
                }
            }
        }
    }

    // ---- who takes part

    private MiddleProcess start(String name, ServedServer server) throws IOException, InterruptedException {
        int pool = number("pool", 20);
        return switch (name) {
            case PLAIN -> MiddleProcess.none(name, server.port());
            case OURS -> startOurs(name, server.yaml("?binaryTransfer=false", pool));
            // a transaction that has a connection of one pool waits for one of another: as many as there are clients
            case SHARDED -> startOurs(name, server.shardedYaml(MOST_CLIENTS));
            case PGBOUNCER -> startPgBouncer(server, pool);
            case SHARDINGSPHERE -> startShardingSphere(server, pool);
            default -> throw new IllegalArgumentException("Nobody is called " + name + " here");
        };
    }

    private MiddleProcess startOurs(String name, String yaml) throws IOException, InterruptedException {
        int port = MiddleProcess.freePort();
        Path configuration = Files.writeString(folder.resolve(name + ".yaml"), yaml);
        List<String> command = new ArrayList<>(List.of(options.getOrDefault(
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString())));
        if (options.containsKey("jvm")) {
            command.addAll(List.of(options.get("jvm").split(" ")));
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ServedDatabases.class.getName(),
                configuration.toString(),
                String.valueOf(port)));
        MiddleProcess started = MiddleProcess.start(name, port, folder, command);
        System.err.println(name + " is process " + started.pid());
        return started;
    }

    private MiddleProcess startPgBouncer(ServedServer server, int pool) throws IOException, InterruptedException {
        int port = MiddleProcess.freePort();
        Path users = Files.writeString(folder.resolve("users.txt"), "\"postgres\" \"postgres\"\n");
        Path configuration = Files.writeString(
                folder.resolve("pgbouncer.ini"), """
                        [databases]
                        %s = host=127.0.0.1 port=%d user=postgres password=postgres
                        [pgbouncer]
                        listen_addr = 127.0.0.1
                        listen_port = %d
                        unix_socket_dir =
                        auth_type = any
                        pool_mode = transaction
                        max_client_conn = 1000
                        default_pool_size = %d
                        log_connections = 0
                        log_disconnections = 0
                        ignore_startup_parameters = extra_float_digits,options
                        """.formatted(ServedServer.PLAIN, server.port(), port, pool));
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(configuration, PosixFilePermissions.fromString("rw-r--r--"));
        List<String> command = new ArrayList<>(List.of("/usr/sbin/pgbouncer"));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(configuration.toString());
        return MiddleProcess.start(PGBOUNCER, port, folder, command);
    }

    private MiddleProcess startShardingSphere(ServedServer server, int pool) throws IOException, InterruptedException {
        int port = MiddleProcess.freePort();
        Path root = Files.createDirectories(folder.resolve("shardingsphere"));
        Path configurations = Files.createDirectories(root.resolve("conf"));
        Files.writeString(configurations.resolve("server.yaml"), """
                        rules:
                          - !AUTHORITY
                            users: ["postgres@%:postgres"]
                            provider: {type: ALL_PRIVILEGES_PERMITTED}
                        props:
                          sql-show: false
                          proxy-frontend-database-protocol-type: PostgreSQL
                        """);
        Files.writeString(configurations.resolve("config-plain.yaml"), """
                        schemaName: %s
                        dataSources:
                          ds_0:
                            url: %s
                            username: postgres
                            password: postgres
                            maxPoolSize: %d
                            minPoolSize: 1
                        rules: []
                        """.formatted(
                        ServedServer.PLAIN, server.url(ServedServer.PLAIN), pool));
        Files.writeString(root.resolve("logback.xml"), "<configuration><root level=\"OFF\"/></configuration>\n");
        String jars = Files.readString(Path.of(System.getProperty(CLASS_PATH))).strip();
        return MiddleProcess.start(
                SHARDINGSPHERE,
                port,
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        root + ":" + jars,
                        "org.apache.shardingsphere.proxy.Bootstrap",
                        String.valueOf(port),
                        "conf"));
    }
}
