package org.shardingjdbc.feature.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * What statements do where rules are on, as files under {@code src/test/resources/plans}: {@code x.yaml} is a
 * configuration on H2, {@code x.plan} has its cases, each a statement, {@code ----} and its explanation or refusal, an
 * empty line between two. A line {@code ?=1,a} behind the statement gives parameters: whole numbers, other texts. A
 * line {@code setup SQL} is executed before the cases. A failure leaves the file as it would be under
 * {@code target/plans}; read the difference, and if it is better than what was expected, copy it.
 */
class RulePlansTest {
    private static final Path FILES = Path.of("src/test/resources/plans");
    private static final Path ACTUAL = Path.of("target/plans");
    private static final String RULE = "----";

    /**
     * A case; of a comment or a setup only {@code before} is there.
     *
     * @param before what stands before the explanation
     */
    private record Case(List<String> before, String sql, Object[] parameters, List<String> expected) {
        String text(List<String> actual) {
            List<String> lines = new ArrayList<>(before);
            if (!sql.isEmpty()) {
                lines.add(RULE);
                lines.addAll(actual);
            }
            return String.join("\n", lines) + "\n";
        }
    }

    @TestFactory
    Stream<DynamicContainer> plansAreAsWritten() throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(FILES)) {
            files = all.filter(file -> file.toString().endsWith(".plan"))
                    .sorted()
                    .toList();
        }
        List<DynamicContainer> containers = new ArrayList<>();
        for (Path file : files) {
            containers.add(container(file));
        }
        return containers.stream();
    }

    private static DynamicContainer container(Path file) throws IOException, SQLException {
        String name = file.getFileName().toString();
        byte[] yaml =
                Files.readString(FILES.resolve(name.replace(".plan", ".yaml"))).getBytes(StandardCharsets.UTF_8);
        List<Case> cases = cases(Files.readAllLines(file));
        List<DynamicTest> tests = new ArrayList<>();
        List<String> actual = new ArrayList<>();
        boolean differs = false;
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml))) {
            setUp(dataSource, cases);
            for (Case each : cases) {
                List<String> lines = each.sql().isEmpty() ? List.of() : explain(dataSource, each);
                actual.add(each.text(lines));
                differs |= !lines.equals(each.expected());
                if (!each.sql().isEmpty()) {
                    tests.add(DynamicTest.dynamicTest(each.sql(), () -> assertThat(String.join("\n", lines))
                            .as("cp target/plans/%s %s", name, file)
                            .isEqualTo(String.join("\n", each.expected()))));
                }
            }
        }
        if (differs) {
            Files.createDirectories(ACTUAL);
            Files.writeString(ACTUAL.resolve(name), String.join("\n", actual));
        }
        return DynamicContainer.dynamicContainer(name, tests);
    }

    private static void setUp(ShardingDataSource dataSource, List<Case> cases) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (Case each : cases) {
                for (String line : each.before()) {
                    if (line.startsWith("setup ")) {
                        statement.execute(line.substring("setup ".length()));
                    }
                }
            }
        }
    }

    private static List<String> explain(ShardingDataSource dataSource, Case each) throws SQLException {
        try {
            return dataSource
                    .explain(each.sql(), each.parameters())
                    .toString()
                    .lines()
                    .toList();
        } catch (SQLException | ShardingException e) {
            return List.of("refused " + e.getMessage());
        }
    }

    private static List<Case> cases(List<String> lines) {
        List<Case> cases = new ArrayList<>();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank()) {
                add(block, cases);
            } else {
                block.add(line);
            }
        }
        add(block, cases);
        return cases;
    }

    private static void add(List<String> block, List<Case> cases) {
        if (block.isEmpty()) {
            return;
        }
        int rule = block.contains(RULE) ? block.indexOf(RULE) : block.size();
        List<String> sql = new ArrayList<>();
        List<Object> parameters = new ArrayList<>();
        for (String line : block.subList(0, rule)) {
            if (line.startsWith("?=")) {
                for (String value : line.substring(2).split(",")) {
                    parameters.add(value.chars().allMatch(Character::isDigit) ? (Object) Long.valueOf(value) : value);
                }
            } else if (!line.startsWith("#") && !line.startsWith("setup ")) {
                sql.add(line);
            }
        }
        List<String> expected = rule == block.size() ? List.of() : block.subList(rule + 1, block.size());
        cases.add(new Case(
                List.copyOf(block.subList(0, rule)),
                String.join("\n", sql),
                parameters.toArray(),
                List.copyOf(expected)));
        block.clear();
    }
}
