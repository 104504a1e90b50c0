package org.shardingjdbc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a JVM loads from the configuration to the first row: most of what a start costs. By classes, since times differ
 * from machine to machine.
 */
class FirstRowTest {
    /** A tenth more than there are; who needs more should know why. */
    private static final int OWN_CLASSES = 1_130;

    private static final int OWN_LAMBDAS = 300;

    /** The names of all classes, in the order in which they were loaded, until the row came. */
    private static List<String> loaded = List.of();

    @BeforeAll
    static void start() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Xshare:auto",
                        "-Xlog:class+load:stdout:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstRow.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains(FirstRow.ROW + "NEW");
        loaded = output.lines()
                .takeWhile(line -> !line.startsWith(FirstRow.ROW))
                .filter(line -> line.contains(" source: "))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    @Test
    void aStartLoadsNoMoreClassesOfOursThanItNeeds() {
        assertThat(loaded)
                .filteredOn(name -> name.startsWith("org.shardingjdbc.") && !isLambda(name))
                .hasSizeBetween(OWN_CLASSES / 2, OWN_CLASSES);
    }

    /** Each is a class that is made when its line runs first. */
    @Test
    void aStartMakesFewLambdas() {
        assertThat(loaded)
                .filteredOn(name -> name.startsWith("org.shardingjdbc.") && isLambda(name))
                .hasSizeBetween(1, OWN_LAMBDAS);
    }

    /** A record's own equals and hashCode are put together of method handles, each of which is a class of its own. */
    @Test
    void aStartComparesRecordsByCodeAlone() {
        assertThat(loaded).contains("org.shardingjdbc.plan.internal.ShardPlanner");
        assertThat(loaded).doesNotContain("java.lang.runtime.ObjectMethods");
    }

    private static boolean isLambda(String name) {
        return name.contains("$$Lambda");
    }
}
