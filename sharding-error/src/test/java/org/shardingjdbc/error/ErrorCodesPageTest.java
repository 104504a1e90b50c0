package org.shardingjdbc.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/error-codes.md} is printed from the registry; this test prints it again and compares. */
class ErrorCodesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "error-codes.md");
    private static final Path PRINTED = Path.of("target", "error-codes.md");
    private static final String[] SECTIONS = {
        "1", "SQL text and parameters",
        "2", "Refused constructs",
        "3", "Configuration",
        "4", "Routing",
        "5", "Execution",
        "6", "Transactions",
        "7", "Governance",
        "8", "Scaling",
        "9", "Defects of this library"
    };

    @Test
    void pageIsCurrent() throws IOException {
        String printed = print();
        Files.createDirectories(PRINTED.getParent());
        Files.writeString(PRINTED, printed);
        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("the page is not what ErrorCode says; accept the new one with:"
                        + " cp sharding-error/target/error-codes.md docs/error-codes.md")
                .isEqualTo(printed);
    }

    @Test
    void pageHasAll() {
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(print()).contains("| " + code.id() + " |");
        }
    }

    /** Whoever looks one up in the code finds it where its number says. */
    @Test
    void codesStandInTheOrderOfTheirNumbers() throws IOException {
        assertThat(ErrorCode.values()).isSortedAccordingTo(Comparator.comparingInt(ErrorCode::number));
        String code = Files.readString(Path.of("src/main/java/org/shardingjdbc/error/ErrorCode.java"));
        for (int i = 0; i < SECTIONS.length; i += 2) {
            assertThat(code).contains("    // ---- " + SECTIONS[i] + "xxx " + SECTIONS[i + 1] + "\n");
        }
    }

    @Test
    void numbersAreUniqueAndStatesHaveFiveCharacters() {
        List<Integer> numbers =
                Arrays.stream(ErrorCode.values()).map(ErrorCode::number).toList();
        assertThat(numbers).doesNotHaveDuplicates();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(code.sqlState()).as(code.id()).hasSize(5);
            assertThat(code.message()).as(code.id()).doesNotEndWith(".");
            assertThat(code.remedy())
                    .as(code.id())
                    .isNotBlank()
                    .doesNotEndWith(".")
                    .doesNotContain("{}");
        }
    }

    @Test
    void pagesNameNoOtherCodes() throws IOException {
        Set<String> known = Arrays.stream(ErrorCode.values()).map(ErrorCode::id).collect(Collectors.toSet());
        Pattern code = Pattern.compile("SHD-[0-9]{4}");
        int named = 0;
        try (Stream<Path> pages = Files.list(PAGE.getParent())) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                Matcher found = code.matcher(Files.readString(page));
                while (found.find()) {
                    assertThat(known).as("%s names it", page.getFileName()).contains(found.group());
                    named++;
                }
            }
        }
        assertThat(named).isGreaterThan(known.size());
    }

    private static String print() {
        StringBuilder page = new StringBuilder()
                .append("# Error codes\n\n")
                .append(
                        "Every error that this library raises by itself. The message of the SQLException starts with the number and\n")
                .append(
                        "ends with the remedy; the vendor code is the number without `SHD-`. Errors of the databases pass through with\n")
                .append(
                        "their own SQLState, vendor code and cause. This page is printed from `ErrorCode` by `ErrorCodesPageTest`.\n\n")
                .append(
                        "Categories: USER, the SQL or its parameters are wrong; CONFIG, the configuration is; UNSUPPORTED, the SQL is\n")
                .append(
                        "right, but no rule proves its sharded answer; BACKEND, a data source failed; BUG, please report it.\n");
        for (int i = 0; i < SECTIONS.length; i += 2) {
            section(page, SECTIONS[i], SECTIONS[i + 1]);
        }
        return page.toString();
    }

    private static void section(StringBuilder page, String digit, String title) {
        page.append("\n## ").append(title).append("\n\n");
        page.append("| code | SQLState | category | what happened | what to do |\n| --- | --- | --- | --- | --- |\n");
        Arrays.stream(ErrorCode.values())
                .filter(code -> String.valueOf(code.number()).startsWith(digit))
                .sorted(Comparator.comparingInt(ErrorCode::number))
                .forEach(code -> page.append("| ")
                        .append(code.id())
                        .append(" | ")
                        .append(code.sqlState())
                        .append(" | ")
                        .append(code.category())
                        .append(" | ")
                        .append(cell(code.message()))
                        .append(" | ")
                        .append(cell(code.remedy()))
                        .append(" |\n"));
    }

    private static String cell(String text) {
        return text.replace("{}", "…").replace("|", "\\|").replace("<", "&lt;");
    }
}
