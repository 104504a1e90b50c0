package org.shardingjdbc.cli.internal.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.cli.internal.advise.AdviceReport;
import org.shardingjdbc.cli.internal.advise.AdviceReport.AdvisedStatement;
import org.shardingjdbc.cli.internal.advise.AdviceReport.FoundStatement;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.plan.Reach.Kind;

/**
 * Advice on statements as lines: each with its reason and what would make it better, and totals at the end. Immutable.
 */
public record AdviceDrawing(Palette palette) {
    /** All statements, then the totals. */
    public List<String> draw(AdviceReport report) {
        List<String> lines = new ArrayList<>();
        for (AdvisedStatement each : report.statements()) {
            lines.addAll(of(each));
            lines.add("");
        }
        for (FoundStatement each : report.notJudged()) {
            lines.addAll(head(each));
            lines.add("  " + palette.paint(Role.DIM, "not-judged") + ": ${...} puts in a text that is not known here");
            lines.add("");
        }
        lines.add(totals(report));
        return lines;
    }

    /** How many statements there are, and how many of each kind. */
    public String totals(AdviceReport report) {
        List<String> sums = new ArrayList<>();
        report.totals().forEach((kind, count) -> sums.add(palette.paint(role(kind), word(kind) + " " + count)));
        if (!report.notJudged().isEmpty()) {
            sums.add("not-judged " + report.notJudged().size());
        }
        int all = report.statements().size() + report.notJudged().size();
        return all + (all == 1 ? " statement" : " statements") + (sums.isEmpty() ? "" : ": " + String.join(", ", sums));
    }

    /** One statement: where it stands, where it goes, and what would make it better. */
    public List<String> of(AdvisedStatement statement) {
        List<String> lines = head(statement.found());
        Advice advice = statement.advice();
        Kind kind = advice.reach().kind();
        String why = advice.why().isEmpty() ? "" : ": " + PrintableText.lines(advice.why());
        lines.add("  " + palette.paint(role(kind), word(kind)) + why);
        for (String improvement : advice.improvements()) {
            lines.add("  " + palette.either("→ ", "=> ") + PrintableText.lines(improvement));
        }
        return lines;
    }

    private List<String> head(FoundStatement found) {
        List<String> lines = new ArrayList<>();
        String times = found.times() == 1 ? "" : " (" + found.times() + " times)";
        lines.add(palette.paint(Role.SQL, PrintableText.lines(found.sql())) + times);
        if (found.place() != null) {
            lines.add("  "
                    + palette.paint(Role.DIM, PrintableText.line(found.place().toString())));
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
