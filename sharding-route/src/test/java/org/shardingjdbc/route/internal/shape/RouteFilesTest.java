package org.shardingjdbc.route.internal.shape;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * The routes of files under {@code routes}: a line {@code dialect X Y} says which dialects follow; a case is a SQL
 * text, then indented lines {@code parameters -> units}. A unit is {@code data source:actual tables}, with
 * {@code [elements]} of each split. A line {@code kind K} pins the kind; {@code error N} the number of a refusal, of
 * the shape or of an execution.
 */
class RouteFilesTest {
    private record Case(Dialect dialect, String sql, List<String> lines) {
        @Override
        public String toString() {
            return dialect + ": " + sql;
        }
    }

    @TestFactory
    Stream<DynamicTest> queriesAreRouted() throws IOException {
        return tests("queries.txt");
    }

    @TestFactory
    Stream<DynamicTest> joinsAreAligned() throws IOException {
        return tests("joins.txt");
    }

    @TestFactory
    Stream<DynamicTest> writesAreRouted() throws IOException {
        return tests("writes.txt");
    }

    @TestFactory
    Stream<DynamicTest> definitionsAreRouted() throws IOException {
        return tests("definitions.txt");
    }

    private static Stream<DynamicTest> tests(String file) throws IOException {
        return cases(file).stream().map(each -> DynamicTest.dynamicTest(each.toString(), () -> check(each)));
    }

    private static List<Case> cases(String file) throws IOException {
        List<String> lines;
        try (InputStream stream = RouteFilesTest.class.getResourceAsStream("/routes/" + file)) {
            lines = new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        List<Case> cases = new ArrayList<>();
        List<Dialect> dialects = Dialects.all();
        List<String> expectations = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("dialect ")) {
                dialects = Stream.of(line.substring(8).split(" "))
                        .map(Dialects::named)
                        .toList();
            } else if (line.startsWith(" ")) {
                expectations.add(line.strip());
            } else {
                expectations = new ArrayList<>();
                for (Dialect dialect : dialects) {
                    cases.add(new Case(dialect, line, expectations));
                }
            }
        }
        return cases;
    }

    private static void check(Case test) {
        List<String> actual = new ArrayList<>();
        RouteShape shape = null;
        String refusal = null;
        try {
            shape = new TestSchema(test.dialect()).shape(test.sql());
        } catch (ShardingException e) {
            refusal = "error " + e.code().number();
        }
        for (String line : test.lines()) {
            if (line.startsWith("error ")) {
                actual.add(refusal == null ? "shape " + requireNonNull(shape).kind() : refusal);
            } else if (line.startsWith("kind ")) {
                actual.add(refusal == null ? "kind " + requireNonNull(shape).kind() : refusal);
            } else if (line.startsWith("unconditioned")) {
                actual.add(refusal == null ? unconditioned(requireNonNull(shape)) : refusal);
            } else {
                int arrow = line.indexOf("->");
                String parameters = line.substring(0, arrow);
                actual.add(parameters + "-> "
                        + (refusal == null ? route(requireNonNull(shape), parameters.strip()) : refusal));
            }
        }
        assertThat(actual).isEqualTo(test.lines());
        if (shape != null) {
            assertThat(shape.describe()).isNotBlank();
        }
    }

    private static String unconditioned(RouteShape shape) {
        return "unconditioned "
                + (shape.unconditioned(HintValues.NONE).isEmpty()
                        ? "none"
                        : String.join(" ", shape.unconditioned(HintValues.NONE)));
    }

    private static String route(RouteShape shape, String parameters) {
        RoutedUnits route;
        try {
            route = shape.route(values(parameters), HintValues.NONE);
        } catch (ShardingException e) {
            return "error " + e.code().number();
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < route.units().length; i++) {
            RouteUnit unit = shape.units().get(route.units()[i]);
            text.append(text.length() == 0 ? "" : " ")
                    .append(unit.dataSourceName())
                    .append(':');
            text.append(String.join(",", unit.actualTables()));
            for (int[][] split : route.elements()) {
                if (split != null) {
                    text.append(java.util.Arrays.toString(split[i]).replace(" ", ""));
                }
            }
        }
        return text.length() == 0 ? "none" : text.toString();
    }

    /** Separated by blanks: whole numbers with L are long, 'text', null, true, else int. */
    private static Object[] values(String parameters) {
        if (parameters.isEmpty() || parameters.equals("()")) {
            return new Object[0];
        }
        List<Object> values = new ArrayList<>();
        for (String word : parameters.split(" ")) {
            if (word.equals("null")) {
                values.add(null);
            } else if (word.startsWith("'")) {
                values.add(word.substring(1, word.length() - 1));
            } else if (word.toUpperCase(Locale.ROOT).endsWith("L")) {
                values.add(Long.valueOf(word.substring(0, word.length() - 1)));
            } else {
                values.add(Integer.valueOf(word));
            }
        }
        return values.toArray();
    }
}
