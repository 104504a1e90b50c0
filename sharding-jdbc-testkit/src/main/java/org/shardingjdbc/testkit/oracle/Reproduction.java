package org.shardingjdbc.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.oracle.Trial.JudgedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * A difference, ready to be seen again.
 *
 * @param rows the schema with the rows that are needed; null when it is the user's own
 */
record Reproduction(Arena arena, GeneratedSchema rows, Manner manner, List<JudgedStatement> judged) {
    private static final int MOST_ROWS = 12;

    String describe(String where) {
        StringBuilder text = new StringBuilder(where).append('\n');
        if (rows != null) {
            List<String> mentioned = new ArrayList<>();
            judged.forEach(one -> mentioned.addAll(arena.mentioned(one.statement())));
            List<GeneratedTable> tables = rows.tables().stream()
                    .filter(table -> mentioned.contains(table.model().name()))
                    .toList();
            text.append(rows.withTables(tables).rulesYaml());
            tables.forEach(
                    table -> text.append(table.createStatement(rows.kind())).append(";\n"));
            tables.forEach(table -> table.insertStatements()
                    .forEach(insert -> text.append(insert).append(";\n")));
        }
        text.append(manner).append('\n');
        for (JudgedStatement one : judged) {
            text.append(one.statement().sql()).append(";\n");
            if (!one.statement().parameters().isEmpty()) {
                text.append("  parameters: ")
                        .append(one.statement().parameters())
                        .append('\n');
            }
            text.append("  ")
                    .append(one.verdict().kind())
                    .append(": ")
                    .append(one.verdict().message())
                    .append('\n');
        }
        return text.append(answers(judged.get(judged.size() - 1))).toString();
    }

    /** What both sides answered, a line each. */
    static String answers(JudgedStatement judged) {
        return "  plain:   " + show(judged.plain()) + "\n  sharded: " + show(judged.sharded()) + "\n";
    }

    private static String show(Outcome outcome) {
        if (outcome instanceof Outcome.Failure failure) {
            return failure.exception().toString();
        }
        if (outcome instanceof Outcome.Count count) {
            return count.count() + " rows changed";
        }
        List<List<Object>> rows = ((Outcome.Rows) outcome).rows();
        return rows.size() > MOST_ROWS
                ? rows.subList(0, MOST_ROWS) + " and more, " + rows.size() + " rows"
                : rows.toString();
    }
}
