package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;

/** The commands as scripts use them: what they write, and their exit codes. */
class CommandsTest {
    @TempDir
    static Path folder;

    private static String yaml;

    private record Outcome(int code, String out, String err) {}

    private static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        int code = RootCommand.run(output, arguments);
        return new Outcome(code, out.toString(), err.toString());
    }

    private static Outcome with(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "-c";
        all[1] = yaml;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return run(all);
    }

    @BeforeAll
    static void fill() throws Exception {
        yaml = Shop.yaml(folder).toString();
        Path schema = folder.resolve("schema.sql");
        Files.writeString(schema, Shop.SCHEMA);
        Outcome filled = with("query", "-f", schema.toString());
        assertThat(filled.code()).as(filled.err()).isZero();
        assertThat(filled.out()).contains("4 rows changed (");
    }

    @Test
    void queryDrawsATable() {
        Outcome outcome = with("query", "-q", "SELECT order_id, note FROM t_order ORDER BY order_id");
        assertThat(outcome.out()).isEqualTo("""
                         ORDER_ID │ NOTE
                        ──────────┼───────
                                1 │ first
                                2 │ NULL
                                3 │ a;b
                                4 │ 漢字
                        """);
        assertThat(outcome.code()).isZero();
    }

    @Test
    void rowsAreWrittenForOtherPrograms() {
        String sql = "SELECT order_id, amount, note FROM t_order WHERE order_id IN (2, 3) ORDER BY order_id";
        assertThat(with("query", "--format", "csv", sql).out())
                .isEqualTo("ORDER_ID,AMOUNT,NOTE\n2,20.00,\n3,30.00,a;b\n");
        assertThat(with("query", "--format", "tsv", sql).out())
                .isEqualTo("ORDER_ID\tAMOUNT\tNOTE\n2\t20.00\t\\N\n3\t30.00\ta;b\n");
        assertThat(with("query", "--json", sql).out())
                .contains("\"ORDER_ID\" : 2")
                .contains("\"AMOUNT\" : 20.00")
                .contains("\"NOTE\" : null")
                .contains("\"NOTE\" : \"a;b\"");
        assertThat(with("-e", sql).out()).contains("2 rows (");
    }

    @Test
    void scriptsStopAtTheFirstError() {
        Outcome stopped = with("query", "SELECT nope FROM t_order; SELECT 42 AS answer FROM t_country");
        assertThat(stopped.code()).isEqualTo(ExitCode.FOUND);
        assertThat(stopped.out()).doesNotContain("42");
        assertThat(stopped.err()).contains("SQLState");
        Outcome all = with("query", "--go-on", "SELECT nope FROM t_order; SELECT 42 AS answer FROM t_country");
        assertThat(all.code()).isEqualTo(ExitCode.FOUND);
        assertThat(all.out()).contains("42");
    }

    @Test
    void transactionsAreWholeOrNothing() {
        Outcome failed = with("query", "--transaction", "DELETE FROM t_order; SELECT nope FROM t_order");
        assertThat(failed.code()).isEqualTo(ExitCode.FOUND);
        assertThat(failed.err()).contains("rolled back");
        assertThat(with("query", "--format", "csv", "SELECT COUNT(*) AS n FROM t_order")
                        .out())
                .isEqualTo("N\n4\n");
    }

    @Test
    void refusalsShowCodeRemedyAndState() {
        Outcome outcome = with("query", "SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE");
        assertThat(outcome.code()).isEqualTo(ExitCode.FOUND);
        assertThat(outcome.err())
                .startsWith("SHD-2104: The window of ROW_NUMBER at line 1:18 needs rows of several data nodes.")
                .contains("[SQLState HYC00, code 2104]")
                .contains("\n→ Put the sharding columns into its PARTITION BY, or select one data node.");
    }

    @Test
    void explainDrawsTheTree() {
        Outcome outcome = with("explain", "SELECT user_id, SUM(amount) FROM t_order GROUP BY user_id");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out())
                .contains("Route SCATTER t_order")
                .contains("└─ ds_1 ×4  SELECT")
                .contains("t_order_0..3");
        Outcome one = with("explain", "-p", "1", "-p", "7", "SELECT * FROM t_order WHERE user_id = ? AND order_id = ?");
        assertThat(one.out()).contains("ds_1").contains("t_order_3").doesNotContain("ds_0");
    }

    @Test
    void explainTellsRefusalsByItsExitCode() {
        Outcome outcome = with(
                "explain", "--json", "SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE");
        assertThat(outcome.code()).isEqualTo(ExitCode.FOUND);
        assertThat(outcome.out()).contains("\"refused\" : true").contains("SHD-2104");
    }

    @Test
    void nodesCountRows() throws Exception {
        Path svg = folder.resolve("nodes.svg");
        Outcome outcome = with("nodes", "--svg", svg.toString());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("t_order  sharded; user_id → data source, order_id → table; 4 rows")
                .contains("t_country  broadcast; 2 rows");
        assertThat(Files.readString(svg)).contains("t_order_3");
        assertThat(with("nodes", "--json", "t_country").out())
                .contains("\"kind\" : \"broadcast\"")
                .doesNotContain("t_order");
        assertThat(with("nodes", "--no-rows").out()).doesNotContain("rows");
    }

    @Test
    void wrongCommandLinesSaySo() {
        assertThat(with("explain").code()).isEqualTo(ExitCode.USAGE);
        assertThat(with("query", "--format", "xml", "SELECT 1").err())
                .contains("xml")
                .contains("csv");
        assertThat(run("queri").err()).contains("neither a command nor a file queri");
        assertThat(run("--version").out()).contains("sharding-jdbc-cli");
    }

    @Test
    void brokenYamlIsAMessageWithoutAStackTrace() throws Exception {
        Path broken = folder.resolve("broken.yaml");
        Files.writeString(broken, Files.readString(Path.of(yaml)).replace("rules:", "rulez:"));
        Outcome outcome = run("-c", broken.toString(), "nodes");
        assertThat(outcome.code()).isEqualTo(ExitCode.NOT_OPEN);
        assertThat(outcome.err()).startsWith("SHD-3001: ").contains("rulez").doesNotContain("\tat ");
        assertThat(run("-c", broken.toString(), "--stacktrace", "nodes").err()).contains("\tat ");
    }

    @Test
    void missingDriversNameTheArtifact() throws Exception {
        Path other = folder.resolve("other.yaml");
        Files.writeString(other, """
                dataSources:
                  ds_0:
                    jdbcUrl: jdbc:opengauss://localhost/x
                rules: []
                """);
        Outcome outcome = run("-c", other.toString(), "nodes");
        assertThat(outcome.code()).isEqualTo(ExitCode.NOT_OPEN);
        assertThat(outcome.err()).contains("org.opengauss:opengauss-jdbc").contains("--driver-jar");
        assertThat(run("-c", other.toString(), "--driver-jar", "nowhere.jar", "nodes")
                        .err())
                .contains("nowhere.jar is not there");
    }
}
