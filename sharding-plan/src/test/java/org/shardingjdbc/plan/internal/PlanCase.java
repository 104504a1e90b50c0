package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * One case of a plan file: comments, the SQL, a line of dashes, the plan.
 *
 * @param comments lines that begin with {@code #}, before the SQL
 * @param sql may have several lines
 * @param expected the lines of the plan
 */
record PlanCase(List<String> comments, String sql, List<String> expected) {
    static final String SEPARATOR = "----";

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
