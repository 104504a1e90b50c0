package org.shardingjdbc.governance.internal;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.testkit.defect.ModelRun;
import org.shardingjdbc.testkit.defect.PlantedSource;

/** The model of elections sees what is wrong: it finds the defect that is planted, in a JVM of its own. */
@Tag("random")
@Timeout(300)
class PlantedElectionRacesTest {
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 500);

    @TempDir
    private Path folder;

    @Test
    void raceIsFound() throws Exception {
        PlantedSource blind = new PlantedSource(
                "api",
                AgreedWriters.class.getName(),
                List.of("                if (closed) {", "                if (false) {"));
        ModelRun.requireFinds(
                AgreedWritersModelTest.class, blind, "one that has closed holds the lease", folder, INVOCATIONS);
    }
}
