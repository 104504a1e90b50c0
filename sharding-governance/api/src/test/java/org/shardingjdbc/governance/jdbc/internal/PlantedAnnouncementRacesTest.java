package org.shardingjdbc.governance.jdbc.internal;

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

/** The model of announcements sees what is wrong: it finds the defects that are planted, in a JVM of its own. */
@Tag("random")
@Timeout(300)
class PlantedAnnouncementRacesTest {
    private static final boolean LONG = Integer.getInteger("lincheck.invocations") != null;
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 500);

    @TempDir
    private Path folder;

    /** A deliberate fault, and what the model says of it. */
    enum Race {
        TAKES_THE_TIME_AFTER_THE_QUESTION(
                "one that runs statements was not found",
                "asked - before.sinceNanos()",
                "nanoTime.getAsLong() - before.sinceNanos()"),
        BURIES_WHO_BEATS_MEANWHILE(
                "one that runs statements was not found", "table.bury(key, stored.version())", "table.withdraw(key)"),
        COMES_BACK_WITH_THE_BEAT_OF_BEFORE(
                "one that runs statements was not found", "ThreadLocalRandom.current().nextLong(1, LONGEST)", "1"),
        CLOSES_DURING_A_BEAT(
                "one that has closed is announced",
                "        synchronized (own) {\n            closed = true;",
                "        synchronized (this) {\n            closed = true;"),
        BEATS_WHEN_IT_IS_CLOSED("one that has closed is announced", "if (closed) {", "if (false) {");

        private final String found;
        private final PlantedSource source;

        Race(String found, String... parts) {
            this.found = found;
            this.source = new PlantedSource("api", Announcements.class.getName(), List.of(parts));
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
        ModelRun.requireFinds(AnnouncementsModelTest.class, race.source, race.found, folder, INVOCATIONS);
    }
}
