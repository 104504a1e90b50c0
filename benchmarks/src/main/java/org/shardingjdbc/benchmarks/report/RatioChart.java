package org.shardingjdbc.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A picture of the times as multiples of sharding by hand: a row for each operation, a panel for each backend, a dot
 * for each contender, on a logarithmic scale. Plain SVG.
 */
public final class RatioChart {
    private static final int LABELS = 250;
    private static final int PANEL = 260;
    private static final int PADDING = 44;
    private static final int ROW = 26;
    private static final int TOP = 92;
    private static final int BOTTOM = 44;
    private static final String OURS_COLOR = "#1f6fb4";
    private static final String SHARDINGSPHERE_COLOR = "#d9730d";

    private final Figures figures;
    private final List<String> backends;
    private final List<Operation> operations = new ArrayList<>();
    private final List<Scale> scales = new ArrayList<>();

    private RatioChart(Figures figures) {
        this.figures = figures;
        this.backends = figures.backends().stream().filter(this::hasRatio).toList();
        for (Operation operation : Operation.values()) {
            if (backends.stream().anyMatch(backend -> hasRatio(backend, operation))) {
                operations.add(operation);
            }
        }
        backends.forEach(backend -> scales.add(scale(backend)));
    }

    /** The chart, one operation at least being measured for sharding by hand and another. */
    public static String svg(Figures figures) {
        return new RatioChart(figures).draw();
    }

    private double ratio(String backend, Operation operation, String contender) {
        return figures.ratio(backend, operation, contender, Figures.RAW);
    }

