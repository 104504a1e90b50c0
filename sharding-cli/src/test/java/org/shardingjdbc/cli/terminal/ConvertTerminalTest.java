package org.shardingjdbc.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.command.CliProcess;

/** The command {@code convert} in a pseudo-terminal: what a user sees, and the exit code that a script sees. */
class ConvertTerminalTest {
    @TempDir
    Path folder;

    private static TerminalScreen start(String... arguments) throws Exception {
        List<String> command = CliProcess.command("convert");
        command.addAll(List.of(arguments));
        return new TerminalScreen(140, 60, Map.of(), command);
    }

    @Test
    void verdictsAreShownWithTheirRemedies() throws Exception {
        Path input = Path.of("src", "test", "resources", "convert", "5.2-discovery.yaml");
        Path file = folder.resolve("sharding.yaml");
        try (TerminalScreen screen = start(input.toString(), "--output", file.toString())) {
            screen.await("19 taken, 21 changed, 4 dropped, 0 not yet");
            assertThat(screen.text())
                    .contains("rules[1]: who is primary is not discovered")
                    .contains("→ name the primary as writeDataSourceName");
            assertThat(screen.raw()).contains("\u001b[35mchanged\u001b[0m");
            assertThat(screen.end()).isZero();
        }
        assertThat(Files.readString(file)).contains("failover: follow");
        try (TerminalScreen screen = start("jdbc:shardingsphere:nacos:x")) {
            screen.await("not from nacos");
            assertThat(screen.end()).isEqualTo(1);
        }
    }
}
