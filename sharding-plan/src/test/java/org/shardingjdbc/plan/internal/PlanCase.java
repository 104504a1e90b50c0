package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One case of a plan file: comments, the SQL, a line of dashes, the plan.
 *
 * @param comments lines that begin with {@code #}, before the SQL
 * @param sql may have several lines
 * @param expected the lines of the plan: trees, and what is said beside them
 */
record PlanCase(List<String> comments, String sql, List<String> expected) {
    static final String SEPARATOR = "----";

    private static final Set<String> BESIDE_TREES =
            Set.of("explain", "with", "route", "keys", "several", "one", "bind");
    private static final Set<String> STEPS = Set.of(
            "BindSubqueries",
            "Pull",
            "WriteByKey",
            "MoveRows",
            "WriteTablesByKey",
            "CopyRows",
            "LookUpKeys",
            "CreateTableAs",
            "OnePerDataSource");

    static List<PlanCase> parse(List<String> lines) {
        List<PlanCase> cases = new ArrayList<>();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank()) {
                addTo(cases, block);
                block = new ArrayList<>();
            } else {
                block.add(line);
            }
        }
        addTo(cases, block);
        return cases;
    }

    private static void addTo(List<PlanCase> cases, List<String> block) {
        if (block.isEmpty()) {
            return;
        }
        List<String> comments = new ArrayList<>();
        List<String> sql = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        boolean afterSeparator = false;
        for (String line : block) {
            if (line.equals(SEPARATOR)) {
                afterSeparator = true;
            } else if (afterSeparator) {
                expected.add(line);
            } else if (sql.isEmpty() && line.startsWith("#")) {
                comments.add(line);
            } else {
                sql.add(line);
            }
        }
        cases.add(new PlanCase(comments, String.join("\n", sql), expected));
    }

    /** The tree of the first execution that is drawn. */
    List<String> tree() {
        return tree(expected);
    }

    /** As {@link #tree()}, of the lines of a plan. */
    static List<String> tree(List<String> plan) {
        List<String> tree = new ArrayList<>();
        for (String line : plan) {
            String word = line.split(" ", 2)[0];
            if (!tree.isEmpty() && BESIDE_TREES.contains(word)) {
                break;
            }
            if (!BESIDE_TREES.contains(word)) {
                tree.add(line);
            }
        }
        return tree;
    }

    /** Whether the tree is one of steps. */
    boolean inSteps() {
        return inSteps(expected);
    }

    /** As {@link #inSteps()}, of the lines of a plan. */
    static boolean inSteps(List<String> plan) {
        List<String> tree = tree(plan);
        return !tree.isEmpty() && STEPS.contains(tree.get(0).split(" ", 2)[0]);
    }

    /** Why the text is refused, or the execution whose tree there would be; null where it is not. */
    @Nullable
    String refusal() {
        List<String> tree = tree();
        return tree.isEmpty() ? null : refusal(tree.get(0));
    }

    /** What a line refuses; null where it does not. */
    static @Nullable String refusal(String line) {
        return line.startsWith("Refused ") || line.startsWith("error ") ? line.split(" ", 2)[1].strip() : null;
    }

    /** The line that begins with a word, without it; null where none does. */
    @Nullable
    String line(String word) {
        for (String line : expected) {
            if (line.equals(word) || line.startsWith(word + " ")) {
                return line.substring(word.length()).strip();
            }
        }
        return null;
    }

    String text(List<String> plan) {
        List<String> all = new ArrayList<>(comments);
        if (!sql.isEmpty()) {
            all.add(sql);
            all.add(SEPARATOR);
            all.addAll(plan);
        }
        return String.join("\n", all) + "\n";
    }
}
