package org.shardingjdbc.benchmarks.report;

import static org.shardingjdbc.benchmarks.report.Figures.OURS;
import static org.shardingjdbc.benchmarks.report.Figures.RAW;
import static org.shardingjdbc.benchmarks.report.Figures.SHARDINGSPHERE;

import java.util.List;
import java.util.StringJoiner;
import org.shardingjdbc.benchmarks.report.Operation.Kind;

/**
 * The figures as a page: where they were taken, the chart, a table for each backend, the goals that are not reached.
 */
public final class MarkdownReport {
    private final Environment environment;
    private final Figures figures;
    private final List<Goal> goals;
    private final StringBuilder page = new StringBuilder();

    private MarkdownReport(Environment environment, Figures figures) {
        this.environment = environment;
        this.figures = figures;
        this.goals = Goals.of(figures);
    }

    /**
     * Without a title, so that it can be put into a page.
     *
     * @param chart the chart's file, relative to the page
     * @param failures what could not be measured, a line each
     */
    public static String of(Environment environment, Figures figures, String chart, List<String> failures) {
        MarkdownReport report = new MarkdownReport(environment, figures);
        report.environment();
        report.line("![Time as a multiple of sharding by hand](" + chart + ")");
        report.line("");
        report.figures.backends().forEach(report::operations);
        report.ownJvms();
        report.missed();
        report.failed(failures);
        return report.page.toString();
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    private void environment() {
        line("| | |");
        line("| --- | --- |");
        environment.facts().forEach((label, text) -> line("| " + label + " | " + text + " |"));
        line("| rounds | " + rounds() + "; the tables show medians |");
        long reached = goals.stream().filter(Goal::reached).count();
        line("| goals | " + reached + " of " + goals.size() + " reached |");
        line("");
    }

    private String rounds() {
        int fewest = figures.fewestRounds();
        int most = figures.mostRounds();
        return fewest == most ? Integer.toString(most) : fewest + " to " + most;
    }

    private void operations(String backend) {
        boolean headed = false;
        for (Operation operation : Operation.values()) {
            String row = operation.kind() == Kind.OWN_JVM ? "" : row(backend, operation);
            if (!row.isEmpty()) {
                if (!headed) {
                    line("### " + capitalized(RatioChart.title(backend)));
                    line("");
                    line(
                            "| operation | raw | ours | ShardingSphere | ours / raw | ours - raw | ShardingSphere / ours | goals |");
                    line("| --- | --- | --- | --- | --- | --- | --- | --- |");
                    headed = true;
                }
                line(row);
            }
        }
        if (headed) {
            line("");
        }
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** Empty if nothing was measured. */
    private String row(String backend, Operation operation) {
        String raw = cell(backend, operation, RAW);
        String ours = cell(backend, operation, OURS);
        String theirs = cell(backend, operation, SHARDINGSPHERE);
        if (raw.isEmpty() && ours.isEmpty() && theirs.isEmpty()) {
            return "";
        }
        double more = figures.nanos(backend, operation, OURS) - figures.nanos(backend, operation, RAW);
        double moreBytes = figures.bytes(backend, operation, OURS) - figures.bytes(backend, operation, RAW);
        return "| " + operation.title() + " | " + raw + " | " + ours + " | " + theirs
                + " | " + Numbers.ratio(figures.ratio(backend, operation, OURS, RAW))
                + " | " + together(more, moreBytes)
                + " | " + Numbers.ratio(figures.ratio(backend, operation, SHARDINGSPHERE, OURS))
                + " | " + goals(backend, operation) + " |";
    }

    private String cell(String backend, Operation operation, String contender) {
        return together(figures.nanos(backend, operation, contender), figures.bytes(backend, operation, contender));
    }

    private static String together(double nanos, double bytes) {
        StringJoiner both = new StringJoiner(", ");
        if (!Double.isNaN(nanos)) {
            both.add(Numbers.time(nanos));
        }
        if (!Double.isNaN(bytes)) {
            both.add(Numbers.size(bytes));
        }
        return both.toString();
    }

    private String goals(String backend, Operation operation) {
        StringJoiner reached = new StringJoiner("; ", "reached: ", "").setEmptyValue("");
        StringJoiner missed = new StringJoiner("; ", "**not reached**: ", "").setEmptyValue("");
        for (Goal goal : goals) {
            if (goal.backend().equals(backend) && goal.operation() == operation) {
                (goal.reached() ? reached : missed).add(goal.demand());
            }
        }
        String between = reached.length() > 0 && missed.length() > 0 ? "<br>" : "";
        return missed + between + reached;
    }

    private void ownJvms() {
        boolean headed = false;
        for (Operation operation : Operation.values()) {
            for (String backend : operation.kind() == Kind.OWN_JVM ? figures.backends() : List.<String>of()) {
                String row = ownJvm(backend, operation);
                if (!row.isEmpty()) {
                    if (!headed) {
                        line("### In JVMs of their own");
                        line("");
                        line(
                                "| what | backend | scans | raw | ours | ShardingSphere | with 4 connections a query | goals |");
                        line("| --- | --- | --- | --- | --- | --- | --- | --- |");
                        headed = true;
                    }
                    line(row);
                }
            }
        }
        if (headed) {
            line("");
        }
    }

    private String ownJvm(String backend, Operation operation) {
        StringJoiner cells = new StringJoiner(" | ");
        boolean any = false;
        for (String contender : List.of(Figures.SCAN, RAW, OURS, SHARDINGSPHERE, Figures.SHARDINGSPHERE_4)) {
            String cell = cell(backend, operation, contender);
            any |= !cell.isEmpty();
            cells.add(operation == Operation.STREAM ? cell + rowsPerSecond(backend, contender) : cell);
        }
        return any
                ? "| " + operation.title() + " | " + RatioChart.title(backend) + " | " + cells + " | "
                        + goals(backend, operation) + " |"
                : "";
    }

    private String rowsPerSecond(String backend, String contender) {
        double nanos = figures.nanos(backend, Operation.STREAM, contender);
        return Double.isNaN(nanos) ? "" : ", " + Numbers.ratio(1e9 / nanos) + " M rows/s";
    }

    private void missed() {
        List<Goal> missed = goals.stream().filter(goal -> !goal.reached()).toList();
        if (missed.isEmpty()) {
            return;
        }
        line("### Goals not reached");
        line("");
        line("| backend | operation | goal | measured |");
        line("| --- | --- | --- | --- |");
        for (Goal goal : missed) {
            line("| " + RatioChart.title(goal.backend()) + " | "
                    + goal.operation().title() + " | " + goal.demand() + " | " + measured(goal) + " |");
        }
        line("");
    }

    private static String measured(Goal goal) {
        if (goal.demand().endsWith("B")) {
            return Numbers.size(goal.actual());
        }
        return goal.demand().endsWith("s") ? Numbers.time(goal.actual()) : Numbers.ratio(goal.actual());
    }

    private void failed(List<String> failures) {
        if (failures.isEmpty()) {
            return;
        }
        line("### Not measured");
        line("");
        failures.forEach(each -> line("- " + each));
        line("");
    }
}
