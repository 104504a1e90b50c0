package org.shardingjdbc.engine.internal.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.testkit.defect.PlantedSource;

/** The models see what is wrong: each finds the defects that are planted into what it runs, in a JVM of its own. */
@Tag("random")
@Timeout(300)
class PlantedRacesTest {
    private static final boolean LONG = Integer.getInteger("lincheck.invocations") != null;
    /** More than a model tries by itself: it ends with the first that is wrong. */
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 500);

    private static final int FOUND = 3;

    @TempDir
    private Path folder;

    /**
     * What the other JVM does: checks the model that is named. Where something is wrong, the checker runs the same
     * steps again to tell them, and fails otherwise when what is wrong comes out in another way then.
     */
    public static void main(String[] arguments) throws Exception {
        try {
            Class.forName(arguments[0]).getMethod("check").invoke(null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
            System.exit(FOUND);
        }
        System.exit(0);
    }

    /** Told in a moment, after a line was moved. */
    @Test
    void eachHasALineToMakeWrong() throws Exception {
        for (PlantedRace race : PlantedRace.values()) {
            assertThat(race.source().text()).isNotEmpty();
        }
    }

    /** One for each model, unless {@code -Dlincheck.invocations=} asks for more. */
    static List<PlantedRace> races() {
        Map<Class<?>, PlantedRace> first = new LinkedHashMap<>();
        for (PlantedRace race : PlantedRace.values()) {
            first.putIfAbsent(race.model(), race);
        }
        return LONG ? List.of(PlantedRace.values()) : List.copyOf(first.values());
    }

    @ParameterizedTest
    @MethodSource("races")
    void raceIsFound(PlantedRace race) throws Exception {
        race.source().compile(folder);
        Path output = folder.resolve("output");
        Process models = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlincheck.invocations=" + INVOCATIONS,
                        "-cp",
                        folder + File.pathSeparator + PlantedSource.classPath(),
                        PlantedRacesTest.class.getName(),
                        race.model().getName()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(models.waitFor(240, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            models.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(models.exitValue()).as(said).isEqualTo(FOUND);
        assertThat(said).contains(race.found());
    }
}
