package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The command line serves a sharded table to whoever speaks PostgreSQL. */
class ServeCommandTest {
    private static final Pattern PORT = Pattern.compile("serving on 127\\.0\\.0\\.1:(\\d+)");
    private static final String YAML = """
            databaseName: shop
            dataSources:
              ds_0: {jdbcUrl: '%s', username: %s, password: %s}
            authority:
              users:
              - {user: clerk@%%, password: secret}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_${0..1}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: two}}
              shardingAlgorithms:
                two: {type: INLINE, props: {algorithm-expression: 't_order_${order_id %% 2}'}}
            """;

    @TempDir
    private Path folder;

    private final StringWriter text = new StringWriter();

    private int run(String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("-c", folder.resolve("shop.yaml").toString(), "serve"));
        arguments.addAll(List.of(options));
        return run(arguments);
    }

    private int run(List<String> arguments) {
        PrintWriter writer = new PrintWriter(text);
        Output output = new Output(writer, writer, Palette.PLAIN, Palette.PLAIN, 0, false);
        return RootCommand.run(output, arguments.toArray(new String[0]));
    }

    /** The command that the page names, with another YAML, and a port that is free. */
    private List<String> ofPage() throws IOException {
        List<String> lines = Files.readString(Path.of("..", "docs", "proxy.md"))
                .lines()
                .filter(line -> line.startsWith("java -jar sharding-jdbc-cli.jar "))
                .toList();
        assertThat(lines).hasSize(1);
        return Arrays.stream(lines.get(0).split(" +"))
                .skip(3)
                .map(word -> switch (word) {
                    case "sharding.yaml" -> folder.resolve("shop.yaml").toString();
                    case "5433" -> "0";
                    default -> word;
                })
                .toList();
    }

    private void write(String url, TestServer server) throws Exception {
        String binary = url + (url.contains("?") ? "&" : "?") + "binaryTransfer=false";
        Files.writeString(folder.resolve("shop.yaml"), YAML.formatted(binary, server.user(), server.password()));
    }

    private int port() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            Matcher served = PORT.matcher(text.toString());
            if (served.find()) {
                return Integer.parseInt(served.group(1));
            }
            assertThat(System.nanoTime() - end).as(text.toString()).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void servesUntilItIsInterrupted() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase("served");
        write(url, server);
        List<String> command = ofPage();
        AtomicReference<Thread> serving = new AtomicReference<>();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> {
            serving.set(Thread.currentThread());
            return run(command);
        });
        String served = "jdbc:postgresql://127.0.0.1:" + port() + "/shop";
        try (Connection connection = DriverManager.getConnection(served, "clerk", "secret");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY, amount INT)");
            assertThat(statement.executeUpdate("INSERT INTO t_order VALUES (1, 10), (2, 20), (3, 30)"))
                    .isEqualTo(3);
            try (ResultSet sum = statement.executeQuery("SELECT sum(amount) FROM t_order")) {
                assertThat(sum.next()).isTrue();
                assertThat(sum.getInt(1)).isEqualTo(60);
            }
        }
        assertThatThrownBy(() -> DriverManager.getConnection(served, "clerk", "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("clerk");
        serving.get().interrupt();
        assertThat(code.get(60, TimeUnit.SECONDS)).as(text.toString()).isEqualTo(ExitCode.DONE);
        assertThatThrownBy(() -> DriverManager.getConnection(served, "clerk", "secret"))
                .isInstanceOf(SQLException.class);
    }

    /** A signal, as of a container that ends: the open transaction is waited for, and then all is closed in order. */
    @Test
    void aSignalLetsTransactionsEnd() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase("ended");
        write(url, server);
        Process process = new ProcessBuilder(CliProcess.command(
                        "-c", folder.resolve("shop.yaml").toString(), "serve", "--port", "0", "--patience", "30"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            Matcher served = PORT.matcher(String.valueOf(line));
            assertThat(served.find()).as(line).isTrue();
            String proxy = "jdbc:postgresql://127.0.0.1:" + served.group(1) + "/shop";
            try (Connection connection = DriverManager.getConnection(proxy, "clerk", "secret");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY, amount INT)");
                connection.setAutoCommit(false);
                statement.executeUpdate("INSERT INTO t_order VALUES (1, 10), (2, 20)");
                process.destroy();
                assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
                connection.commit();
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            process.destroyForcibly();
        }
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT (SELECT count(*) FROM t_order_0) + (SELECT count(*) FROM t_order_1)")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(2);
        }
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        write(server.createDatabase("not_served"), server);
        assertThat(run("--port", "0", "--certificate", "chain.pem")).isEqualTo(2);
        assertThat(text.toString()).contains("Name both --certificate and --key");
        Files.writeString(folder.resolve("nobody.yaml"), "rules: []\n");
        assertThat(run("--port", "0", "--trust", "--users", "nobody.yaml")).isEqualTo(2);
        assertThat(text.toString()).contains("not both");
        assertThat(run("--port", "0", "--users", folder.resolve("nobody.yaml").toString()))
                .isEqualTo(2);
        assertThat(text.toString()).contains("names no users under 'authority'");
    }
}
