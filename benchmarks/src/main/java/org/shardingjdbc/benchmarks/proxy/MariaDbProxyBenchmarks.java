package org.shardingjdbc.benchmarks.proxy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Debian's sysbench on a MariaDB that is started here, without anybody between and through the proxy, by turns: its
 * transactions per second, and the processors' time of the proxy for one. The arguments are the seconds of a run (5),
 * the rounds (3), and the clients (8).
 */
public final class MariaDbProxyBenchmarks {
    private static final List<String> SCRIPTS = List.of("oltp_point_select", "oltp_read_only", "oltp_write_only");
    private static final String PER_SECOND = " per sec.)";
    private static final String DATABASE = "plain";
    private static final int WARM_UP_SECONDS = 15;

    private final int seconds;
    private final int clients;
    private final String user;

    private MariaDbProxyBenchmarks(int seconds, int clients, String user) {
        this.seconds = seconds;
        this.clients = clients;
        this.user = user;
    }

    public static void main(String... arguments) throws Exception {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        int clients = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 8;
        TestServer server = TestServer.own(DatabaseKind.MARIADB);
        try {
            new MariaDbProxyBenchmarks(seconds, clients, server.user())
                    .run(server.createDatabase(DATABASE), server.password(), rounds);
        } finally {
            server.end();
        }
    }

    private void run(String url, String password, int rounds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("proxy-benchmarks");
        String address = url.substring(url.indexOf("//") + 2, url.lastIndexOf('/'));
        MiddleProcess plain =
                MiddleProcess.none("plain", Integer.parseInt(address.substring(address.indexOf(':') + 1)));
        sysbench(plain, SCRIPTS.get(0), "prepare", 0);
        int port = MiddleProcess.freePort();
        Path yaml = Files.writeString(folder.resolve("ours.yaml"), """
                        databaseName: %s
                        dataSources:
                          ds_0:
                            jdbcUrl: %s?allowLocalInfile=false&tinyInt1isBit=false
                            username: %s
                            password: '%s'
                            maximumPoolSize: 20
                        rules:
                        - !SINGLE
                          tables: ["*.*"]
                        """.formatted(DATABASE, url, user, password));
        try (MiddleProcess ours = MiddleProcess.start(
                "ours",
                port,
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServedDatabases.class.getName(),
                        yaml.toString(),
                        String.valueOf(port)))) {
            for (String script : SCRIPTS) {
                sysbench(ours, script, "run", WARM_UP_SECONDS);
            }
            for (String script : SCRIPTS) {
                compare(script, plain, ours, rounds);
            }
        }
    }

    private void compare(String script, MiddleProcess plain, MiddleProcess ours, int rounds)
            throws IOException, InterruptedException {
        Map<String, List<Double>> figures = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            figures.computeIfAbsent("plain", name -> new ArrayList<>()).add(sysbench(plain, script, "run", seconds));
            double before = ours.used().toNanos();
            double each = sysbench(ours, script, "run", seconds);
            figures.computeIfAbsent("ours", name -> new ArrayList<>()).add(each);
            figures.computeIfAbsent("cost", name -> new ArrayList<>())
                    .add((ours.used().toNanos() - before) / 1e3 / (each * seconds));
        }
        double one = ProxyBenchmarks.median(figures.get("plain"));
        double other = ProxyBenchmarks.median(figures.get("ours"));
        System.out.printf(
                Locale.ROOT,
                "| %s, %d | %,.0f | %,.0f (%.2f, %.0f us) |%n",
                script,
                clients,
                one,
                other,
                other / one,
                ProxyBenchmarks.median(figures.get("cost")));
    }

    private double sysbench(MiddleProcess middle, String script, String command, int time)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "sysbench",
                        script,
                        "--db-driver=mysql",
                        "--mysql-host=127.0.0.1",
                        "--mysql-port=" + middle.port(),
                        "--mysql-user=" + user,
                        "--mysql-db=" + DATABASE,
                        "--mysql-ssl=off",
                        "--tables=1",
                        "--table-size=100000",
                        "--threads=" + (command.equals("run") ? clients : 1),
                        "--time=" + time,
                        command)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
        int end = said.indexOf(PER_SECOND, said.indexOf("transactions:"));
        return end < 0 ? 0 : Double.parseDouble(said.substring(said.lastIndexOf('(', end) + 1, end));
    }
}
