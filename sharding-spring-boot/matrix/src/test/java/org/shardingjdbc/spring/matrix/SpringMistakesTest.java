package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Wrong properties, and what an application that has them says when it fails to start. {@code mistakes.txt} has each
 * mistake, its properties, and below the line the answer as users read it.
 */
class SpringMistakesTest {
    private static final Path FILE = Path.of("src", "test", "resources", "mistakes.txt");
    private static final Path MADE = Path.of("target", "mistakes.txt");
    private static final String LINE = "----";

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void eachIsAnsweredWithPlaceAndRemedy() throws IOException {
        StringBuilder made = new StringBuilder();
        List<String> properties = new ArrayList<>();
        boolean answer = false;
        int mistakes = 0;
        for (String line : Files.readAllLines(FILE)) {
            if (line.startsWith("#")) {
                made.append(mistakes++ == 0 ? "" : "\n").append(line).append('\n');
                properties.clear();
                answer = false;
            } else if (line.equals(LINE)) {
                answer = true;
                made.append(LINE).append('\n').append(answer(properties)).append('\n');
            } else if (!answer && !line.isBlank()) {
                properties.add(line);
                made.append(line).append('\n');
            }
        }
        Files.createDirectories(MADE.getParent());
        Files.writeString(MADE, made);
        assertThat(made.toString()).doesNotContain("\nIt starts\n").doesNotContain("Exception");
        assertThat(made.toString())
                .as("read the new answers and accept them with: cp target/mistakes.txt src/test/resources/mistakes.txt")
                .isEqualTo(Files.readString(FILE));
    }

    /** What is printed of the description and the action. */
    private static String answer(List<String> properties) throws IOException {
        Path file = Path.of("target", "wrong.properties");
        Files.createDirectories(file.getParent());
        Files.write(file, properties);
        LoggingSystem.get(SpringMistakesTest.class.getClassLoader())
                .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.ERROR);
        PrintStream console = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        boolean started = false;
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(org.springframework.boot.Banner.Mode.OFF)
                .run("--spring.config.location=file:" + file.toAbsolutePath())) {
            started = context.isActive();
        } catch (RuntimeException e) {
            started = false;
        } finally {
            System.setOut(console);
        }
        if (started) {
            return "It starts";
        }
        String text = out.toString(StandardCharsets.UTF_8);
        int begin = text.indexOf("Description:");
        return begin < 0 ? text : printed(text.substring(begin), file);
    }

    private static String printed(String text, Path file) {
        StringBuilder lines = new StringBuilder();
        for (String line : text.split("\\R")) {
            if (!line.isBlank()) {
                lines.append(line.replace(file.toAbsolutePath().toString(), "wrong.properties")
                                .stripTrailing())
                        .append('\n');
            }
        }
        return lines.toString().stripTrailing();
    }
}
