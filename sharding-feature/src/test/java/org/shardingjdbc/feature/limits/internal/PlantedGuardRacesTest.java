package org.shardingjdbc.feature.limits.internal;

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

/** The model of guards sees what is wrong: it finds the defects that are planted into one, in a JVM of its own. */
@Tag("random")
@Timeout(300)
class PlantedGuardRacesTest {
    private static final boolean LONG = Integer.getInteger("lincheck.invocations") != null;
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 500);

    @TempDir
    private Path folder;

    /** A deliberate fault: steps in an order in which another thread may come between. */
    enum Race {
        LETS_SEVERAL_TRY("if (goesOn(open, next)) {", "if (state == open) {\n                state = next;"),
        CLOSES_BY_A_LATE_ANSWER(
                "            } else if (failures.get() != 0) {",
                "            } else if (state instanceof Open) {\n                state = new Closed();\n"
                        + "            } else if (failures.get() != 0) {"),
        CLOSES_BY_AN_EARLIER_TRY(
                "} else if (goesOn(open, new Closed())) {",
                "} else if (STATE.getAndSet(BreakerGuard.this, new Closed()) instanceof Open) {"),
        CLOSES_WHILE_ANOTHER_ONE_TRIES(
                "} else if (goesOn(open, new Closed())) {",
                "} else if (state == open && STATE.getAndSet(BreakerGuard.this, new Closed()) != null) {"),
        LETS_ANOTHER_ONE_TRY_FOR_AN_EARLIER_ONE(
                "            goesOn(open, new Open(nanos.getAsLong()));\n            leave();",
                "            state = new Open(nanos.getAsLong());\n            leave();"),
        KEEPS_THE_PLACE_OF_WHO_IS_REFUSED_A_TRY("if (!admitted) {", "if (false) {");

        private final PlantedSource source;

        Race(String... parts) {
            source = new PlantedSource("sharding-feature", BreakerGuard.class.getName(), List.of(parts));
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
        ModelRun.requireFinds(GuardModelTest.class, race.source, "= ", folder, INVOCATIONS);
    }
}
