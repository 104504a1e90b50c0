package org.shardingjdbc.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How cost grows, as a page: figures by size beside what a {@link CostModel} predicts, by the number of plans and of
 * threads. Made of what was added; not thread-safe.
 */
public final class GrowthReport {
    /** Sizes by which the model is fitted vary in one respect at a time; all others check it. */
    private static final int SMALL = 8;

    private static final int SMALL_ROWS = 100;
    private static final double ALLOWED = 0.15;

    private final List<Measured> sizes = new ArrayList<>();
    private final List<Measured> plans = new ArrayList<>();
    private final List<Measured> threads = new ArrayList<>();
    private final List<Far> far = new ArrayList<>();

    /**
     * A figure beside that of sharding by hand.
     *
     * @param size for {@link #addSize}; of plans and threads its {@code nodes} is their number
     * @param raw nanoseconds by hand
     */
    private record Measured(CostModel.Point size, double raw) {}

    /** @param ours nanoseconds of a scan, @param raw the same by hand */
    public void addSize(int nodes, int rows, int columns, double ours, double raw) {
        sizes.add(new Measured(new CostModel.Point(nodes, rows, columns, ours), raw));
    }

    /** Nanoseconds of a point SELECT that is one of so many texts. */
    public void addPlans(int number, double ours, double raw) {
        plans.add(new Measured(new CostModel.Point(number, 1, 1, ours), raw));
    }

    /** CPU nanoseconds of a point SELECT by so many threads. */
    public void addThreads(int number, double ours, double raw) {
        threads.add(new Measured(new CostModel.Point(number, 1, 1, ours), raw));
    }

    /**
     * A scan over data nodes that let one wait.
     *
     * @param connections that a statement may use of each data source
     */
    private record Far(int nodes, int dataSources, int connections, double nanos) {
        /** How many answers are waited for one after the other. */
        private int rounds() {
            int each = dataSources * connections;
            return (nodes + each - 1) / each;
        }
    }

    /**
     * Nanoseconds of a scan of a row each over data nodes that let one wait, all alike; the first is of one data node.
     *
     * @param connections that a statement may use of each data source
     */
    public void addFar(int nodes, int dataSources, int connections, double nanos) {
        far.add(new Far(nodes, dataSources, connections, nanos));
    }

    private static boolean fits(CostModel.Point size) {
        int differences = 0;
        differences += size.nodes() == SMALL ? 0 : 1;
        differences += size.rows() == 1 || size.rows() == SMALL_ROWS ? 0 : 1;
        differences += size.columns() == 1 ? 0 : 1;
        return differences <= 1 && size.nodes() <= 512;
    }

    private CostModel model() {
        return CostModel.of(
                sizes.stream().map(Measured::size).filter(GrowthReport::fits).toList());
    }

    /** The largest error of the model over sizes that it was not fitted by: 0.1 is ten percent. */
    public double largestError() {
        CostModel model = model();
        return sizes.stream()
                .map(Measured::size)
                .filter(size -> !fits(size))
                .mapToDouble(size -> Math.abs(model.error(size)))
                .max()
                .orElse(0);
    }

    /** Without a title, so that it can be put into a page; sizes, plans and threads must have been added. */
    public String page(String chart) {
        CostModel model = model();
        StringBuilder page = new StringBuilder();
        page.append("![Cost by data nodes, rows and threads](").append(chart).append(")\n\n");
        page.append(String.format(
                Locale.ROOT,
                "A sorted scan costs **%s + %s a data node + %s a row + %s a value**, and %s more a data node where there are"
                        + " more than %d.%n%n",
                Numbers.time(model.constant()),
                Numbers.time(model.node()),
                Numbers.time(model.row()),
                Numbers.time(model.value()),
                Numbers.time(model.prepared()),
                CostModel.KEPT));
        page.append("| data nodes | rows of each | columns | by hand | ours | the model says | off by |\n");
        page.append("| --- | --- | --- | --- | --- | --- | --- |\n");
        for (Measured each : sizes) {
            CostModel.Point size = each.size();
            page.append(String.format(
                    Locale.ROOT,
                    "| %,d | %,d | %d | %s | %s | %s | %+.0f %%%s |%n",
                    size.nodes(),
                    size.rows(),
                    size.columns(),
                    Numbers.time(each.raw()),
                    Numbers.time(size.nanos()),
                    Numbers.time(model.predicted(size)),
                    100 * model.error(size),
                    fits(size) ? "" : Math.abs(model.error(size)) <= ALLOWED ? ", reached" : ", **not reached**"));
        }
        numbers(page, "texts", plans);
        numbers(page, "threads", threads);
        far(page, model);
        return page.toString();
    }

    /** What one data node takes is measured; all else follows from it and from the model. */
    private void far(StringBuilder page, CostModel model) {
        page.append("\n| data nodes | connections of each of 2 data sources | measured | the model says | off by |\n");
        page.append("| --- | --- | --- | --- | --- |\n");
        double answer = far.isEmpty() ? 0 : far.get(0).nanos();
        for (Far each : far) {
            double predicted =
                    each.rounds() * answer + model.predicted(new CostModel.Point(each.nodes(), 1, 1, each.nanos()));
            double error = predicted / each.nanos() - 1;
            page.append(String.format(
                    Locale.ROOT,
                    "| %,d | %d | %s | %s | %+.0f %%%s |%n",
                    each.nodes(),
                    each.connections(),
                    Numbers.time(each.nanos()),
                    Numbers.time(predicted),
                    100 * error,
                    Math.abs(error) <= ALLOWED ? ", reached" : ", **not reached**"));
        }
    }

    private static void numbers(StringBuilder page, String what, List<Measured> measured) {
        page.append("\n| ").append(what).append(" | by hand | ours | ours - by hand |\n| --- | --- | --- | --- |\n");
        for (Measured each : measured) {
            page.append(String.format(
                    Locale.ROOT,
                    "| %,d | %s | %s | %s |%n",
                    each.size().nodes(),
                    Numbers.time(each.raw()),
                    Numbers.time(each.size().nanos()),
                    Numbers.time(each.size().nanos() - each.raw())));
        }
    }

    /** The picture: nanoseconds by nodes, by rows, by plans and by threads, all axes logarithmic. Plain SVG. */
    public String chart() {
        CostModel model = model();
        GrowthChart chart = new GrowthChart();
        GrowthChart.Panel nodes = chart.panel("data nodes, a row each");
        GrowthChart.Panel rows = chart.panel("rows of each of 8 data nodes");
        for (Measured each : sizes) {
            CostModel.Point size = each.size();
            if (size.rows() == 1 && size.columns() == 1) {
                nodes.dot(size.nodes(), size.nanos(), each.raw(), model.predicted(size));
            }
            if (size.nodes() == SMALL && size.columns() == 1) {
                rows.dot(size.rows(), size.nanos(), each.raw(), model.predicted(size));
            }
        }
        numbers(chart.panel("distinct texts, point SELECT"), plans);
        numbers(chart.panel("threads, point SELECT"), threads);
        return chart.svg();
    }

    private static void numbers(GrowthChart.Panel panel, List<Measured> measured) {
        measured.forEach(each -> panel.dot(each.size().nodes(), each.size().nanos(), each.raw(), Double.NaN));
    }
}
