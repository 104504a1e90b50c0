package org.shardingjdbc.testkit.framework;

import java.util.ArrayList;
import java.util.List;

/** The two tables of {@code docs/frameworks.md}, whose rows end with the module that runs them. */
final class FrameworkPage {
    static final String RUNS = "| framework | version | Spring Boot | H2 | PostgreSQL | MariaDB | MySQL | run by |";
    static final String TOOK = "| framework | what it took | run by |";

    private final List<String> lines;

    FrameworkPage(String text) {
        lines = new ArrayList<>(text.lines().toList());
    }

    /** The rows of a module in the table with that heading. */
    List<String> rows(String heading, String module) {
        return lines.subList(first(heading), end(heading)).stream()
                .filter(line -> isOf(line, module))
                .toList();
    }

    /** The modules that stand in the table with that heading. */
    List<String> modules(String heading) {
        return lines.subList(first(heading), end(heading)).stream()
                .map(FrameworkPage::cells)
                .map(cells -> cells.get(cells.size() - 1).replace("`", ""))
                .distinct()
                .toList();
    }

    /** Puts rows in the place of a module's own, or behind the others when it has none. */
    void replace(String heading, String module, List<String> rows) {
        int place = first(heading);
        int end = end(heading);
        int at = end;
        for (int i = end - 1; i >= place; i--) {
            if (isOf(lines.get(i), module)) {
                lines.remove(i);
                at = i;
            }
        }
        lines.addAll(at, rows);
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    static List<String> cells(String row) {
        String[] cells = row.split("\\|", -1);
        return List.of(cells).subList(1, cells.length - 1).stream()
                .map(String::strip)
                .toList();
    }

    private static boolean isOf(String line, String module) {
        return line.endsWith("| `" + module + "` |");
    }

    private int first(String heading) {
        int at = lines.indexOf(heading);
        if (at < 0) {
            throw new IllegalStateException("docs/frameworks.md has no table with the heading " + heading);
        }
        return at + 2;
    }

    private int end(String heading) {
        int at = first(heading);
        while (at < lines.size() && lines.get(at).startsWith("|")) {
            at++;
        }
        return at;
    }
}
