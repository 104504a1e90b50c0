package org.shardingjdbc.plan.internal.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table in the comment of {@link PushdownProof} says of each rule of the package where it is asked. */
class RuleTableTest {
    private static final Path PLAN = Path.of("src/main/java/org/shardingjdbc/plan/internal");
    private static final List<String> WALK = List.of("PushdownProof", "CommonTableRows", "WriteProof");
    private static final Pattern FIELD = Pattern.compile(" final (\\w+Rule) (\\w+)( =.*)?;");
    private static final Pattern METHOD = Pattern.compile("^ {4}(?=\\w)[\\w<>@?., ]+ (\\w+)\\(.*");

    /** By rule, what asks it in the walk and what asks it of the outermost block. */
    private final Map<String, Set<String>> walk = new TreeMap<>();

    private final Map<String, Set<String>> outermost = new TreeMap<>();

    @Test
    void saysWhereEachRuleIsAsked() throws IOException {
        String calls = "";
        for (String name : WALK) {
            calls += Files.readString(PLAN.resolve("proof/" + name + ".java"));
        }
        String query = Files.readString(PLAN.resolve("merge/QueryProof.java"));
        for (String name : WALK) {
            findAskers(Files.readAllLines(PLAN.resolve("proof/" + name + ".java")), calls, query);
        }
        assertThat(rules()).hasSizeGreaterThan(10);
        List<String> expected = new ArrayList<>();
        for (String rule : rules()) {
            expected.add(rule + "  " + listed(walk.get(rule)) + "  " + listed(outermost.get(rule)));
        }
        assertThat(table()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Set<String> rules() throws IOException {
        Set<String> rules = new TreeSet<>();
        try (Stream<Path> files = Files.list(PLAN.resolve("proof"))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Rule.java"))
                    .forEach(name -> rules.add(name.replace(".java", "")));
        }
        return rules;
    }

    /** The rows of the table, but for the constructs. */
    private static List<String> table() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PLAN.resolve("proof/PushdownProof.java"))) {
            String[] columns = line.replaceFirst("^ \\* {3}", "").split(" {2,}");
            if (line.startsWith(" *   ") && columns.length == 4 && columns[1].endsWith("Rule")) {
                rows.add(columns[1] + "  " + listed(Set.of(columns[2].split(", "))) + "  "
                        + listed(Set.of(columns[3].split(", "))));
            }
        }
        return rows;
    }

    private static String listed(Set<String> names) {
        return names == null ? "-" : String.join(", ", new TreeSet<>(names));
    }

    private void findAskers(List<String> lines, String calls, String query) {
        Map<String, String> fields = new HashMap<>();
        String method = "";
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            Matcher start = METHOD.matcher(line);
            if (field.find()) {
                fields.put(field.group(2), field.group(1));
            } else if (start.matches()) {
                method = start.group(1);
            }
            for (Map.Entry<String, String> rule : fields.entrySet()) {
                if (!Pattern.compile("\\b" + rule.getKey() + "(\\.|::)")
                        .matcher(line)
                        .find()) {
                    continue;
                }
                // more than its own declaration
                if (calls.split("(?<!rule\\.)\\b" + method + "\\(|::" + method + "\\b", -1).length > 2) {
                    walk.computeIfAbsent(rule.getValue(), key -> new TreeSet<>())
                            .add(method);
                }
                if (query.contains("proof." + method + "(")) {
                    outermost
                            .computeIfAbsent(rule.getValue(), key -> new TreeSet<>())
                            .add(method);
                }
            }
        }
    }
}
