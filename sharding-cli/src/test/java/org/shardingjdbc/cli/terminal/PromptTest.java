package org.shardingjdbc.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.command.CliProcess;
import org.shardingjdbc.cli.internal.command.Shop;

/** The prompt in a pseudo-terminal: a child process, its keys and its screen. */
class PromptTest {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String UP = "\u001bOA";

    @TempDir
    Path folder;

    private Path yaml;

    @BeforeEach
    void writeYaml() throws IOException {
        yaml = Shop.yaml(folder);
    }

    private TerminalScreen start(int width, int height, Map<String, String> environment) throws IOException {
        Map<String, String> all = new HashMap<>(environment);
        all.put("SHARDING_HISTORY", folder.resolve("history").toString());
        return new TerminalScreen(width, height, all, CliProcess.command(yaml.toString()));
    }

    @Test
    void conversation() throws Exception {
        try (TerminalScreen screen = start(100, 40, Map.of())) {
            screen.await("shop> ");
            screen.type(Shop.SCHEMA.replace("\n", "\r"));
            screen.await("4 rows changed");
            completes(screen);
            goesOnUntilTheSemicolon(screen);
            transactions(screen);
            colours(screen);
            history(screen);
            screen.type("begin;\rexit\r");
            assertThat(screen.end()).isZero();
            assertThat(screen.raw()).contains("The transaction that was open is rolled back.");
        }
        Path history = folder.resolve("history");
        assertThat(Files.readString(history)).contains("SELECT code");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                .isEqualTo("rw-------");
    }

    private static void completes(TerminalScreen screen) throws Exception {
        screen.type("\\dt\r");
        screen.await("broadcast");
        screen.type("SELECT am\t");
        screen.await("SELECT amount");
        screen.type(" FROM t_o\t");
        screen.await("SELECT amount FROM t_order ");
        screen.type("o WHERE o.ord\t");
        screen.await("WHERE o.order_id");
        screen.type(" = 4 OR\t");
        screen.await("ORDER");
        screen.type(CTRL_C);
        screen.await(text -> text.stripTrailing().endsWith("shop>"), "an empty prompt");
    }

    private static void goesOnUntilTheSemicolon(TerminalScreen screen) throws Exception {
        screen.type("SELECT code, name\r");
        screen.await("-> ");
        screen.type("FROM t_country ORDER BY code;\r");
        screen.await("日本");
        screen.await("2 rows (0.");
    }

    private static void transactions(TerminalScreen screen) throws Exception {
        screen.type("begin;\r");
        screen.await("shop*> ");
        screen.type("UPDATE t_order SET note = 'new';\r");
        screen.type("rollback;\r");
        screen.await(text -> text.stripTrailing().endsWith("shop>"), "a prompt without a star");
        screen.type("SELECT COUNT(*) AS changed FROM t_order WHERE note = 'new'\\G\r");
        screen.await("CHANGED │ 0");
    }

    private static void colours(TerminalScreen screen) throws Exception {
        screen.forget();
        screen.type("EXPLAIN SHARDING SELECT * FROM t_order;\r");
        screen.await("ds_1 ×4");
        assertThat(screen.raw()).contains("\u001b[1;36mRoute\u001b[0m").contains("\u001b[33mds_1\u001b[0m");
        screen.type("SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE;\r");
        screen.await("→ Put the sharding columns");
    }

    private static void history(TerminalScreen screen) throws Exception {
        screen.type(UP + UP);
        screen.await(text -> text.stripTrailing().endsWith("SELECT * FROM t_order;"), "the statement before the last");
        screen.type(CTRL_C);
        screen.await(text -> text.stripTrailing().endsWith("shop>"), "an empty prompt");
    }

    @Test
    void controlCCancelsTheStatementThatRuns() throws Exception {
        try (TerminalScreen screen = start(100, 30, Map.of("NO_COLOR", "1"))) {
            screen.await("shop> ");
            screen.type("SELECT COUNT(*) FROM SYSTEM_RANGE(1, 100000) a, SYSTEM_RANGE(1, 100000) b;\r");
            screen.await("Ctrl-C cancels");
            screen.type(CTRL_C);
            screen.await(
                    text -> text.contains("SHD-5003: The statement was cancelled.")
                            && text.stripTrailing().endsWith("shop>"),
                    "a cancelled statement");
            assertThat(screen.raw())
                    .as("NO_COLOR")
                    .doesNotContain("\u001b[1;31m")
                    .doesNotContain("\u001b[1;36m");
            screen.type(CTRL_D);
            assertThat(screen.end()).isZero();
        }
    }

    @Test
    void largeResultsArePagedAndFollowTheSizeOfTheTerminal() throws Exception {
        try (TerminalScreen screen = start(100, 20, Map.of())) {
            screen.await("shop> ");
            screen.type("SELECT x AS n, REPEAT('a', 150) AS wide FROM SYSTEM_RANGE(1, 1000) ORDER BY x;\r");
            screen.await("rows (q to leave)");
            assertThat(screen.text()).contains("  1 │ aaa").contains("…").doesNotContain("  40 │");
            screen.type(" ");
            screen.await("30 │");
            screen.type("q");
            screen.await("the first ");
            screen.resize(60, 12);
            screen.type("\\pager off\r");
            screen.await("at once");
            screen.type("SELECT x AS n, REPEAT('b', 150) AS wide FROM SYSTEM_RANGE(1, 3) ORDER BY x;\r");
            screen.await("3 rows; ");
            assertThat(screen.text().lines().filter(line -> line.contains("bbb")))
                    .hasSize(3)
                    .allMatch(line -> line.length() <= 60 && line.endsWith("…"));
            screen.type("\\q\r");
            assertThat(screen.end()).isZero();
        }
    }
}
