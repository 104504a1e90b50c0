package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in a JVM of its own, as scripts run it. */
class ProcessTest {
    private static final int SECONDS = 300;

    @TempDir
    private Path folder;

    private Path yaml;

    @BeforeEach
    void write() throws IOException {
        yaml = Files.writeString(folder.resolve("sharding.yaml"), """
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:process', username: sa}
                """);
    }

    /** Else a script would take half of a table for the whole. */
    @Test
    void aFullDiskIsAnError() throws Exception {
        File full = new File("/dev/full");
        assumeThat(full).exists();
        Process process = builder("query", "--format", "csv", "SELECT 1")
                .redirectOutput(full)
                .start();
        assertThat(errors(process)).contains("Standard output cannot be written: ");
        assertThat(exit(process)).isEqualTo(ExitCode.FOUND);
    }

    @Test
    void aReaderThatHasEnoughEndsIt() throws Exception {
        Process process = builder("query", "--format", "csv", "SELECT x FROM SYSTEM_RANGE(1, 200000)")
                .start();
        try (InputStream output = process.getInputStream()) {
            assertThat(output.read()).isEqualTo('X');
        }
        assertThat(errors(process)).doesNotContain("ERROR").doesNotContain("Exception");
        assertThat(exit(process)).isEqualTo(ExitCode.FOUND);
    }

    /** In containers and in cron there is often no locale; the JVM has lost the letters then. */
    @Test
    void lettersThatTheLocaleDoesNotHaveAreNotTakenForOthers() throws Exception {
        ProcessBuilder builder = builder("query", "SELECT '\u00e9'");
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String errors = errors(process);
        assumeThat(errors).as("a locale that is not UTF-8").isNotEmpty();
        assertThat(errors).contains("Set LC_ALL=C.UTF-8, or give statements by --file or standard input");
        assertThat(exit(process)).isEqualTo(ExitCode.USAGE);
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = CliProcess.command("-c", yaml.toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static String errors(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static int exit(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
