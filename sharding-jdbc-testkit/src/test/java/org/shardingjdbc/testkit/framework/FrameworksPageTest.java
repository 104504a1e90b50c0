package org.shardingjdbc.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row of docs/frameworks.md is held by a test of the module that it names. */
class FrameworksPageTest {
    @Test
    void eachModuleOfThePageHasATestThatHoldsItsRows() throws IOException {
        Path project = Path.of("..");
        FrameworkPage page = new FrameworkPage(Files.readString(project.resolve("docs/frameworks.md")));
        List<String> modules = page.modules(FrameworkPage.RUNS);
        assertThat(modules).hasSizeGreaterThan(4).containsAll(page.modules(FrameworkPage.TOOK));
        for (String module : modules) {
            try (Stream<Path> files = Files.walk(project.resolve(module).resolve("src/test/java"))) {
                assertThat(files.filter(file -> file.toString().endsWith("Test.java"))
                                .filter(file -> read(file).contains("FrameworkRows.of(\"" + module + "\")")))
                        .as("the test of %s that holds its rows by FrameworkRows", module)
                        .hasSize(1);
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
