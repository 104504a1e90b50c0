package org.shardingjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement would do, or, of {@code EXPLAIN SHARDING ANALYZE}, what it did: a tree of operators. Each works on
 * what its inputs return; the leaves are SQL on data sources. {@link #toString} draws it. Immutable.
 *
 * @param operator what is done, such as {@code MergeSort}; the data source of a leaf
 * @param detail to what and how, such as {@code column 2 DESC}; empty when there is nothing to say
 * @param unit the SQL of a leaf; null for everything else
 * @param measured what it did; null where nothing was measured
 * @param inputs what it works on, in the order in which it is asked for
 */
public record Explanation(
        String operator,
        String detail,
        @Nullable ExplainedUnit unit,
        @Nullable Measurement measured,
        List<Explanation> inputs) {
    private static final String BRANCH = "├─ ";
    private static final String LAST_BRANCH = "└─ ";
    private static final String TRUNK = "│  ";
    private static final String NO_TRUNK = "   ";

    public Explanation {
        inputs = List.copyOf(inputs);
    }

    /** An operator that was not measured. */
    public static Explanation of(String operator, String detail, List<Explanation> inputs) {
        return new Explanation(operator, detail, null, null, inputs);
    }

    /** The same with what it did. */
    public Explanation with(Measurement did) {
        return new Explanation(operator, detail, unit, did, inputs);
    }

    /** A leaf that was not measured. */
    public static Explanation of(ExplainedUnit unit) {
        String where = unit.dataSourceName() == null ? "where its values belong" : unit.dataSourceName();
        return new Explanation(where, "", unit, null, List.of());
    }

    /** The leaves, in the order in which they are executed. */
    public List<ExplainedUnit> units() {
        List<ExplainedUnit> units = new ArrayList<>();
        for (Line line : lines()) {
            if (line.node().unit() != null) {
                units.add(line.node().unit());
            }
        }
        return units;
    }

    /** The lines of the drawing, from the top. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        draw("", "", lines);
        return lines;
    }

    private void draw(String first, String next, List<Line> lines) {
        lines.add(new Line(first, this));
        for (int i = 0; i < inputs.size(); i++) {
            boolean last = i == inputs.size() - 1;
            inputs.get(i).draw(next + (last ? LAST_BRANCH : BRANCH), next + (last ? NO_TRUNK : TRUNK), lines);
        }
    }

    /** The drawing: a line for each operator, its inputs below it and further in, with the SQL of the leaves. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines()) {
            text.append(text.isEmpty() ? "" : "\n").append(line.text());
            Explanation node = line.node();
            if (node.unit != null) {
                text.append(": ").append(node.unit);
            }
            if (node.measured != null) {
                text.append("  (").append(node.measured).append(')');
            }
        }
        return text.toString();
    }

    /**
     * A line of the drawing.
     *
     * @param branch what leads to it from the line above
     * @param node what stands there
     */
    public record Line(String branch, Explanation node) {
        /** The line without SQL and figures. */
        public String text() {
            return branch + node.operator + (node.detail.isEmpty() ? "" : " " + node.detail);
        }
    }
}
