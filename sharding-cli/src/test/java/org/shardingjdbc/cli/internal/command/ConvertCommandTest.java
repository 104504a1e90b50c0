package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;

/** The command {@code convert} as scripts use it: where it writes, and its exit codes. */
class ConvertCommandTest {
    private static final Path SHAPES = Path.of("src", "test", "resources", "convert");

    @TempDir
    Path folder;

    private record Outcome(int code, String out, String err) {}

    private static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        int code = RootCommand.run(output, arguments);
        return new Outcome(code, out.toString(), err.toString());
    }

    @Test
    void theYamlGoesToStandardOutputAndTheVerdictsToStandardError() throws Exception {
        Outcome outcome =
                run("convert", SHAPES.resolve("4.0-sharding-inline.yaml").toString());
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(ExitCode.DONE);
        assertThat(outcome.out()).startsWith("dataSources:\n  ds_0:\n").endsWith("max-connections-size-per-query: 2\n");
        assertThat(outcome.err())
                .contains("changed  props.executor.size: is written as kernel-executor-size")
                .endsWith("32 taken, 13 changed, 0 dropped, 0 not yet\n");
    }

    @Test
    void aFileIsWrittenAndNotReplacedUnasked() throws Exception {
        String input = SHAPES.resolve("5.2-readwrite-static.yaml").toString();
        Path file = folder.resolve("sharding.yaml");
        Outcome outcome = run("convert", input, "--output", file.toString());
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(ExitCode.DONE);
        assertThat(outcome.out()).contains("is written as dataSourceGroups").doesNotContain("- !READWRITE");
        assertThat(Files.readString(file)).contains("- !READWRITE_SPLITTING");
        assertThat(run("-c", file.toString(), "nodes", "--no-rows").code()).isEqualTo(ExitCode.DONE);
        Outcome again = run("convert", input, "--output", file.toString());
        assertThat(again.code()).isEqualTo(ExitCode.NOT_OPEN);
        assertThat(again.err()).contains("is there already").contains("--force");
        assertThat(run("convert", input, "--force", "-o", file.toString()).code())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void whatIsMissingIsTheExitCode() {
        Outcome outcome = run(
                "convert", "--json", SHAPES.resolve("5.5-types-of-plugins.yaml").toString());
        assertThat(outcome.code()).isEqualTo(ExitCode.FOUND);
        assertThat(outcome.out())
                .contains("\"complete\" : false")
                .contains("\"not yet\" : 5")
                .contains("\"key\" : \"rules[1]\"")
                .contains("\"verdict\" : \"not yet\"")
                .contains("\"what\" : \"there is no rule !CDC\"")
                .contains("unknown sharding algorithm type 'COSID_MOD'");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void urlsAreOneLine() {
        Outcome outcome = run("convert", "jdbc:shardingsphere:absolutepath:/etc/app/sharding.yaml");
        assertThat(outcome.out()).isEqualTo("jdbc:sharding:file:/etc/app/sharding.yaml\n");
        assertThat(outcome.code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void whatCannotBeReadSaysSo() throws Exception {
        assertThat(run("convert").code()).isEqualTo(ExitCode.USAGE);
        Outcome missing = run("convert", folder.resolve("nowhere.yaml").toString());
        assertThat(missing.code()).isEqualTo(ExitCode.NOT_OPEN);
        assertThat(missing.err()).contains("nowhere.yaml cannot be read");
        Path other = folder.resolve("other.yaml");
        Files.writeString(other, "a: [b");
        Outcome broken = run("convert", other.toString());
        assertThat(broken.code()).isEqualTo(ExitCode.NOT_OPEN);
        assertThat(broken.err()).contains("other.yaml:1:6 is no YAML").doesNotContain("\tat ");
    }
}
