package org.shardingjdbc.engine.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.engine.internal.session.SessionVersionModelTest;
import org.shardingjdbc.testkit.defect.ModelRun;

/** The models see what is wrong: each finds the defects that are planted into what it runs, in a JVM of its own. */
@Tag("random")
@Timeout(300)
class PlantedRacesTest {
    private static final boolean LONG = Integer.getInteger("lincheck.invocations") != null;
    /** More than a model tries by itself: it ends with the first that is wrong. */
    private static final int FEWER = 500;

    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", FEWER);

    /** Models of so many steps that to find a race takes them as long as all others together. */
    private static final Set<Class<?>> OF_THE_NIGHT = Set.of(GroupedRunModelTest.class, SessionVersionModelTest.class);

    @TempDir
    private Path folder;

    /** Told in a moment, after a line was moved. */
    @Test
    void eachHasALineToMakeWrong() throws Exception {
        for (PlantedRace race : PlantedRace.values()) {
            assertThat(race.source().text()).isNotEmpty();
        }
    }

    /** One for each model but the largest, unless {@code -Dlincheck.invocations=} asks for more. */
    static List<PlantedRace> races() {
        Map<Class<?>, PlantedRace> first = new LinkedHashMap<>();
        for (PlantedRace race : PlantedRace.values()) {
            first.putIfAbsent(race.model(), race);
        }
        first.keySet().removeAll(OF_THE_NIGHT);
        return LONG ? List.of(PlantedRace.values()) : List.copyOf(first.values());
    }

    @ParameterizedTest
    @MethodSource("races")
    void raceIsFound(PlantedRace race) throws Exception {
        int invocations = OF_THE_NIGHT.contains(race.model()) ? FEWER : INVOCATIONS;
        ModelRun.requireFinds(race.model(), race.source(), race.found(), folder, invocations);
    }
}
