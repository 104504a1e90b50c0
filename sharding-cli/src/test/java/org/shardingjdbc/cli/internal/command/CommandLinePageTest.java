package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;

/** What {@code docs/command-line.md} shows is what the commands write. */
class CommandLinePageTest {
    private static final Path PAGE = Path.of("..", "docs", "command-line.md");
    private static final Pattern EXAMPLE = Pattern.compile("```console\n\\$ sharding (.*)\n([^`]*)```");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Pattern SECONDS = Pattern.compile("\\([0-9.]+ s\\)");

    @TempDir
    Path folder;

    @Test
    void examplesAreWhatIsWritten() throws IOException {
        String yaml = Shop.yaml(folder).toString();
        Path schema = folder.resolve("schema.sql");
        Files.writeString(schema, Shop.SCHEMA);
        run(yaml, List.of("query", "-f", schema.toString()));
        List<MatchResult> examples =
                EXAMPLE.matcher(Files.readString(PAGE)).results().toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(4);
        for (MatchResult example : examples) {
            assertThat(lines(run(yaml, words(example.group(1)))))
                    .as(example.group(1))
                    .isEqualTo(lines(example.group(2)));
        }
    }

    /** What {@code docs/advise.md} shows. */
    @Test
    void adviceIsAsOnItsPage() throws IOException {
        String yaml = Shop.yaml(folder).toString();
        Path schema = folder.resolve("schema.sql");
        Files.writeString(schema, Shop.SCHEMA);
        run(yaml, List.of("query", "-f", schema.toString()));
        List<MatchResult> examples = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "advise.md")))
                .results()
                .toList();
        assertThat(examples).hasSize(1);
        assertThat(lines(run(yaml, words(examples.get(0).group(1)))))
                .isEqualTo(lines(examples.get(0).group(2)));
    }

    /** What {@code docs/check.md} shows. */
    @Test
    void mistakesAreShownAsOnThePageOfChecks() throws Exception {
        String yaml = Shop.yaml(folder).toString();
        Path schema = folder.resolve("schema.sql");
        Files.writeString(schema, Shop.SCHEMA);
        run(yaml, List.of("query", "-f", schema.toString()));
        Shop.plant(
                folder,
                "ds_0",
                "ALTER TABLE t_order_1 DROP COLUMN note",
                "INSERT INTO t_order_2 VALUES (7, 7, 1, 'lost')");
        String page = Files.readString(Path.of("..", "docs", "check.md"));
        String shown = page.substring(page.indexOf("```text\n") + 8);
        assertThat(lines(run(yaml, ExitCode.FOUND, List.of("check", "--rows", "all"))))
                .isEqualTo(lines(shown.substring(0, shown.indexOf("```"))));
    }

    @Test
    void exitCodesAreOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        for (int code : new int[] {ExitCode.DONE, ExitCode.FOUND, 2, 3, 130}) {
            assertThat(page).contains("\n| " + code + " | ");
        }
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        return words;
    }

    /** Without the time that it took, and without blanks at the end. */
    private static List<String> lines(String text) {
        return Arrays.stream(SECONDS.matcher(text).replaceAll("").split("\n"))
                .map(String::stripTrailing)
                .toList();
    }

    private static String run(String yaml, List<String> arguments) {
        return run(yaml, ExitCode.DONE, arguments);
    }

    private static String run(String yaml, int expected, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("-c", yaml));
        all.addAll(arguments);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        int code = RootCommand.run(output, all.toArray(new String[0]));
        assertThat(code).as(arguments + ": " + err).isEqualTo(expected);
        return out.toString();
    }
}
