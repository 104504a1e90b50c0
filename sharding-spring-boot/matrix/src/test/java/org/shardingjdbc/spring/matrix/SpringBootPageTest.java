package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The snippets of the page stand in files that {@link BootMatrixTest} runs, line by line. */
class SpringBootPageTest {
    private static final Path RUN = Path.of("src/test");
    private static final Path PAGE = Path.of("../../docs/spring-boot.md");

    @Test
    void snippetsAreRun() throws IOException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(RUN)) {
            for (Path file : all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("SpringBootPageTest.java"))
                    .toList()) {
                files.add(Files.readString(file));
                files.add(trimmed(Files.readString(file)));
            }
        }
        files.add(trimmed(Files.readString(Path.of("../../sharding-jdbc-bom/pom.xml"))));
        List<String> snippets = snippets(Files.readString(PAGE));
        assertThat(snippets).hasSizeGreaterThan(5);
        assertThat(snippets).allSatisfy(snippet -> assertThat(files).anyMatch(file -> file.contains(snippet)));
    }

    private static List<String> snippets(String page) {
        List<String> result = new ArrayList<>();
        StringBuilder snippet = null;
        boolean yaml = false;
        for (String line : page.lines().toList()) {
            if (!line.startsWith("```")) {
                if (snippet != null) {
                    snippet.append(line).append('\n');
                }
            } else if (snippet == null) {
                snippet = new StringBuilder();
                yaml = line.equals("```yaml");
            } else {
                result.add(yaml ? snippet.toString() : trimmed(snippet.toString()));
                snippet = null;
            }
        }
        assertThat(snippet).as("a snippet that does not end").isNull();
        return result;
    }

    /** Without the spaces at the beginnings of lines: code is moved to the left, YAML is not. */
    private static String trimmed(String text) {
        StringBuilder result = new StringBuilder();
        text.lines().forEach(line -> result.append(line.strip()).append('\n'));
        return result.toString();
    }
}
