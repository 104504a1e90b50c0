package org.shardingjdbc.cli.draw;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.cli.draw.Palette.Role;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.plan.Reach.Kind;

/**
 * Advice on statements as lines: each with its reason and what would make it better, and totals at the end. Immutable.
 */
public record AdviceDrawing(Palette palette) {
    /**
     * The lines.
     *
     * @param times how often each statement stands in what was read
     * @param unknown statements of which a part is not known
     */
    public List<String> draw(List<Advice> advice, Map<String, Integer> times, List<String> unknown) {
        List<String> lines = new ArrayList<>();
        Map<Kind, Integer> totals = new EnumMap<>(Kind.class);
        for (Advice each : advice) {
            totals.merge(each.reach().kind(), 1, Integer::sum);
            lines.addAll(of(each, times.get(each.sql())));
            lines.add("");
        }
        for (String sql : unknown) {
            lines.add(palette.paint(Role.SQL, Shown.lines(sql)));
            lines.add("  " + palette.paint(Role.DIM, "not-judged") + ": ${...} puts in a text that is not known here");
            lines.add("");
        }
        List<String> sums = new ArrayList<>();
        totals.forEach((kind, count) -> sums.add(palette.paint(role(kind), word(kind) + " " + count)));
        if (!unknown.isEmpty()) {
            sums.add("not-judged " + unknown.size());
        }
        int all = advice.size() + unknown.size();
        lines.add(all
                + (all == 1 ? " statement" : " statements")
                + (sums.isEmpty() ? "" : ": " + String.join(", ", sums)));
        return lines;
    }

    private List<String> of(Advice advice, int times) {
        List<String> lines = new ArrayList<>();
        lines.add(palette.paint(Role.SQL, Shown.lines(advice.sql())) + (times == 1 ? "" : " (" + times + " times)"));
        Kind kind = advice.reach().kind();
        String why = advice.why().isEmpty() ? "" : ": " + Shown.lines(advice.why());
        lines.add("  " + palette.paint(role(kind), word(kind)) + why);
        for (String improvement : advice.improvements()) {
            lines.add("  " + palette.either("→ ", "=> ") + Shown.lines(improvement));
        }
        return lines;
    }

    /** What a kind is called, such as {@code all-nodes}. */
    public static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Role role(Kind kind) {
        return switch (kind) {
            case SESSION -> Role.DIM;
            case ONE_NODE, COPIES, EACH_ROW -> Role.GOOD;
            case SEVERAL_NODES, ALL_NODES, STEPS_BEYOND_ONE_NODE, STEPS -> Role.WARNING;
            case REFUSED_BEYOND_ONE_NODE, REFUSED -> Role.ERROR;
        };
    }
}
