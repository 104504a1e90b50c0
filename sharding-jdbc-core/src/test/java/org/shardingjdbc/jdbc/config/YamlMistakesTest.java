package org.shardingjdbc.jdbc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.error.ShardingException;

/** Cases are in {@code yaml-mistakes.txt}: a document, {@code ----}, and the lines of the message. */
class YamlMistakesTest {
    @TestFactory
    Stream<DynamicTest> everyMistakeIsToldAtItsPlace() throws IOException {
        String text;
        try (InputStream file = YamlMistakesTest.class.getResourceAsStream("/yaml-mistakes.txt")) {
            text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (String block : text.split("(?m)^====.*\\R")) {
            int end = block.indexOf("\n----\n");
            if (end < 0) {
                continue;
            }
            int start = block.indexOf('\n') + 1;
            String title = block.substring(0, start).trim();
            String yaml = block.substring(start, end + 1);
            List<String> expected = block.substring(end + 6)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            tests.add(DynamicTest.dynamicTest(title, () -> check(yaml, expected)));
        }
        return tests.stream();
    }

    private static void check(String yaml, List<String> expected) {
        ShardingException error = catchThrowableOfType(
                ShardingException.class, () -> YamlConfigurations.parse(yaml, "c.yaml", PlaceholderType.ENVIRONMENT)
                        .check());
        assertThat(error).isNotNull();
        List<String> lines = String.valueOf(error.getMessage())
                .lines()
                .skip(1)
                .map(String::trim)
                .toList();
        if (lines.isEmpty()) {
            assertThat(error.getMessage()).startsWith(expected.get(0));
            return;
        }
        assertThat(lines.get(lines.size() - 1)).startsWith("Correct it");
        assertThat(lines.subList(0, lines.size() - 1)).containsExactlyElementsOf(expected);
    }
}
