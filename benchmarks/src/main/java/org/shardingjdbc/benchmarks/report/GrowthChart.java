package org.shardingjdbc.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Panels side by side, each with nanoseconds over a number, both logarithmic. Plain SVG; not thread-safe. */
final class GrowthChart {
    private static final int WIDTH = 230;
    private static final int HEIGHT = 200;
    private static final int LEFT = 52;
    private static final int TOP = 64;
    private static final int BOTTOM = 44;
    private static final String OURS = "#1f6fb4";
    private static final String RAW = "#8a929b";

    private final List<Panel> panels = new ArrayList<>();

    /** One more, to the right. */
    Panel panel(String title) {
        Panel panel = new Panel(title);
        panels.add(panel);
        return panel;
    }

    private record Dot(double number, double ours, double raw, double model) {}

    /** Dots that belong together. */
    static final class Panel {
        private final String title;
        private final List<Dot> dots = new ArrayList<>();

        private Panel(String title) {
            this.title = title;
        }

        /** @param model NaN without one */
        void dot(double number, double ours, double raw, double model) {
            dots.add(new Dot(number, ours, raw, model));
        }

        private double x(double number) {
            double most = dots.stream().mapToDouble(Dot::number).max().orElseThrow();
            return Math.log(number) / Math.log(most) * (WIDTH - LEFT - 24);
        }

        private double lowest() {
            double least = dots.stream()
                    .mapToDouble(dot -> Math.min(dot.ours(), dot.raw()))
                    .min()
                    .orElseThrow();
            return Math.pow(10, Math.floor(Math.log10(least)));
        }

        private double highest() {
            double most = dots.stream()
                    .mapToDouble(dot -> Math.max(dot.ours(), dot.raw()))
                    .max()
                    .orElseThrow();
            return Math.pow(10, Math.ceil(Math.log10(most)));
        }

        private double y(double nanos) {
            return HEIGHT * (1 - Math.log(nanos / lowest()) / Math.log(highest() / lowest()));
        }

        private void draw(StringBuilder svg) {
            append(svg, "<text x=\"%d\" y=\"-12\" font-weight=\"bold\">%s</text>", 0, title);
            for (double nanos = lowest(); nanos <= highest() * 1.01; nanos *= 10) {
                append(
                        svg,
                        "<line x1=\"0\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#d4d7dc\"/>",
                        y(nanos),
                        WIDTH - LEFT - 16,
                        y(nanos));
                append(
                        svg,
                        "<text x=\"-6\" y=\"%.1f\" text-anchor=\"end\" fill=\"#666666\">%s</text>",
                        y(nanos) + 4,
                        Numbers.time(nanos).replace(".00", ""));
            }
            for (Dot dot : dots) {
                append(
                        svg,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#666666\">%.0f</text>",
                        x(dot.number()),
                        HEIGHT + 18,
                        dot.number());
            }
            line(svg, Dot::model, OURS, "stroke-dasharray=\"4 3\"");
            line(svg, Dot::raw, RAW, "");
            dots.forEach(dot -> {
                circle(svg, dot.number(), dot.raw(), RAW);
                circle(svg, dot.number(), dot.ours(), OURS);
            });
        }

        private void circle(StringBuilder svg, double number, double nanos, String color) {
            append(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", x(number), y(nanos), color);
        }

        private void line(StringBuilder svg, ToDoubleFunction<Dot> nanos, String color, String attributes) {
            if (dots.stream().mapToDouble(nanos).anyMatch(Double::isNaN)) {
                return;
            }
            StringBuilder points = new StringBuilder();
            for (Dot dot : dots) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(dot.number()), y(nanos.applyAsDouble(dot))));
            }
            append(svg, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" %s/>", points, color, attributes);
        }
    }

    /** The picture; each panel has dots for two numbers at least. */
    String svg() {
        StringBuilder svg = new StringBuilder();
        int width = panels.size() * WIDTH + 16;
        int height = TOP + HEIGHT + BOTTOM;
        append(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                        + "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">",
                width,
                height,
                width,
                height);
        append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
        append(
                svg,
                "<circle cx=\"16\" cy=\"20\" r=\"4\" fill=\"%s\"/><text x=\"26\" y=\"24\">sharding-jdbc</text>",
                OURS);
        append(
                svg,
                "<line x1=\"112\" y1=\"20\" x2=\"136\" y2=\"20\" stroke=\"%s\" stroke-dasharray=\"4 3\"/>"
                        + "<text x=\"142\" y=\"24\">what the model says</text>",
                OURS);
        append(svg, "<circle cx=\"268\" cy=\"20\" r=\"4\" fill=\"%s\"/><text x=\"278\" y=\"24\">by hand</text>", RAW);
        for (int i = 0; i < panels.size(); i++) {
            append(svg, "<g transform=\"translate(%d %d)\">", i * WIDTH + LEFT, TOP);
            panels.get(i).draw(svg);
            append(svg, "</g>");
        }
        return svg.append("</svg>\n").toString();
    }

    private static void append(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
