package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The restart of Boot's development tools, which loads the application's classes anew and keeps those of jars. */
class DevelopmentToolsTest {
    private static final String METER = "/actuator/metrics/sharding.statements?tag=database:shop";

    @TempDir
    private Path classes;

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.spring.matrix.BootMatrixTest#versions")
    void aChangedClassStartsTheApplicationAnew(String version) throws Exception {
        copyClasses();
        BootApplication application = BootApplication.develop(
                        version, classes, "--spring.profiles.active=whole", "--sharding.props.jmx-enabled=true", METER)
                .succeeds();
        assertThat(application.values("class loader")).containsExactly("RestartClassLoader", "RestartClassLoader");
        // The databases are in memory, so the tables are made again: the connections of the first start are closed.
        assertThat(application.values("rows")).containsExactly("[n1, n2, n3, n4]", "[n1, n2, n3, n4]");
        assertThat(application.values("pools")).containsExactly("2", "2");
        assertThat(application.value("threads of the first start")).isEqualTo("[]");
        assertThat(application.value("sharding in the second")).isEqualTo("true");
        assertSame(application.values("threads"));
        assertThat(application.value("threads")).contains("ds_0", "ds_1");
        assertSame(application.values("beans"));
        assertThat(application.value("beans")).contains("org.shardingjdbc");
        // As many statements as in the first start, so that nothing counts on.
        List<Integer> counts = new ArrayList<>();
        for (String answer : application.values("GET " + METER)) {
            counts.add(new ObjectMapper()
                    .readTree(answer)
                    .at("/measurements/0/value")
                    .asInt());
        }
        assertThat(counts).hasSize(2).doesNotContain(0);
        assertThat(counts.get(1)).isEqualTo(counts.get(0));
        assertThat(application.value("pools left")).isEqualTo("0");
        assertThat(application.value("beans left")).isEqualTo("[]");
    }

    private static void assertSame(List<String> values) {
        assertThat(values).hasSize(2);
        assertThat(values.get(1)).isEqualTo(values.get(0));
    }

    /** Whose files are touched, so that no other test sees it. */
    private void copyClasses() throws IOException {
        Path from = Path.of("target", "test-classes");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = classes.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
    }
}