    private boolean hasRatio(String backend) {
        for (Operation operation : Operation.values()) {
            if (hasRatio(backend, operation)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRatio(String backend, Operation operation) {
        return !Double.isNaN(ratio(backend, operation, Figures.OURS))
                || !Double.isNaN(ratio(backend, operation, Figures.SHARDINGSPHERE));
    }

    /** The ratios at both ends of a panel. */
    private record Scale(double least, double most) {
        /** Also to that ratio: in powers of ten upwards, in halves downwards. */
        Scale reaching(double ratio) {
            double low = least;
            double high = most;
            while (ratio > high) {
                high *= 10;
            }
            while (ratio < low) {
                low /= 2;
            }
            return new Scale(low, high);
        }

        /** 1 first; more of them where there is room. */
        List<Double> ticks() {
            return Stream.of(1.0, 0.5, 2.0, 5.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0)
                    .filter(tick -> tick >= least && tick <= most)
                    .filter(tick -> tick == 1 || tick >= 10 || most <= 10)
                    .filter(tick -> most <= 1_000 || Math.round(Math.log10(tick)) % 2 == 0)
                    .toList();
        }

        /** 0 at the left end, 1 at the right. */
        double share(double ratio) {
            return Math.log(ratio / least) / Math.log(most / least);
        }
    }

    private Scale scale(String backend) {
        Scale scale = new Scale(1, 10);
        for (Operation operation : operations) {
            scale = scale.reaching(ratio(backend, operation, Figures.OURS))
                    .reaching(ratio(backend, operation, Figures.SHARDINGSPHERE));
        }
        return scale;
    }

    private String draw() {
        int width = LABELS + backends.size() * PANEL + 20;
        int height = TOP + operations.size() * ROW + BOTTOM;
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                        + "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">",
                width,
                height,
                width,
                height);
        add(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
        text(svg, new Place(16, 28), "font-size=\"17\" font-weight=\"bold\"", "Time as a multiple of sharding by hand");
        legend(svg);
        for (int row = 0; row < operations.size(); row++) {
            if (row % 2 == 0) {
                add(
                        svg,
                        "<rect x=\"0\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f5f6f8\"/>",
                        TOP + row * ROW,
                        width,
                        ROW);
            }
            text(svg, new Place(16, middle(row) + 4), "", operations.get(row).title());
        }
        for (int panel = 0; panel < backends.size(); panel++) {
            panel(svg, panel);
        }
        text(
                svg,
                new Place(16, height - 12),
                "fill=\"#666666\"",
                "Logarithmic scales. 1 is sharding by hand with plain JDBC over HikariCP; left is faster.");
        return svg.append("</svg>\n").toString();
    }

    private static void legend(StringBuilder svg) {
        add(svg, "<circle cx=\"22\" cy=\"48\" r=\"5\" fill=\"%s\"/>", OURS_COLOR);
        text(svg, new Place(33, 52), "", "sharding-jdbc");
        add(svg, "<circle cx=\"132\" cy=\"48\" r=\"5\" fill=\"%s\"/>", SHARDINGSPHERE_COLOR);
        text(svg, new Place(143, 52), "", "ShardingSphere-JDBC 5.5.2");
    }

    private void panel(StringBuilder svg, int panel) {
        String backend = backends.get(panel);
        int bottom = TOP + operations.size() * ROW;
        text(
                svg,
                new Place(LABELS + panel * PANEL + PANEL / 2.0, 58),
                "text-anchor=\"middle\" font-size=\"14\" font-weight=\"bold\"",
                title(backend));
        for (double tick : scales.get(panel).ticks()) {
            double x = x(panel, tick);
            add(
                    svg,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\"/>",
                    x,
                    TOP,
                    x,
                    bottom,
                    tick == 1 ? "#555555" : "#d4d7dc");
            text(
                    svg,
                    new Place(x, TOP - 8),
                    "text-anchor=\"middle\" fill=\"#666666\"",
                    String.format(Locale.ROOT, tick < 1 ? "%.1f\u00d7" : "%,.0f\u00d7", tick));
        }
        for (int row = 0; row < operations.size(); row++) {
            row(svg, panel, row);
        }
    }

    private void row(StringBuilder svg, int panel, int row) {
        double ours = ratio(backends.get(panel), operations.get(row), Figures.OURS);
        double theirs = ratio(backends.get(panel), operations.get(row), Figures.SHARDINGSPHERE);
        int y = middle(row);
        if (!Double.isNaN(ours) && !Double.isNaN(theirs)) {
            add(
                    svg,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#9aa3ad\" stroke-width=\"2\"/>",
                    x(panel, ours),
                    y,
                    x(panel, theirs),
                    y);
        }
        dot(svg, new Place(x(panel, theirs), y), theirs, SHARDINGSPHERE_COLOR, theirs < ours);
        dot(svg, new Place(x(panel, ours), y), ours, OURS_COLOR, Double.isNaN(theirs) || ours <= theirs);
    }

    /** @param left whether the number stands left of the dot, else right of it */
    private static void dot(StringBuilder svg, Place place, double ratio, String color, boolean left) {
        if (Double.isNaN(ratio)) {
            return;
        }
        add(svg, "<circle cx=\"%.1f\" cy=\"%.0f\" r=\"5\" fill=\"%s\"/>", place.x, place.y, color);
        text(
                svg,
                new Place(place.x + (left ? -8 : 8), place.y + 4),
                "font-size=\"11\" paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"3\" fill=\"" + color
                        + "\" text-anchor=\"" + (left ? "end" : "start") + "\"",
                Numbers.ratio(ratio));
    }

    /** In pixels from the upper left corner. */
    private record Place(double x, double y) {}

    private static void text(StringBuilder svg, Place place, String attributes, String text) {
        add(svg, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>", place.x, place.y, attributes, escaped(text));
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    static String title(String backend) {
        return switch (backend) {
            case "STUB" -> "stub driver";
            case "POSTGRESQL" -> "PostgreSQL";
            default -> backend;
        };
    }

    private static int middle(int row) {
        return TOP + row * ROW + ROW / 2;
    }

    private double x(int panel, double ratio) {
        return LABELS + panel * PANEL + PADDING + scales.get(panel).share(ratio) * (PANEL - 2 * PADDING);
    }
}
