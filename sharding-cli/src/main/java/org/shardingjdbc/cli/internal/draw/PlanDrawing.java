package org.shardingjdbc.cli.internal.draw;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.cli.internal.draw.Palette.Role;

/**
 * The plan of a statement as a tree. Leaves that differ in their actual tables only are one line with a count.
 * Stateless but for its palette.
 */
public final class PlanDrawing {
    private static final int NARROWEST = 40;

    private final Palette palette;
    private final int screen;

    /** @param screen how wide lines may be, longer SQL goes on in the next; 0 for as wide as they are */
    public PlanDrawing(Palette palette, int screen) {
        this.palette = palette;
        this.screen = screen;
    }

    /** The tree's lines. */
    public List<String> draw(List<PlanLine> plan) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < plan.size()) {
            PlanLine line = plan.get(at);
            if (!line.isLeaf()) {
                operator(line, lines);
                at++;
                continue;
            }
            AlikeLeaves alike = new AlikeLeaves();
            while (at < plan.size()
                    && plan.get(at).isLeaf()
                    && sameDepth(line, plan.get(at))
                    && alike.take(plan.get(at))) {
                at++;
            }
            leaf(alike, lines);
        }
        return lines;
    }

    private void operator(PlanLine line, List<String> lines) {
        List<String> pieces = pieces(line.text(), TextWidth.of(line.branch()) + 2);
        for (int i = 0; i < pieces.size(); i++) {
            String text = i == 0
                    ? branch(line.branch()) + operator(pieces.get(i))
                    : branch(trunk(line.branch())) + "  " + pieces.get(i);
            lines.add(text + (i == pieces.size() - 1 ? measured(line.measured()) : ""));
        }
    }

    private static boolean sameDepth(PlanLine one, PlanLine other) {
        return one.branch().length() == other.branch().length();
    }

    private void leaf(AlikeLeaves alike, List<String> lines) {
        PlanLine first = alike.first();
        String times = alike.size() == 1 ? "" : palette.either(" ×", " x") + alike.size();
        String head = first.text() + times;
        String sql = alike.sql() + (first.parameters().isEmpty() ? "" : " " + first.parameters());
        List<String> pieces =
                pieces(PrintableText.lines(sql), alike.lastBranch().length() + TextWidth.of(head) + 2);
        String painted = palette.paint(Role.PLACE, first.text()) + palette.paint(Role.NUMBER, times);
        String ending = measured(first.measured());
        for (int i = 0; i < pieces.size(); i++) {
            String before = i == 0
                    ? branch(alike.lastBranch()) + painted + "  "
                    : branch(trunk(alike.lastBranch())) + " ".repeat(TextWidth.of(head) + 2);
            String text = palette.paint(Role.SQL, pieces.get(i));
            lines.add(before + text + (i == pieces.size() - 1 ? ending : ""));
        }
    }

    private static String trunk(String branch) {
        return branch.replace("├─", "│ ").replace("└─", "  ");
    }

    /** The SQL in pieces that fit beside what stands before them. */
    private List<String> pieces(String sql, int before) {
        List<String> pieces = new ArrayList<>();
        int room = screen <= 0 ? Integer.MAX_VALUE : Math.max(NARROWEST, screen - before);
        for (String line : sql.split("\n", -1)) {
            String rest = line;
            while (TextWidth.of(rest) > room) {
                int end = TextWidth.fitting(rest, 0, room);
                int blank = rest.lastIndexOf(' ', end);
                int at = blank > room / 2 ? blank : end;
                pieces.add(rest.substring(0, at));
                rest = rest.substring(at).stripLeading();
            }
            pieces.add(rest);
        }
        return pieces;
    }

    private String branch(String branch) {
        String drawn = palette.lines()
                ? branch
                : branch.replace("├─", "|-")
                        .replace("└─", "`-")
                        .replace('│', '|')
                        .replace('─', '-');
        return palette.paint(Role.DIM, drawn);
    }

    private String operator(String text) {
        int end = text.indexOf(' ');
        String name = end < 0 ? text : text.substring(0, end);
        Role role = name.equals("Refused") ? Role.ERROR : Role.NAME;
        return palette.paint(role, name) + (end < 0 ? "" : text.substring(end));
    }

    private String measured(String measured) {
        return measured.isEmpty() ? "" : palette.paint(Role.NUMBER, "  (" + measured + ")");
    }
}
