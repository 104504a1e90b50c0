package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.site.Repository;

/** A model that finds nothing proves nothing: in all modules, a race is planted for each that it has to find. */
class ModelsTest {
    /** Of the tests of a module within a module. */
    private static final int DEPTH = 5;

    @Test
    void eachModelHasARaceToFind() throws IOException {
        List<Path> models = tests("ModelTest.java").stream()
                .filter(each -> text(each).contains("LinChecker.check("))
                .toList();
        String races = String.join(
                "\n",
                tests("Race.java", "RacesTest.java").stream()
                        .map(ModelsTest::text)
                        .filter(each -> each.contains("new PlantedSource("))
                        .toList());
        assertThat(models).as("models").hasSizeGreaterThan(8);
        assertThat(models).allSatisfy(model -> {
            String file = model.getFileName().toString();
            assertThat(races).contains(file.substring(0, file.length() - ".java".length()) + ".class");
        });
    }

    private static List<Path> tests(String... endings) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder : folders()) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(each -> Stream.of(endings).anyMatch(each.toString()::endsWith))
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.walk(Repository.folder(), DEPTH)) {
            return all.filter(each -> each.endsWith(Path.of("src", "test", "java")))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
