package org.shardingjdbc.cli.internal.draw;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;

/**
 * A line of the drawing of a plan. Immutable.
 *
 * @param branch what leads to it
 * @param text what is done there; of a leaf, its data source
 * @param actualSql of a leaf; null for everything else
 * @param parameters of a leaf, as a text; empty when it has none
 * @param measured what it did; empty when nothing was measured
 */
public record PlanLine(String branch, String text, @Nullable String actualSql, String parameters, String measured) {
    /** How many columns rows have of which nothing was measured. */
    private static final int UNMEASURED = 5;

    /** The lines of a tree. */
    public static List<PlanLine> of(Explanation tree) {
        List<PlanLine> lines = new ArrayList<>();
        for (Explanation.Line line : tree.lines()) {
            ExplainedUnit unit = line.node().unit();
            lines.add(new PlanLine(
                    line.branch(),
                    line.text().substring(line.branch().length()),
                    unit == null ? null : unit.actualSql(),
                    unit == null || unit.parameters().isEmpty()
                            ? ""
                            : unit.parameters().toString(),
                    line.node().measured() == null ? "" : line.node().measured().toString()));
        }
        return lines;
    }

    /** The rows of {@code EXPLAIN SHARDING}, with or without ANALYZE, which are read to their end. */
    public static List<PlanLine> read(ResultSet rows) throws SQLException {
        List<PlanLine> lines = new ArrayList<>();
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            String line = rows.getString("plan");
            int start = 0;
            while (start < line.length() && " │├└─".indexOf(line.charAt(start)) >= 0) {
                start++;
            }
            String parameters = rows.getString("parameters");
            lines.add(new PlanLine(
                    line.substring(0, start),
                    line.substring(start),
                    rows.getString("actual_sql"),
                    parameters == null || parameters.equals("[]") ? "" : parameters,
                    columns > UNMEASURED ? measured(rows) : ""));
        }
        return lines;
    }

    private static String measured(ResultSet rows) throws SQLException {
        StringBuilder text = new StringBuilder();
        append(text, rows.getString("row_count"), "row", "s");
        append(text, rows.getString("round_trips"), "round trip", "s");
        append(text, rows.getString("total_ms"), "ms", "");
        return text.toString();
    }

    private static void append(StringBuilder text, String number, String what, String more) {
        if (number != null) {
            text.append(text.isEmpty() ? "" : ", ").append(number).append(' ').append(what);
            text.append(number.equals("1") ? "" : more);
        }
    }

    /** Whether it is SQL for a data source. */
    public boolean isLeaf() {
        return actualSql != null;
    }
}
