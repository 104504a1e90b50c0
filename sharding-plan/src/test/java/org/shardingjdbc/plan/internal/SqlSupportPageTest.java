package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;

/**
 * {@code docs/sql-support.md} is printed from the plan cases and the error codes, around the text of
 * {@code sql-support.md} among the test resources; this test prints it again and compares.
 */
class SqlSupportPageTest {
    private static final Path PAGE = Path.of("..", "docs", "sql-support.md");
    private static final Path PRINTED = Path.of("target", "sql-support.md");
    private static final Path TEMPLATE = Path.of("src/test/resources/sql-support.md");
    private static final Path CASES = Path.of("src/test/resources/plans");
    private static final List<Path> TESTS = List.of(
            Path.of("src/test"),
            Path.of("..", "sharding-jdbc-core", "src", "test"),
            Path.of("..", "sharding-merge", "src", "test"),
            Path.of("..", "sharding-transaction", "base", "src", "test"),
            Path.of("..", "sharding-feature", "src", "test"));

    /** Refusals that no plan shows, with an example; a test of this module raises each. */
    private static final Map<String, String> OTHER_TESTS = Map.ofEntries(
            Map.entry(
                    "SHD-2212",
                    "`UPDATE t_log l SET ... FROM t_user u WHERE ...` of a table without a primary key, joined with another one"),
            Map.entry(
                    "SHD-2213",
                    "`UPDATE t_order o, t_order_item i SET o.amount = i.price WHERE o.order_id = i.order_id`"
                            + " where an order has two items"),
            Map.entry("SHD-2214", "`UPDATE t_account SET account_id = account_id + 1`"),
            Map.entry(
                    "SHD-2215", "`UPDATE t_order SET user_id = user_id + 1, amount = user_id` with MySQL and MariaDB"),
            Map.entry(
                    "SHD-2216",
                    "`INSERT INTO t_order (order_id, note) SELECT id, weight FROM t_parcel` with MySQL and MariaDB, where"
                            + " `weight` is a FLOAT and `note` a text"),
            Map.entry(
                    "SHD-2217",
                    "`MERGE INTO t_account a USING t_order o ON a.account_id = o.order_id AND o.note > 'a' ...` with PostgreSQL,"
                            + " whose collation may be that of the column"),
            Map.entry("SHD-2230", "`ALTER TABLE t_order DROP CONSTRAINT CONSTRAINT_8` with H2"),
            Map.entry(
                    "SHD-4106",
                    "`INSERT INTO t_account (account_id, name) VALUES (?, 'x')` with a `setObject` of `12.5`: one database"
                            + " stores 12 of a binary half and another 13"),
            Map.entry("SHD-4131", "`SELECT name FROM t_user ORDER BY name` where a rule encrypts `name`"),
            Map.entry("SHD-4134", "`ALTER TABLE t_user RENAME COLUMN name TO title` where a rule masks `name`"),
            Map.entry("SHD-5302", "`GROUP BY` a column whose type the driver tells only with the rows"),
            Map.entry(
                    "SHD-4125",
                    "`SELECT amount FROM t_order WHERE order_no = ?` with a rule that looks `order_no` up, as a step of steps"),
            Map.entry(
                    "SHD-4126",
                    "`INSERT INTO t_order (order_id, code) VALUES (1, UPPER('x'))` with a rule that writes beside it and has"
                            + " to know the value of `code`"),
            Map.entry(
                    "SHD-4128",
                    "`INSERT INTO t_order SELECT * FROM t_parcel` with a rule that writes beside it, as a step of steps"),
            Map.entry(
                    "SHD-4129",
                    "`DELETE FROM t_order` in a LOCAL transaction, with look-ups whose entries lie in several data sources"),
            Map.entry("SHD-5303", "`SUM` of a column that is no number"),
            Map.entry("SHD-5305", "`HAVING` that compares a time with a number"),
            Map.entry("SHD-6006", "`setSchema` where the data sources have different ones"),
            Map.entry("SHD-6007", "`SET @a = ? + 1`"),
            Map.entry("SHD-6033", "`UPDATE t_order SET amount = 0 ORDER BY order_id LIMIT 1` in a BASE transaction"));

    private static SqlSupportPage page() throws IOException {
        List<PlanCase> cases = new ArrayList<>();
        try (Stream<Path> files = Files.list(CASES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".plan"))
                    .sorted()
                    .toList()) {
                cases.addAll(PlanCase.parse(Files.readAllLines(file)));
            }
        }
        return new SqlSupportPage(cases, OTHER_TESTS);
    }

    @Test
    void pageIsCurrent() throws IOException {
        SqlSupportPage page = page();
        String printed = page.print(Files.readAllLines(TEMPLATE));
        Files.createDirectories(PRINTED.getParent());
        Files.writeString(PRINTED, printed);
        assertThat(page.unprinted())
                .as("tables that sql-support.md has no place for")
                .isEmpty();
        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("the page is not what the plan cases say; read the new one and accept it with:"
                        + " cp sharding-plan/target/sql-support.md docs/sql-support.md")
                .isEqualTo(printed);
    }

    @Test
    void everyRefusalHasAnExample() throws IOException {
        assertThat(page().unshown())
                .as("error codes of category UNSUPPORTED that no plan case ends in")
                .isEmpty();
        assertThat(page().shownTwice())
                .as("error codes that a plan case shows, so that they need no other test")
                .isEmpty();
    }

    @Test
    void refusalsThatNoPlanShowsAreRaisedByOtherTests() throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path tests : TESTS) {
            try (Stream<Path> files = Files.walk(tests)) {
                files.filter(each -> Files.isRegularFile(each) && !each.endsWith("SqlSupportPageTest.java"))
                        .map(SqlSupportPageTest::read)
                        .forEach(texts::add);
            }
        }
        for (ErrorCode code : SqlSupportPage.refusalCodes()) {
            if (OTHER_TESTS.containsKey(code.id())) {
                assertThat(texts.stream()
                                .anyMatch(
                                        text -> text.contains(code.id()) || text.contains("ErrorCode." + code.name())))
                        .as("a test expects %s", code.id())
                        .isTrue();
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
