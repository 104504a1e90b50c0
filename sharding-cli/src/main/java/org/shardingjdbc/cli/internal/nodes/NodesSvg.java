package org.shardingjdbc.cli.internal.nodes;

import java.util.List;
import org.shardingjdbc.cli.internal.draw.TextWidth;

/**
 * The map as an SVG: a box for each data source, in it the actual tables of each logic table with bars for their rows.
 * It follows the reader's choice of dark or light. Stateless.
 */
public final class NodesSvg {
    private static final int MARGIN = 24;
    private static final int GAP = 24;
    private static final int LINE = 22;
    private static final int HEAD = 58;
    private static final int BAR = 110;
    private static final double LETTER = 7.9;
    private static final int MOST_LINES = 24;

    private static final String STYLE = """
            <style>
              .page { fill: #ffffff } .box { fill: #f6f8fa; stroke: #d0d7de } .head { fill: #1f6feb }
              text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328 }
              .source { font-weight: 700; font-size: 15px; fill: #ffffff } .where { fill: #ffffff; font-size: 11px }
              .table { font-weight: 700 } .dim { fill: #59636e; font-size: 11px } .rows { text-anchor: end }
              .sharded { fill: #2da44e } .broadcast { fill: #bf8700 } .single { fill: #8250df } .problem { fill: #cf222e }
              @media (prefers-color-scheme: dark) {
                .page { fill: #0d1117 } .box { fill: #161b22; stroke: #30363d }
                text { fill: #e6edf3 } .dim { fill: #9198a1 }
              }
            </style>
            """;

    private final NodeMap map;
    private final StringBuilder svg = new StringBuilder();
    private final int names;
    private final int box;
    private final long most;

    private NodesSvg(NodeMap map) {
        this.map = map;
        int widest = 14;
        long rows = 1;
        for (NodeMap.Table table : map.tables()) {
            widest = Math.max(
                    widest, TextWidth.of(table.name()) + table.kind().name().length() - 4);
            for (NodeMap.Node node : table.nodes()) {
                widest = Math.max(widest, TextWidth.of(node.actualTable()));
                rows = Math.max(rows, node.rows());
            }
        }
        names = (int) (widest * LETTER);
        box = names + BAR + 130;
        most = rows;
    }

    /** The document. */
    public static String of(NodeMap map) {
        return new NodesSvg(map).draw();
    }

    private String draw() {
        int columns = Math.max(1, Math.min(4, map.sources().size()));
        int rows = (map.sources().size() + columns - 1) / columns;
        int height = HEAD + 12;
        for (NodeMap.Source source : map.sources()) {
            height = Math.max(height, height(source));
        }
        int width = 2 * MARGIN + columns * box + (columns - 1) * GAP;
        int total = MARGIN + rows * (height + GAP) + LINE;
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + ' ' + total + "\" width=\""
                + width + "\" height=\"" + total + "\" role=\"img\">\n");
        svg.append("<title>Data sources, tables and rows</title>\n").append(STYLE);
        svg.append("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
        for (int i = 0; i < map.sources().size(); i++) {
            int x = MARGIN + i % columns * (box + GAP);
            int y = MARGIN + i / columns * (height + GAP);
            source(map.sources().get(i), x, y, height);
        }
        legend(MARGIN, total - LINE / 2 - 2);
        return svg.append("</svg>\n").toString();
    }

    private int height(NodeMap.Source source) {
        int lines = 0;
        for (NodeMap.Table table : map.tables()) {
            int nodes = table.in(source.name()).size();
            lines += nodes == 0 ? 0 : 1 + Math.min(nodes, MOST_LINES + 1);
        }
        return HEAD + lines * LINE + LINE;
    }

    private void source(NodeMap.Source source, int x, int y, int height) {
        svg.append("<rect class=\"box\" x=\"" + x + "\" y=\"" + y + "\" width=\"" + box + "\" height=\"" + height
                + "\" rx=\"8\"/>\n");
        svg.append("<path class=\"head\" d=\"M" + x + ' ' + (y + HEAD - 8) + "v-" + (HEAD - 16) + "a8 8 0 0 1 8 -8h"
                + (box - 16) + "a8 8 0 0 1 8 8v" + (HEAD - 16) + "z\"/>\n");
        text("source", x + 14, y + 22, source.name());
        int room = (int) ((box - 28) / (LETTER * 11 / 13));
        String where = source.database() + (source.url().isEmpty() ? "" : "  " + source.url());
        text("where", x + 14, y + 40, TextWidth.cut(where, room, "…"));
        int line = y + HEAD + LINE - 6;
        for (NodeMap.Table table : map.tables()) {
            List<NodeMap.Node> nodes = table.in(source.name());
            if (nodes.isEmpty()) {
                continue;
            }
            text("table", x + 14, line, table.name());
            String kind = table.kind().name().toLowerCase(java.util.Locale.ROOT);
            text("dim", x + 14 + (int) (TextWidth.of(table.name()) * LETTER) + 10, line, kind);
            line += LINE;
            for (NodeMap.Node node : nodes.subList(0, Math.min(nodes.size(), MOST_LINES))) {
                node(node, kind, x, line);
                line += LINE;
            }
            if (nodes.size() > MOST_LINES) {
                text("dim", x + 24, line, "and " + (nodes.size() - MOST_LINES) + " more");
                line += LINE;
            }
        }
    }

    private void node(NodeMap.Node node, String kind, int x, int y) {
        int bar = x + 24 + names + 12;
        text("name", x + 24, y, node.actualTable());
        if (node.problem() != null) {
            svg.append("<g><title>" + escaped(node.problem()) + "</title>");
            svg.append("<text class=\"problem\" x=\"" + bar + "\" y=\"" + y + "\">not counted</text></g>\n");
            return;
        }
        if (node.rows() > 0) {
            int width = (int) Math.max(2, Math.round((double) node.rows() * BAR / most));
            svg.append("<rect class=\"" + kind + "\" x=\"" + bar + "\" y=\"" + (y - 10) + "\" width=\"" + width
                    + "\" height=\"11\" rx=\"2\"/>\n");
        }
        if (node.rows() >= 0) {
            text("rows", x + box - 14, y, NodesText.number(node.rows()));
        }
    }

    private void legend(int x, int y) {
        int at = x;
        for (NodeMap.Kind kind : NodeMap.Kind.values()) {
            String name = kind.name().toLowerCase(java.util.Locale.ROOT);
            svg.append("<rect class=\"" + name + "\" x=\"" + at + "\" y=\"" + (y - 10)
                    + "\" width=\"11\" height=\"11\"/>\n");
            text("dim", at + 17, y, name);
            at += 110;
        }
    }

    private void text(String kind, int x, int y, String text) {
        svg.append("<text class=\"" + kind + "\" x=\"" + x + "\" y=\"" + y + "\">" + escaped(text) + "</text>\n");
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                // XML has no other control characters
                default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '?' : c);
            }
        }
        return escaped.toString();
    }
}
