package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;
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
