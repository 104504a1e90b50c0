package org.shardingjdbc.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.Driver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.shardingjdbc.testkit.DatabaseKind;

/** A page with the rows of two modules, of which one runs its tests. */
class FrameworkRowsTest {
    private static final String MODULE = "examples/mine";
    private static final String H2 = ClassPathVersion.of(Driver.class);
    private static final String PAGE = String.join(
            "\n",
            "# Frameworks",
            "",
            FrameworkPage.RUNS,
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            "| Other | 1 | | 2 | | | | `examples/other` |",
            "| Mine | " + H2 + " |  | " + H2 + " |  | – | 8.0 | `examples/mine` |",
            "",
            FrameworkPage.TOOK,
            "| --- | --- | --- |",
            "| Mine | a `setting` | `examples/mine` |",
            "",
            "The end.",
            "");

    @TempDir
    Path project;

    private Path folder;

    @BeforeEach
    void writeAPage() throws IOException {
        folder = Files.createDirectories(project.resolve(MODULE));
        Files.createDirectories(folder.resolve("src/main"));
        Files.writeString(folder.resolve("src/main/application.yaml"), "setting: on");
        Files.createDirectories(project.resolve("docs"));
        write(PAGE);
    }

    private void write(String page) throws IOException {
        Files.writeString(project.resolve("docs/frameworks.md"), page);
    }

    /** MySQL was not to be had. */
    private FrameworkRows ranAsThePageSays() {
        FrameworkRows rows =
                FrameworkRows.of(MODULE, folder).row("Mine", Driver.class).took("Mine", "a `setting`");
        rows.ran(DatabaseKind.H2);
        rows.refused("Mine", DatabaseKind.MARIADB);
        rows.testAborted(null, null);
        return rows;
    }

    @Test
    void whatRanIsWhatThePageSays() {
        assertThatCode(() -> ranAsThePageSays().afterAll(null)).doesNotThrowAnyException();
    }

    @Test
    void aDatabaseThatBroughtItselfSaysItsVersion() throws IOException {
        write(PAGE.replace("|  | – |", "| 1.4.200 | – |"));
        FrameworkRows rows = ranAsThePageSays();
        rows.ran("Mine", DatabaseKind.POSTGRESQL, "1.4.200 (2019-10-14)");
        assertThatCode(() -> rows.afterAll(null)).doesNotThrowAnyException();
    }

    @Test
    void anotherVersionIsToldWithTheRemedy() throws IOException {
        write(PAGE.replace("| Mine | " + H2, "| Mine | 1.4"));
        assertThatThrownBy(() -> ranAsThePageSays().afterAll(null))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("cp examples/mine/target/frameworks.md docs/frameworks.md");
        assertThat(folder.resolve("target/frameworks.md")).hasContent(PAGE);
    }

    @Test
    void anotherVersionOfADatabaseIsToldToo() throws IOException {
        write(PAGE.replace("|  | " + H2, "|  | 1.4"));
        assertThatThrownBy(() -> ranAsThePageSays().afterAll(null)).isInstanceOf(AssertionFailedError.class);
    }

    @Test
    void aRowThatNoTestRunsIsTold() throws IOException {
        write(PAGE.replace("| Mine | a", "| Mine | more | `examples/mine` |\n| Mine | a"));
        assertThatThrownBy(() -> ranAsThePageSays().afterAll(null)).isInstanceOf(AssertionFailedError.class);
        write(PAGE.replace("| Mine | " + H2, "| Gone | 1 | | | | | | `examples/mine` |\n| Mine | " + H2));
        assertThatThrownBy(() -> ranAsThePageSays().afterAll(null)).isInstanceOf(AssertionFailedError.class);
    }

    /** Nothing was skipped: the cell of MySQL is nobody's. */
    @Test
    void aCellThatNoTestReachedIsTold() {
        FrameworkRows rows =
                FrameworkRows.of(MODULE, folder).row("Mine", Driver.class).took("Mine", "a `setting`");
        rows.ran(DatabaseKind.H2);
        rows.refused("Mine", DatabaseKind.MARIADB);
        assertThatThrownBy(() -> rows.afterAll(null)).isInstanceOf(AssertionFailedError.class);
    }

    @Test
    void rowsOfANewModuleStandBehindTheOthers() throws IOException {
        write(PAGE.lines()
                .filter(line -> !line.contains("Mine"))
                .map(line -> line + "\n")
                .reduce("", String::concat));
        assertThatThrownBy(() -> ranAsThePageSays().afterAll(null)).isInstanceOf(AssertionFailedError.class);
        assertThat(folder.resolve("target/frameworks.md")).hasContent(PAGE.replace("– | 8.0", "– | "));
    }

    @Test
    void aFailureOfATestIsNotHiddenByThePage() throws IOException {
        write(PAGE.replace("| Mine | " + H2, "| Mine | 1.4"));
        FrameworkRows rows = ranAsThePageSays();
        rows.testFailed(null, null);
        assertThatCode(() -> rows.afterAll(null)).doesNotThrowAnyException();
    }

    @Test
    void whatIsSaidToBeTakenIsLookedUp() {
        assertThatThrownBy(() -> FrameworkRows.of(MODULE, folder).took("Mine", "a `switch`"))
                .hasMessageContaining("'switch', which Mine took, is in no file below");
    }

    @Test
    void aMisspeltRowIsTold() {
        assertThatThrownBy(() -> FrameworkRows.of(MODULE, folder).refused("Mien", DatabaseKind.H2))
                .hasMessageContaining("No row is called 'Mien'");
    }
}
