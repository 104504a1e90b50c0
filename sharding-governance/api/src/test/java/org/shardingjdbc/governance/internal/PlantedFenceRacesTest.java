package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.testkit.defect.ModelRun;
import org.shardingjdbc.testkit.defect.PlantedSource;

/** The model of fences sees what is wrong: it finds the defects that are planted, in a JVM of its own. */
@Tag("random")
@Timeout(300)
class PlantedFenceRacesTest {
    private static final boolean LONG = Integer.getInteger("lincheck.invocations") != null;
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 500);

    @TempDir
    private Path folder;

    /** A deliberate fault, and what the model says of it. */
    enum Race {
        ASKS_WHAT_RUNS_BEFORE_IT_TURNS(
                "it has settled while a statement of before runs",
                "        era = new Era();\n        last.over = true;",
                "        boolean quiet = last.isQuiet();\n        era = new Era();\n        last.over = true;",
                "        past.add(last);",
                "        if (!quiet) {\n            past.add(last);\n        }"),
        REVOKES_NOTHING(
                "a statement that others did not wait for is told as done",
                "        if (!isHeard()) {",
                "        if (false) {"),
        COUNTS_IN_AN_ERA_THAT_IS_OVER(
                "it has settled while a statement of before runs", "if (now == era && (goesOn", "if ((goesOn");

        private final String found;
        private final PlantedSource source;

        Race(String found, String... parts) {
            this.found = found;
            this.source = new PlantedSource("api", InstanceFence.class.getName(), List.of(parts));
        }
    }

    /** Told in a moment, after a line was moved. */
    @Test
    void eachHasALineToMakeWrong() throws Exception {
        for (Race race : Race.values()) {
            assertThat(race.source.text()).isNotEmpty();
        }
    }

    /** One of them, unless {@code -Dlincheck.invocations=} asks for more. */
    static List<Race> races() {
        return LONG ? List.of(Race.values()) : List.of(Race.values()[0]);
    }

    @ParameterizedTest
    @MethodSource("races")
    void raceIsFound(Race race) throws Exception {
        ModelRun.requireFinds(InstanceFenceModelTest.class, race.source, race.found, folder, INVOCATIONS);
    }
}
