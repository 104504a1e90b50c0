package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A table is resharded by the command line alone, each step in a run of its own. */
class ReshardCommandTest {
    private static final String BEFORE = """
            dataSources:
              ds_0: {jdbcUrl: '%s', username: %s, password: %s}
            rules:
            - !SINGLE
              tables: ["*.*"]
            """;
    private static final String SHARDING = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_${0..2}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: three}}
              shardingAlgorithms:
                three: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 3}'}}
            """;

    private static final String SLOTS = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_0
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_slot}}
              shardingAlgorithms:
                by_slot: {type: HASH_SLOT, props: {nodes: 'ds_0.t_order_0: 0-4095'}}
            """;

    @TempDir
    private Path folder;

    private static TestServer server;
    private String url;

    @BeforeAll
    static void startServer() {
        server = TestServer.own(DatabaseKind.POSTGRESQL);
    }

    @BeforeEach
    void makeDatabase() {
        url = server.createDatabase("reshard");
    }

    private String step(int code, String step, String... more) {
        return ofJob("three", code, step, more);
    }

    private String ofJob(String job, int code, String step, String... more) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        Output output = new Output(writer, writer, Palette.PLAIN, Palette.PLAIN, 0, false);
        List<String> arguments = new ArrayList<>(List.of(
                "-c",
                folder.resolve("before.yaml").toString(),
                "reshard",
                step,
                "--next",
                folder.resolve("next.yaml").toString(),
                "--name",
                job,
                "t_order"));
        arguments.addAll(List.of(more));
        assertThat(RootCommand.run(output, arguments.toArray(new String[0])))
                .as(text.toString())
                .isEqualTo(code);
        return text.toString();
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void eachStepIsARun() throws Exception {
        String before = BEFORE.formatted(url, server.user(), server.password());
        Files.writeString(folder.resolve("before.yaml"), before);
        Files.writeString(folder.resolve("next.yaml"), before + SHARDING);
        execute("CREATE TABLE t_order (order_id BIGINT, amount INT)");
        assertThat(step(ExitCode.FOUND, "plan")).contains("forbidden ds_0: Table t_order has no primary key");
        assertThat(step(ExitCode.FOUND, "start")).contains("SHD-8001").contains("no primary key");
        execute("ALTER TABLE t_order ADD PRIMARY KEY (order_id)");
        execute("INSERT INTO t_order SELECT i, i FROM generate_series(1, 1000) i");
        assertThat(step(ExitCode.DONE, "plan"))
                .contains("→ ds_0.t_order_0, ds_0.t_order_1, ds_0.t_order_2")
                .contains("ds_0 needs room for about ")
                .contains("nothing forbids it");
        assertThat(step(ExitCode.DONE, "status")).contains("planned: 0 rows copied");
        assertThat(step(ExitCode.DONE, "start")).contains("following: 1000 rows copied, ", ", 1 of 1 nodes");
        execute("UPDATE t_order SET amount = 0 WHERE order_id < 10");
        assertThat(step(ExitCode.DONE, "check")).contains("1000 rows are alike");
        assertThat(step(ExitCode.DONE, "check", "--sample", "50")).contains(" rows are alike");
        for (String wrong : List.of("0", "101")) {
            assertThat(step(2, "check", "--sample", wrong)).contains("expected are 1 to 100");
        }
        assertThat(step(ExitCode.FOUND, "complete")).contains("SHD-8002");
        assertThat(step(ExitCode.DONE, "switch")).contains("switched within").contains("switched: ");
        execute("UPDATE t_order_0 SET amount = 7 WHERE order_id = 3");
        assertThat(step(ExitCode.DONE, "reverse")).contains("reversed within");
        assertThat(step(ExitCode.DONE, "cancel")).contains("ended: ");
        execute("DO 'BEGIN ASSERT (SELECT amount FROM t_order WHERE order_id = 3) = 7; END'");
        assertThat(step(ExitCode.FOUND, "start", "--replica-lag", "100")).contains("no rule names replicas");
        assertThat(step(ExitCode.DONE, "start", "--rows-per-second", "2000", "--probe", "60000"))
                .contains("following: 1000 rows");
        step(ExitCode.DONE, "switch");
        assertThat(step(ExitCode.DONE, "complete")).contains("ended: ");
        execute("DO 'BEGIN ASSERT (SELECT count(*) FROM pg_tables WHERE schemaname = ''public'') = 3; END'");
    }

    private static final String MODE = """
            mode:
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository: {type: JDBC, props: {jdbc_url: '%s', username: %s, password: %s, pollIntervalMilliseconds: 50}}
            """;

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(
                YamlConfigurations.parse(yaml, "application.yaml", PlaceholderType.NONE));
    }

    /** Writes one key after the other, each once, and retries nothing. */
    private static Thread writer(ShardingDataSource application, int first, AtomicInteger written, Runnable failed) {
        Thread writer = new Thread(() -> {
            try (Connection connection = application.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, 0)")) {
                for (int key = first; !Thread.currentThread().isInterrupted(); key += 2) {
                    insert.setInt(1, key);
                    insert.executeUpdate();
                    written.incrementAndGet();
                    Thread.sleep(2);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (SQLException | RuntimeException e) {
                e.printStackTrace();
                failed.run();
            }
        });
        writer.start();
        return writer;
    }

    private static long count(ShardingDataSource application) throws SQLException {
        try (Connection connection = application.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Two applications write while a third process, which is the command, moves the table and switches all of them. */
    @Test
    void applicationsOfARegistryTakePartInTheSwitch() throws Exception {
        String registry = server.createDatabase("reshard_registry");
        String before = MODE.formatted(registry, server.user(), server.password())
                + BEFORE.formatted(url, server.user(), server.password());
        Files.writeString(folder.resolve("before.yaml"), before);
        Files.writeString(folder.resolve("next.yaml"), before + SHARDING);
        execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, amount INT)");
        AtomicInteger written = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        try (ShardingDataSource one = open(before);
                ShardingDataSource other = open(before)) {
            List<Thread> writers = List.of(
                    writer(one, 1, written, failed::incrementAndGet),
                    writer(other, 2, written, failed::incrementAndGet));
            assertThat(step(ExitCode.DONE, "plan")).contains("nothing forbids it");
            assertThat(step(ExitCode.DONE, "start")).contains("following: ");
            assertThat(one.governance().jobs()).containsOnlyKeys("three");
            assertThat(step(ExitCode.DONE, "status")).contains("following: ");
            assertThat(step(ExitCode.DONE, "check")).contains("rows are alike");
            assertThat(one.dataNodes("t_order")).containsExactly("ds_0.t_order");
            assertThat(step(ExitCode.DONE, "switch"))
                    .contains("the applications of the registry go on by the next layout");
            for (ShardingDataSource each : List.of(one, other)) {
                assertThat(each.dataNodes("t_order"))
                        .containsExactly("ds_0.t_order_0", "ds_0.t_order_1", "ds_0.t_order_2");
            }
            int atSwitch = written.get();
            assertThat(step(ExitCode.DONE, "reverse")).contains("reversed within");
            assertThat(other.dataNodes("t_order")).containsExactly("ds_0.t_order");
            step(ExitCode.DONE, "cancel");
            assertThat(one.governance().jobs()).isEmpty();
            step(ExitCode.DONE, "switch");
            step(ExitCode.DONE, "complete");
            for (Thread each : writers) {
                each.interrupt();
                each.join();
            }
            assertThat(failed.get()).isZero();
            assertThat(written.get()).isGreaterThan(atSwitch);
            assertThat(count(one)).isEqualTo(written.get());
            assertThat(other.dataNodes("t_order")).hasSize(3);
            assertThat(one.governance().jobs()).isEmpty();
            assertThat(one.governance().instances()).hasSize(2);
        }
        execute("DO 'BEGIN ASSERT (SELECT count(*) FROM pg_tables WHERE schemaname = ''public'') = 3; END'");
    }

    /** Nothing of the next YAML counts but the layout; a data source has to be there before. */
    @Test
    void theRegistryKeepsWhatTheYamlSaysOtherwise() throws Exception {
        String registry = server.createDatabase("reshard_kept");
        String before = MODE.formatted(registry, server.user(), server.password())
                + BEFORE.formatted(url, server.user(), server.password());
        execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, amount INT)");
        try (ShardingDataSource application = open(before + "props: {sql-show: true}\n")) {
            Files.writeString(folder.resolve("before.yaml"), before);
            Files.writeString(
                    folder.resolve("next.yaml"),
                    (before + SHARDING)
                            .replace("rules:", "  ds_2: {jdbcUrl: '" + url + "'}\nrules:")
                            .replace("ds_0.t_order_", "ds_2.t_order_"));
            assertThat(step(ExitCode.FOUND, "plan")).contains("ds_2");
            Files.writeString(folder.resolve("next.yaml"), before + SHARDING);
            step(ExitCode.DONE, "switch");
            step(ExitCode.DONE, "complete");
            assertThat(application.configuration().props().values()).containsEntry("sql-show", "true");
            assertThat(application.dataNodes("t_order")).hasSize(3);
        }
    }

    private static boolean isOfSlots(String line) {
        return line.startsWith("reshard advise ") || line.startsWith("reshard slots ");
    }

    /** What the page shows of slots; what is written is what a job goes to. */
    @Test
    void slotsAreMovedAsOnThePage() throws Exception {
        String other = server.createDatabase("reshard_slots");
        String before = BEFORE.formatted(url, server.user(), server.password())
                .replace(
                        "rules:",
                        "  ds_2: {jdbcUrl: '" + other + "', username: " + server.user() + ", password: "
                                + server.password() + "}\nrules:");
        Files.writeString(folder.resolve("before.yaml"), before + SLOTS);
        execute("CREATE TABLE t_order_0 (order_id BIGINT PRIMARY KEY, amount INT)");
        execute("INSERT INTO t_order_0 SELECT i, i FROM generate_series(1, 1000) i");
        List<String> lines = Files.readString(Path.of("..", "docs", "scaling.md"))
                .lines()
                .filter(ReshardCommandTest::isOfSlots)
                .toList();
        assertThat(lines).hasSize(2);
        assertThat(run(ExitCode.DONE, lines.get(0)))
                .contains("ds_0.t_order_0 4096 slots, 1000 rows")
                .contains("ds_2.t_order_0 0 slots, 0 rows")
                .contains("reshard slots --next next.yaml --move ")
                .contains("=ds_2.t_order_0 t_order");
        assertThat(run(ExitCode.DONE, lines.get(1))).contains("the tables that move: t_order");
        assertThat(Files.readString(folder.resolve("split.yaml"))).contains("ds_0.t_order_0_v2: 512-4095");
        assertThat(run(ExitCode.FOUND, lines.get(1))).contains("is there already");
        Files.move(folder.resolve("split.yaml"), folder.resolve("next.yaml"));
        assertThat(ofJob("split", ExitCode.DONE, "plan")).contains("nothing forbids it");
        ofJob("split", ExitCode.DONE, "switch");
        ofJob("split", ExitCode.DONE, "complete");
        execute("DO 'BEGIN ASSERT (SELECT count(*) BETWEEN 800 AND 950 FROM t_order_0_v2); END'");
        assertThat(run(ExitCode.USAGE, "reshard slots t_order")).contains("--next");
        assertThat(run(ExitCode.USAGE, "reshard plan --next next.yaml t_order")).contains("--name");
    }

    /** @param line as a shell has it; files are in the folder */
    private String run(int code, String line) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        Output output = new Output(writer, writer, Palette.PLAIN, Palette.PLAIN, 0, false);
        List<String> arguments =
                new ArrayList<>(List.of("-c", folder.resolve("before.yaml").toString()));
        for (String word : line.split(" +")) {
            arguments.add(word.endsWith(".yaml") ? folder.resolve(word).toString() : word);
        }
        assertThat(RootCommand.run(output, arguments.toArray(new String[0])))
                .as(text.toString())
                .isEqualTo(code);
        return text.toString();
    }

    /** What the page of scaling shows, one after the other. */
    @Test
    void stepsAreAsOnThePage() throws Exception {
        String before = BEFORE.formatted(url, server.user(), server.password());
        Files.writeString(folder.resolve("before.yaml"), before);
        Files.writeString(folder.resolve("next.yaml"), before + SHARDING);
        execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, amount INT)");
        List<String> steps = Files.readString(Path.of("..", "docs", "scaling.md"))
                .lines()
                .filter(line -> line.startsWith("reshard ") && !isOfSlots(line))
                .toList();
        assertThat(steps)
                .hasSizeGreaterThan(4)
                .allMatch(line -> line.contains(" --next next.yaml --name grow t_order"));
        for (String each : steps) {
            String step = each.split(" +")[1];
            ofJob("grow", ExitCode.DONE, step);
            if (step.equals("reverse")) {
                ofJob("grow", ExitCode.DONE, "cancel");
                ofJob("grow", ExitCode.DONE, "switch");
            }
        }
        execute("DO 'BEGIN ASSERT (SELECT count(*) FROM pg_tables WHERE schemaname = ''public'') = 3; END'");
    }
}
