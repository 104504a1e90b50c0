package org.shardingjdbc.rule.internal.algorithm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;
import org.shardingjdbc.rule.internal.inline.InlineExpression;

class PlacementTest {
    @TestFactory
    Stream<DynamicTest> valuesLieWhereShardingSpherePutsThem() throws IOException {
        List<String> lines;
        try (InputStream file = PlacementTest.class.getResourceAsStream("/placements-of-shardingsphere.txt")) {
            lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        return lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> DynamicTest.dynamicTest(line, () -> check(line)));
    }

    private static void check(String line) {
        int end = line.lastIndexOf(" | ");
        String expected = line.substring(end + 3);
        String[] fields = line.substring(0, end).split(" \\| ");
        if (fields[0].equals("names")) {
            assertThat(String.join(" ", InlineExpression.names(fields[1]))).isEqualTo(expected);
            return;
        }
        Targets targets = new Targets("alg", "t", List.of("c"), InlineExpression.names(fields[2]));
        StandardChoice placement = placement(fields[0], properties(fields[1]), targets);
        if (fields[3].startsWith("[")) {
            String[] bounds = fields[3].substring(1, fields[3].length() - 1).split(" , ", -1);
            assertThat(range(placement, targets, bounds)).isEqualTo(expected);
        } else {
            assertThat(precise(placement, targets, value(fields[3]))).isEqualTo(expected);
        }
    }

    static StandardChoice placement(String type, Map<String, String> properties, Targets targets) {
        AlgorithmProperties view = new AlgorithmProperties(properties);
        StandardDefinition definition = (StandardDefinition) new Algorithms(List.of()).create(type, view);
        assertThat(view.unknown()).isEmpty();
        return requireNonNull(definition).place(targets);
    }

    private static String precise(StandardChoice placement, Targets targets, Object value) {
        try {
            return targets.names().get(placement.target(value));
        } catch (ShardingException e) {
            return "error";
        }
    }

    private static String range(StandardChoice placement, Targets targets, String[] bounds) {
        BitSet chosen = new BitSet();
        Comparable<?> lower = bounds[0].isEmpty() ? null : value(bounds[0]);
        Comparable<?> upper = bounds[1].isEmpty() ? null : value(bounds[1]);
        placement.range(new RangeShardingValue<>("t", "c", lower, true, upper, true), chosen);
        TreeSet<String> names = new TreeSet<>();
        chosen.stream().forEach(index -> names.add(targets.names().get(index)));
        return String.join(" ", names);
    }

    private static Map<String, String> properties(String text) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String entry : text.split(";;")) {
            int equals = entry.indexOf('=');
            properties.put(
                    entry.substring(0, equals).trim(),
                    entry.substring(equals + 1).trim());
        }
        return properties;
    }

    private static Comparable<?> value(String text) {
        int colon = text.indexOf(':');
        String value = text.substring(colon + 1);
        return switch (text.substring(0, colon)) {
            case "Integer" -> Integer.valueOf(value);
            case "Long" -> Long.valueOf(value);
            case "Double" -> Double.valueOf(value);
            case "BigDecimal" -> new BigDecimal(value);
            case "Boolean" -> Boolean.valueOf(value);
            case "UUID" -> UUID.fromString(value);
            case "LocalDate" -> LocalDate.parse(value);
            case "Timestamp", "LocalDateTime" -> LocalDateTime.parse(value);
            default -> value;
        };
    }
}
