package org.shardingjdbc.benchmarks.tpch;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The program; see {@link #HELP}. Used by one thread. */
public final class TpchBenchmarks {
    private static final String HELP = """
            Runs the queries of TPC-H on one PostgreSQL database and on this library over two, compares the answers, and
            prints the median and the least of what each takes. Options, with their defaults:
              --scale 0.01      1 is a gigabyte
              --queries all     or numbers, such as 3,17
              --warm 3          executions of each query before anything is measured
              --rounds 5        that are measured, one database and ours in turn
              --cpu 0           executions of each by which the CPU time of JVM and server is taken: on a machine that
                                others use, too, it says more than what passes
              --explain none    way: the plans; analyze: also what each step took and gave
              --profile 0       how many times each query is run again by ours alone, for whoever samples the JVM
              --seconds 120     a query that takes longer is given up
            """;

    private static final String ONE = "tpch_one";
    private static final String SHARD = "tpch_shard_";

    private final Map<String, String> options;
    private final TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);

    private TpchBenchmarks(Map<String, String> options) {
        this.options = options;
    }

    public static void main(String... arguments) throws SQLException, IOException {
        Map<String, String> options = new TreeMap<>(Map.of(
                "scale", "0.01", "queries", "all", "warm", "3", "rounds", "5", "explain", "none", "profile", "0", "cpu",
                "0", "seconds", "120"));
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (!options.containsKey(name) || i + 1 == arguments.length) {
                System.out.println(HELP);
                return;
            }
            options.put(name, arguments[i + 1]);
        }
        try {
            new TpchBenchmarks(options).run();
        } finally {
            TestServer.stopAll();
        }
    }

    private void run() throws SQLException, IOException {
        server.createDatabase(ONE);
        server.createDatabase(SHARD + 0);
        server.createDatabase(SHARD + 1);
        double scale = Double.parseDouble(options.get("scale"));
        try (HikariDataSource one = one();
                ShardingDataSource ours = ours()) {
            new TpchTables(scale).fill(one);
            new TpchTables(scale).fill(ours);
            settle(ONE);
            settle(SHARD + 0);
            settle(SHARD + 1);
            System.out.println(
                    "query  one database, ms: median, least    ours, ms: median, least   ratio: median, least  rows  answer");
            List<Double> ratios = new ArrayList<>();
            for (Map.Entry<String, String> query : queries().entrySet()) {
                measure(query.getKey(), query.getValue(), one, ours, ratios);
            }
            double logarithms = ratios.stream().mapToDouble(Math::log).sum();
            System.out.printf(
                    Locale.ROOT,
                    "within 5 times: %d, within 3 times: %d of %d; geometric mean %.2f%n",
                    ratios.stream().filter(ratio -> ratio <= 5).count(),
                    ratios.stream().filter(ratio -> ratio <= 3).count(),
                    ratios.size(),
                    Math.exp(logarithms / ratios.size()));
        }
    }

    private HikariDataSource one() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl(ONE));
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    private ShardingDataSource ours() throws SQLException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("""
                      ds_%d:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: %s
                        jdbcUrl: "%s"
                        username: %s
                        password: "%s"
                        maximumPoolSize: 8
                    """.formatted(
                            i, server.driverClassName(), server.jdbcUrl(SHARD + i), server.user(), server.password()));
        }
        yaml.append(TpchTables.rules());
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** What the server would do by itself some seconds later, amidst the measuring. */
    private void settle(String database) throws SQLException {
        try (Connection connection = server.dataSource(database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE");
        }
    }

    /** By their names, in order. */
    private Map<String, String> queries() throws IOException {
        String all;
        try (InputStream file = TpchBenchmarks.class.getResourceAsStream("queries.sql")) {
            all = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> wanted = Arrays.asList(options.get("queries").split(","));
        Map<String, String> queries = new LinkedHashMap<>();
        for (String part : all.split("-- q")) {
            int end = part.indexOf('\n');
            String number = part.substring(0, Math.max(end, 0)).strip();
            boolean isNumber = !number.isEmpty() && number.chars().allMatch(Character::isDigit);
            if (isNumber && (wanted.contains("all") || wanted.contains(number))) {
                queries.put("q" + number, part.substring(end + 1).strip());
            }
        }
        return queries;
    }

    private void measure(String name, String sql, DataSource one, DataSource ours, List<Double> ratios)
            throws SQLException {
        int rounds = Integer.parseInt(options.get("rounds"));
        int warm = Integer.parseInt(options.get("warm"));
        double[] times = new double[rounds];
        double[] ourTimes = new double[rounds];
        List<String> expected = List.of();
        List<String> answered = List.of();
        try (Connection left = one.getConnection();
                Connection right = ours.getConnection()) {
            for (int i = -warm; i < rounds; i++) {
                long start = System.nanoTime();
                expected = rows(left, sql);
                long middle = System.nanoTime();
                answered = rows(right, sql);
                long end = System.nanoTime();
                if (i >= 0) {
                    times[i] = (middle - start) / 1e6;
                    ourTimes[i] = (end - middle) / 1e6;
                }
            }
            Arrays.sort(times);
            Arrays.sort(ourTimes);
            double ratio = ourTimes[rounds / 2] / times[rounds / 2];
            ratios.add(ratio);
            System.out.printf(
                    Locale.ROOT,
                    "%-5s %25.1f %7.1f %18.1f %7.1f %15.2f %7.2f %5d  %s%n",
                    name,
                    times[rounds / 2],
                    times[0],
                    ourTimes[rounds / 2],
                    ourTimes[0],
                    ratio,
                    ourTimes[0] / times[0],
                    answered.size(),
                    answer(expected, answered));
            cpu(left, right, sql);
            explain(right, sql);
            for (int i = Integer.parseInt(options.get("profile")); i > 0; i--) {
                rows(right, sql);
            }
        } catch (SQLException e) {
            System.out.printf(Locale.ROOT, "%-5s FAILED %s%n", name, e);
        }
    }

    private void cpu(Connection one, Connection ours, String sql) throws SQLException {
        int executions = Integer.parseInt(options.get("cpu"));
        if (executions > 0) {
            double[] left = cpuMillis(one, sql, executions);
            double[] right = cpuMillis(ours, sql, executions);
            System.out.printf(
                    Locale.ROOT,
                    "      CPU, JVM + server: one database %.1f + %.1f ms, ours %.1f + %.1f ms; ratio %.2f%n",
                    left[0],
                    left[1],
                    right[0],
                    right[1],
                    (right[0] + right[1]) / (left[0] + left[1]));
        }
    }

    /** Of this process, and of the server. */
    private double[] cpuMillis(Connection connection, String sql, int executions) throws SQLException {
        long own = nanos(ProcessHandle.current());
        long servers = serverNanos();
        for (int i = 0; i < executions; i++) {
            rows(connection, sql);
        }
        return new double[] {
            (nanos(ProcessHandle.current()) - own) / 1e6 / executions, (serverNanos() - servers) / 1e6 / executions
        };
    }

    private long serverNanos() throws SQLException {
        try (Connection connection = server.dataSource(ONE).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)")) {
            row.next();
            ProcessHandle all = ProcessHandle.of(row.getLong(1)).orElseThrow();
            return all.children().mapToLong(TpchBenchmarks::nanos).sum();
        }
    }

    private static long nanos(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    private void explain(Connection connection, String sql) throws SQLException {
        String wanted = options.get("explain");
        if (!wanted.equals("none")) {
            rows(connection, (wanted.equals("way") ? "EXPLAIN SHARDING " : "EXPLAIN SHARDING ANALYZE ") + sql)
                    .forEach(line -> System.out.println("      " + line));
        }
    }

    private static String answer(List<String> expected, List<String> answered) {
        if (expected.equals(answered)) {
            return "the same";
        }
        List<String> left = new ArrayList<>(expected);
        List<String> right = new ArrayList<>(answered);
        left.sort(null);
        right.sort(null);
        if (left.equals(right)) {
            return "the same rows in another order";
        }
        left.removeAll(answered);
        right.removeAll(expected);
        return "DIFFERENT: missing " + left + ", instead " + right;
    }

    private List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(Integer.parseInt(options.get("seconds")));
            try (ResultSet rows = statement.executeQuery(sql)) {
                int columns = rows.getMetaData().getColumnCount();
                List<String> read = new ArrayList<>();
                while (rows.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 1; i <= columns; i++) {
                        row.append(i == 1 ? "" : " | ").append(rows.getString(i));
                    }
                    read.add(row.toString());
                }
                return read;
            }
        }
    }
}
