package org.shardingjdbc.architecture.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link NativeTour} in a JVM that tells what it looks up. */
class NativeTourTest {
    private static final String RESULT = "[1, 2, 3, 4], pulled [1, 3, 4]";

    /** Caffeine's classes for the settings of a cache, of which each letter is one. */
    private static final Pattern CACHE =
            Pattern.compile("(com\\.github\\.benmanes\\.caffeine\\.cache\\.[A-Z]{2,}) source:");

    /** Of libraries, those whose metadata are ours to give. */
    private static final Pattern THEIRS = Pattern.compile(
            "com\\.zaxxer\\.hikari\\.HikariConfig|com\\.github\\.benmanes\\.caffeine\\.cache\\.[A-Z]{2,}");

    @Test
    void theCachesAreInTheMetadata() throws Exception {
        Set<String> loaded = new TreeSet<>();
        CACHE.matcher(run(Path.of(System.getProperty("java.home")), "-Xlog:class+load"))
                .results()
                .forEach(found -> loaded.add(found.group(1)));
        assertThat(loaded).isNotEmpty();
        assertThat(told()).containsAll(loaded);
    }

    /** What GraalVM's own agent sees. */
    @Test
    void theTracingAgentSeesNothingElse(@TempDir Path folder) throws Exception {
        List<Path> found = agents();
        assumeThat(found)
                .as(
                        "a GraalVM, by whose libnative-image-agent the tour is traced; it is looked for in java.home and beside it")
                .isNotEmpty();
        run(found.get(0), "-agentlib:native-image-agent=config-output-dir=" + folder);
        NativeMetadata traced = NativeMetadata.traced(folder);
        assumeThat(traced.types())
                .as("what the agent of a GraalVM for JDK 23 or newer writes; this is %s", found.get(0))
                .isNotEmpty();
        Set<String> ours = new TreeSet<>();
        for (Jar jar : Jar.all()) {
            ours.addAll(jar.classes());
        }
        assertThat(told())
                .containsAll(traced.types().stream()
                        .filter(type ->
                                ours.contains(type) || THEIRS.matcher(type).matches())
                        .toList());
    }

    private static Set<String> told() throws IOException {
        Set<String> types = new TreeSet<>();
        for (Jar jar : Jar.all()) {
            types.addAll(jar.metadata().types());
        }
        return types;
    }

    /** The homes of JDKs that have one. */
    private static List<Path> agents() throws IOException {
        Path home = Path.of(System.getProperty("java.home")).toRealPath();
        try (Stream<Path> beside = Files.list(home.getParent())) {
            return Stream.concat(Stream.of(home), beside.sorted())
                    .filter(each ->
                            Files.exists(each.resolve("lib").resolve(System.mapLibraryName("native-image-agent"))))
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    private static String run(Path java, String option) throws Exception {
        Process process = new ProcessBuilder(
                        java.resolve("bin").resolve("java").toString(),
                        "-Xmx256m",
                        option,
                        "-cp",
                        System.getProperty("java.class.path"),
                        NativeTour.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains(RESULT);
        return output;
    }
}
