package org.shardingjdbc.jdbc.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.Oracle;
import org.shardingjdbc.testkit.oracle.OracleReport;

/** The oracle sees what is wrong: with each planted defect it finds a difference, and none without. */
@Tag("random")
class PlantedDefectsTest {
    private static final int STATEMENTS = 300;
    /** Where it is not known which of them find it. */
    private static final int STATEMENTS_OF_OTHERS = 2000;

    private static final int STATEMENTS_WITHOUT = 100;

    @TempDir
    private Path folder;

    /** Told in a moment, after a line was moved; the search for differences takes longer. */
    @Test
    void eachHasALineToMakeWrong() throws Exception {
        for (PlantedDefect defect : PlantedDefect.values()) {
            assertThat(defect.source().text()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void defectIsFound(PlantedDefect defect) throws Exception {
        Long other = Long.getLong("oracle.seed");
        OracleReport report = other == null
                ? oracle(defect).runUntilAnyDifference(defect.seed(), defect.first(), STATEMENTS)
                : oracle(defect).runUntilDifference(other, STATEMENTS_OF_OTHERS);
        System.out.println(defect + " after " + report.asked() + " statements");
        assertThat(report.differences()).as("differences found with %s", defect).isNotEmpty();
    }

    @Test
    void withoutDefectNoneIsFound() throws Exception {
        oracle(null)
                .runUntilDifference(Long.getLong("oracle.seed", 9000), STATEMENTS_WITHOUT)
                .assertNoDifference();
    }

    private Oracle oracle(PlantedDefect defect) throws Exception {
        return Oracle.onGeneratedSchemas(TestServer.of(DatabaseKind.H2), DefectiveClasses.opener(defect, folder));
    }
}
