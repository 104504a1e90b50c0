package org.shardingjdbc.cli.internal.nodes;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.cli.internal.draw.PrintableText;
import org.shardingjdbc.cli.internal.draw.TextWidth;

/**
 * The map as text: a column for each data source, in each a line for each actual table with a bar as long as it has
 * rows. Many actual tables of one data source are one line. Stateless but for its palette.
 */
public final class NodesText {
    /** More actual tables than these in one data source are drawn as one line. */
    private static final int MOST_LINES = 8;

    private static final int BAR = 10;
    private static final int GAP = 3;

    private final Palette palette;
    private final int screen;

    /** @param screen how wide lines may be; data sources that do not fit stand below the others; 0 for any width */
    public NodesText(Palette palette, int screen) {
        this.palette = palette;
        this.screen = screen <= 0 ? Integer.MAX_VALUE : screen;
    }

    /** A line of a data source's column, before it has the width of the column. */
    private record Line(String name, String number, long rows, boolean problem) {}

    /** The drawing's lines. */
    public List<String> draw(NodeMap map) {
        List<List<List<Line>>> columns = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        long most = most(map);
        for (NodeMap.Source source : map.sources()) {
            List<List<Line>> column = new ArrayList<>();
            for (NodeMap.Table table : map.tables()) {
                column.add(lines(table.in(source.name())));
            }
            columns.add(column);
            widths.add(width(column, source));
        }
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < columns.size()) {
            int to = from + 1;
            int used = widths.get(from);
            while (to < columns.size() && used + GAP + widths.get(to) + 2 <= screen) {
                used += GAP + widths.get(to++);
            }
            block(map, from, to, columns, widths, most, lines);
            from = to;
        }
        problems(map, lines);
        return lines;
    }

    private static long most(NodeMap map) {
        return map.tables().stream()
                .flatMap(table -> table.nodes().stream())
                .mapToLong(NodeMap.Node::rows)
                .max()
                .orElse(0);
    }

    private List<Line> lines(List<NodeMap.Node> nodes) {
        if (nodes.size() > MOST_LINES) {
            long least = nodes.stream().mapToLong(NodeMap.Node::rows).min().orElse(0);
            long most = nodes.stream().mapToLong(NodeMap.Node::rows).max().orElse(0);
            String last = nodes.get(nodes.size() - 1).actualTable();
            String name = nodes.get(0).actualTable() + " .. " + last;
            long sum = NodeMap.sum(nodes);
            String spread = sum < 0 ? "" : " (" + number(least) + " to " + number(most) + ")";
            boolean problem = nodes.stream().anyMatch(node -> node.problem() != null);
            return List.of(
                    new Line(name, "", -1, false),
                    new Line("  " + nodes.size() + " tables", number(sum) + spread, -1, problem));
        }
        return nodes.stream()
                .map(node -> new Line(node.actualTable(), number(node), node.rows(), node.problem() != null))
                .toList();
    }

    private static String number(NodeMap.Node node) {
        return node.problem() != null ? "?" : number(node.rows());
    }

    /** With a blank between thousands, which reads alike everywhere. */
    static String number(long rows) {
        return rows < 0 ? "" : String.format(java.util.Locale.ROOT, "%,d", rows);
    }

    private static int width(List<List<Line>> column, NodeMap.Source source) {
        int widest = Math.max(24, TextWidth.of(source.name()) + 2 + TextWidth.of(source.database()));
        int names = names(column);
        int numbers = numbers(column);
        return Math.max(widest, names + 2 + numbers + 1 + BAR);
    }

    private static int names(List<List<Line>> column) {
        return column.stream()
                .flatMap(List::stream)
                .mapToInt(line -> TextWidth.of(line.name()))
                .max()
                .orElse(0);
    }

    private static int numbers(List<List<Line>> column) {
        return column.stream()
                .flatMap(List::stream)
                .mapToInt(line -> line.number().length())
                .max()
                .orElse(0);
    }

    private void block(
            NodeMap map,
            int from,
            int to,
            List<List<List<Line>>> columns,
            List<Integer> widths,
            long most,
            List<String> lines) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        StringBuilder heads = new StringBuilder("  ");
        StringBuilder rules = new StringBuilder("  ");
        for (int i = from; i < to; i++) {
            NodeMap.Source source = map.sources().get(i);
            String rest = " ".repeat(widths.get(i) - TextWidth.of(source.name()) - TextWidth.of(source.database()) - 2);
            heads.append(i == from ? "" : " ".repeat(GAP)).append(palette.paint(Role.PLACE, source.name()));
            heads.append("  ")
                    .append(palette.paint(Role.DIM, source.database()))
                    .append(rest);
            rules.append(i == from ? "" : " ".repeat(GAP))
                    .append(palette.either("─", "-").repeat(widths.get(i)));
        }
        lines.add(heads.toString().stripTrailing());
        lines.add(palette.paint(Role.DIM, rules.toString()));
        for (int t = 0; t < map.tables().size(); t++) {
            table(map.tables().get(t), t, columns.subList(from, to), widths.subList(from, to), most, lines);
        }
    }

    private void table(
            NodeMap.Table table,
            int at,
            List<List<List<Line>>> columns,
            List<Integer> widths,
            long most,
            List<String> lines) {
        lines.add(title(table));
        int height =
                columns.stream().mapToInt(column -> column.get(at).size()).max().orElse(0);
        for (int row = 0; row < height; row++) {
            StringBuilder text = new StringBuilder("  ");
            for (int i = 0; i < columns.size(); i++) {
                List<Line> cell = columns.get(i).get(at);
                text.append(i == 0 ? "" : " ".repeat(GAP));
                text.append(
                        row < cell.size()
                                ? drawn(cell.get(row), columns.get(i), widths.get(i), most)
                                : " ".repeat(widths.get(i)));
            }
            lines.add(text.toString().stripTrailing());
        }
    }

    private String title(NodeMap.Table table) {
        String rows = table.rows() < 0 ? "" : number(table.rows()) + (table.rows() == 1 ? " row" : " rows");
        String strategy = palette.lines() ? table.strategy() : table.strategy().replace("→", "->");
        String kind = table.kind().name().toLowerCase(java.util.Locale.ROOT);
        List<String> facts = new ArrayList<>(List.of(kind));
        if (!strategy.isEmpty()) {
            facts.add(strategy);
        }
        if (!rows.isEmpty()) {
            facts.add(rows);
        }
        return palette.paint(Role.NAME, table.name()) + palette.paint(Role.DIM, "  " + String.join("; ", facts));
    }

    private String drawn(Line line, List<List<Line>> column, int width, long most) {
        int names = names(column);
        int numbers = numbers(column);
        String name = TextWidth.left(line.name(), names);
        String number = TextWidth.right(
                line.number(), Math.min(numbers, Math.max(numbers, line.number().length())));
        String bar = bar(line.rows(), most);
        String rest = " ".repeat(Math.max(0, width - names - 2 - TextWidth.of(number) - 1 - TextWidth.of(bar)));
        Role role = line.problem() ? Role.ERROR : Role.NUMBER;
        return name + "  " + palette.paint(role, number) + " " + palette.paint(Role.GOOD, bar) + rest;
    }

    private String bar(long rows, long most) {
        if (rows <= 0 || most <= 0) {
            return "";
        }
        if (!palette.lines()) {
            return "#".repeat((int) Math.max(1, Math.round((double) rows * BAR / most)));
        }
        int eighths = (int) Math.max(1, Math.round((double) rows * BAR * 8 / most));
        int rest = eighths % 8;
        return "█".repeat(eighths / 8) + (rest == 0 ? "" : String.valueOf("▏▎▍▌▋▊▉".charAt(rest - 1)));
    }

    private void problems(NodeMap map, List<String> lines) {
        for (NodeMap.Table table : map.tables()) {
            for (NodeMap.Node node : table.nodes()) {
                if (node.problem() != null) {
                    lines.add(palette.paint(Role.ERROR, "? " + node.dataSource() + "." + node.actualTable() + ": ")
                            + PrintableText.lines(node.problem()));
                }
            }
        }
    }
}
