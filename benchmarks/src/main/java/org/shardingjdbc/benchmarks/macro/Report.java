package org.shardingjdbc.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Writes what was measured: a section of Markdown, and all single results as JSON. Immutable. */
final class Report {
    private final Options options;
    private final List<Cell> cells;

    /** @param cells in the order in which they were measured */
    Report(Options options, List<Cell> cells) {
        this.options = options;
        this.cells = List.copyOf(cells);
    }

    void write() throws IOException {
        Files.createDirectories(options.report());
        Files.writeString(options.report().resolve("report.md"), markdown());
        Files.writeString(options.report().resolve("results.json"), json());
    }

    String markdown() {
        StringBuilder text = new StringBuilder("## Sysbench and TPC-C\n\n");
        text.append(String.format(
                Locale.ROOT,
                "%d cores, Java %s; server and clients on one machine. Medians of %d rounds of %.0f s.%n",
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().feature(),
                options.rounds(),
                options.seconds()));
        cells.stream().map(cell -> cell.workload().size()).distinct().forEach(size -> text.append("\n- ")
                .append(size));
        text.append('\n');
        cells.stream().map(Cell::database).distinct().forEach(database -> section(text, database));
        return text.toString();
    }

    private void section(StringBuilder text, String database) {
        text.append("\n### ").append(database).append("\n\n");
        text.append(
                "| workload | threads | contender | transactions/s | mean ms | p95 ms | p99 ms | CPU of the JVM, us | of the server, us |"
                        + " TPS, ours / it | retries |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (Map.Entry<String, Map<Contenders.Name, List<Figures>>> group :
                groups(database).entrySet()) {
            double ours = median(group.getValue().get(Contenders.Name.OURS), Figures::perSecond);
            group.getValue()
                    .forEach((contender, figures) -> text.append(String.format(
                            Locale.ROOT,
                            "| %s | %s | %.0f | %.2f | %.2f | %.2f | %.0f | %.0f | %s | %d |%n",
                            group.getKey(),
                            contender.name().toLowerCase(Locale.ROOT),
                            median(figures, Figures::perSecond),
                            median(figures, Figures::meanMillis),
                            median(figures, each -> each.percentileMillis(95)),
                            median(figures, each -> each.percentileMillis(99)),
                            median(figures, Figures::cpuMicros),
                            median(figures, Figures::serverMicros),
                            ratio(contender, ours / median(figures, Figures::perSecond)),
                            figures.stream().mapToLong(Figures::retries).sum())));
        }
        if (cells.stream().anyMatch(cell -> cell.workload().kinds().size() > 1)) {
            kinds(text, database);
        }
    }

    /** Transactions of mixed workloads kind by kind. */
    private void kinds(StringBuilder text, String database) {
        text.append("\n| transaction | threads | contender | of 1 s | p95 ms |\n| --- | --- | --- | --- | --- |\n");
        Map<String, Map<Contenders.Name, List<Figures>>> groups = groups(database);
        for (Workload workload : cells.stream().map(Cell::workload).distinct().toList()) {
            for (int kind = 0;
                    workload.kinds().size() > 1 && kind < workload.kinds().size();
                    kind++) {
                for (int threads : options.threads()) {
                    String title = workload.kinds().get(kind) + " | " + threads;
                    Map<Contenders.Name, List<Figures>> group = groups.get(workload.name() + " | " + threads);
                    kind(text, title, kind, group == null ? Map.of() : group);
                }
            }
        }
    }

    private static void kind(
            StringBuilder text, String title, int kind, Map<Contenders.Name, List<Figures>> contenders) {
        contenders.forEach((contender, figures) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.2f |%n",
                title,
                contender.name().toLowerCase(Locale.ROOT),
                median(figures, each -> each.kinds().get(kind).getTotalCount() / each.seconds()),
                median(figures, each -> each.kinds().get(kind).getValueAtPercentile(95) / 1e6))));
    }

    private static String ratio(Contenders.Name contender, double ratio) {
        return contender == Contenders.Name.OURS || !Double.isFinite(ratio)
                ? ""
                : String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** By workload and threads as the table's first columns say them. */
    private Map<String, Map<Contenders.Name, List<Figures>>> groups(String database) {
        Map<String, Map<Contenders.Name, List<Figures>>> groups = new LinkedHashMap<>();
        for (Cell cell : cells) {
            if (cell.database().equals(database)) {
                groups.computeIfAbsent(
                                cell.workload().name() + " | " + cell.threads(),
                                key -> new EnumMap<>(Contenders.Name.class))
                        .merge(cell.contender(), List.of(cell.figures()), Report::both);
            }
        }
        return groups;
    }

    private static List<Figures> both(List<Figures> left, List<Figures> right) {
        return Stream.concat(left.stream(), right.stream()).toList();
    }

    /** @param figures null if it did not take part, which gives no number */
    private static double median(List<Figures> figures, ToDoubleFunction<Figures> figure) {
        if (figures == null) {
            return Double.NaN;
        }
        List<Double> sorted =
                figures.stream().mapToDouble(figure).sorted().boxed().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private String json() {
        StringBuilder json = new StringBuilder("[\n");
        for (Cell cell : cells) {
            json.append(json.length() > 2 ? ",\n" : "").append(json(cell));
        }
        return json.append("\n]\n").toString();
    }

    private static String json(Cell cell) {
        Figures figures = cell.figures();
        StringBuilder kinds = new StringBuilder();
        for (int kind = 0; kind < figures.kinds().size(); kind++) {
            kinds.append(kind == 0 ? "" : ", ")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"name\": \"%s\", \"count\": %d, \"p95Millis\": %.3f}",
                            cell.workload().kinds().get(kind),
                            figures.kinds().get(kind).getTotalCount(),
                            figures.kinds().get(kind).getValueAtPercentile(95) / 1e6));
        }
        return String.format(
                Locale.ROOT,
                "{\"database\": \"%s\", \"workload\": \"%s\", \"threads\": %d, \"contender\": \"%s\", \"round\": %d,"
                        + " \"transactions\": %d, \"retries\": %d, \"seconds\": %.1f, \"tps\": %.1f,"
                        + " \"meanMillis\": %.4f, \"p95Millis\": %.4f, \"p99Millis\": %.4f, \"jvmCpuMicros\": %.1f,"
                        + " \"serverCpuMicros\": %.1f,"
                        + " \"kinds\": [%s]}",
                cell.database(),
                cell.workload().name(),
                cell.threads(),
                cell.contender(),
                cell.round(),
                figures.transactions(),
                figures.retries(),
                figures.seconds(),
                figures.perSecond(),
                figures.meanMillis(),
                figures.percentileMillis(95),
                figures.percentileMillis(99),
                figures.cpuMicros(),
                figures.serverMicros(),
                kinds);
    }
}
