package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.internal.Rules;

/**
 * Plans are files: SQL in, plan out, under {@code src/test/resources/plans}; a file named {@code x.mysql.plan} speaks
 * that dialect, one without speaks H2's; in {@code unpulled} ones pulling is switched off, in {@code upserts} ones the
 * keys of upserts are looked up. A failure leaves the whole file as it would be under {@code target/plans}; read the
 * difference, and if it is better than what was expected, copy it.
 */
class PlanFilesTest {
    static final Path FILES = Path.of("src/test/resources/plans");
    private static final Path ACTUAL = Path.of("target/plans");

    @TestFactory
    Stream<DynamicContainer> plansAreAsWritten() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(file -> file.toString().endsWith(".plan")).sorted().toList().stream()
                    .map(PlanFilesTest::container);
        }
    }

    @Test
    void thereAreAtLeastFourHundredCases() throws IOException {
        int count = 0;
        try (Stream<Path> files = Files.list(FILES)) {
            for (Path file : files.toList()) {
                count +=
                        (int) cases(file).stream().filter(PlanFilesTest::hasSql).count();
            }
        }
        assertThat(count).isGreaterThanOrEqualTo(400);
    }

    private static boolean hasSql(PlanCase plan) {
        return !plan.sql().isEmpty();
    }

    private static DynamicContainer container(Path file) {
        List<PlanCase> cases = cases(file);
        PlanPrinter printer = printer(file);
        List<String> actual = new ArrayList<>();
        List<DynamicTest> tests = new ArrayList<>();
        boolean differs = false;
        for (PlanCase plan : cases) {
            List<String> lines = hasSql(plan) ? printer.print(plan.sql(), plan.expected()) : List.of();
            actual.add(plan.text(lines));
            differs |= !lines.equals(plan.expected());
            if (hasSql(plan)) {
                tests.add(DynamicTest.dynamicTest(plan.sql(), () -> assertThat(String.join("\n", lines))
                        .as("cp target/plans/%s %s", file.getFileName(), file)
                        .isEqualTo(String.join("\n", plan.expected()))));
            }
        }
        if (differs) {
            write(ACTUAL.resolve(file.getFileName()), String.join("\n", actual));
        }
        return DynamicContainer.dynamicContainer(file.getFileName().toString(), tests);
    }

    private static PlanPrinter printer(Path file) {
        return new PlanPrinter(planner(file), PlanSchema.rules());
    }

    /** What plans the statements of a file. */
    static Planner planner(Path file) {
        Dialect dialect = Dialects.H2;
        for (Dialect candidate : Dialects.all()) {
            if (file.getFileName().toString().toUpperCase(Locale.ROOT).contains("." + candidate + ".")) {
                dialect = candidate;
            }
        }
        Rules rules = PlanSchema.rules();
        boolean pulling = !file.getFileName().toString().startsWith("unpulled.");
        boolean united = file.getFileName().toString().startsWith("united.");
        boolean upserts = file.getFileName().toString().startsWith("upserts.");
        PlannerOptions options =
                new PlannerOptions(pulling, united ? UnionBounds.of("auto", dialect, 1) : UnionBounds.NEVER, upserts);
        return new Planner(rules, new PlanSchema(dialect), dialect, options);
    }

    static List<PlanCase> cases(Path file) {
        try {
            return PlanCase.parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
