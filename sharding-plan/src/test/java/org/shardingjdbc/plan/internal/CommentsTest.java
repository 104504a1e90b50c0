package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.internal.Rules;

/** A comment between any two tokens of a statement changes nothing of its plan, whatever words it holds. */
class CommentsTest {
    private static final Path FILES = Path.of("src/test/resources/plans");
    private static final String COMMENT =
            "/* it's DISTINCT (SQL_CALC_FOUND_ROWS), ANALYZE \"as\" ONLY COLLATE @a` + ? */";

    @TestFactory
    Stream<DynamicTest> changeNoPlan() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(file -> file.toString().endsWith(".plan")).sorted().toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
        }
    }

    /** Whatever words it stands between: of the texts of other tests, which nobody wrote with comments in mind. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void changeNoPlanOfOtherTests(Dialect dialect) throws IOException {
        PlannerOptions options = new PlannerOptions(true, UnionBounds.NEVER, false);
        Rules rules = PlanSchema.rules();
        PlanPrinter printer = new PlanPrinter(new Planner(rules, new PlanSchema(dialect), dialect, options), rules);
        List<String> differences = new ArrayList<>();
        List<String> texts = OtherTexts.of(dialect);
        for (String sql : texts) {
            compare(printer, sql, List.of(), dialect, differences);
        }
        assertThat(differences).isEmpty();
        assertThat(texts).hasSizeGreaterThan(100);
    }

    private static void compare(
            PlanPrinter printer, String sql, List<String> executions, Dialect dialect, List<String> differences) {
        String commented = commented(sql, dialect);
        String actual = plain(printer.print(commented, executions));
        String expected = plain(printer.print(sql, executions));
        // a label of MySQL is the text as it is written, comments too; so is what a view keeps of its query
        boolean keepsText = expected.contains("AS`") || expected.contains("shd_view:");
        if (!actual.equals(expected) && !keepsText) {
            differences.add(commented + "\n" + expected + "\n" + actual);
        }
    }

    private static void check(Path file) throws IOException {
        String name = file.getFileName().toString();
        Dialect dialect = Dialects.H2;
        for (Dialect candidate : Dialects.all()) {
            dialect = name.toUpperCase(Locale.ROOT).contains("." + candidate + ".") ? candidate : dialect;
        }
        Rules rules = PlanSchema.rules();
        UnionBounds union = name.startsWith("united.") ? UnionBounds.of("auto", dialect, 1) : UnionBounds.NEVER;
        PlannerOptions options = new PlannerOptions(!name.startsWith("unpulled."), union, name.startsWith("upserts."));
        PlanPrinter printer = new PlanPrinter(new Planner(rules, new PlanSchema(dialect), dialect, options), rules);
        List<String> differences = new ArrayList<>();
        for (PlanCase plan : PlanCase.parse(Files.readAllLines(file))) {
            if (!plan.sql().isEmpty()) {
                compare(printer, plan.sql(), plan.expected(), dialect, differences);
            }
        }
        assertThat(differences).isEmpty();
    }

    private static String commented(String sql, Dialect dialect) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Span token : Tokens.of(sql, new Span(0, sql.length()), dialect).spans()) {
            text.append(sql, at, token.start()).append(COMMENT).append(token.of(sql));
            at = token.stop();
        }
        return text.append(COMMENT).append(sql, at, sql.length()).toString();
    }

    /** The plan without comments and blanks; of an error its code, since its text quotes the statement. */
    private static String plain(List<String> lines) {
        List<String> plain = new ArrayList<>();
        for (String line : lines) {
            int code = line.indexOf("SHD-");
            String part = code >= 0 ? line.substring(0, code + 8) : line;
            plain.add(withoutQuery(part).replace(COMMENT, "").replace(" ", ""));
        }
        return String.join("\n", plain);
    }

    /** A leaf that is a query is named by its beginning, which the comments in it make a shorter one. */
    private static String withoutQuery(String line) {
        for (String query : List.of(" of SELECT", " of WITH")) {
            int named = line.contains("─ Leaf ") ? line.indexOf(query) : -1;
            if (named > 0) {
                return line.substring(0, named);
            }
        }
        return line;
    }
}
