package org.shardingjdbc.cli.internal.draw;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;

/**
 * Rows one below the other, a line for each column, with long values in as many lines as they need. One per result; not
 * thread-safe.
 */
public final class ExpandedDrawing implements Drawing {
    private final RowSource rows;
    private final Palette palette;
    private final int screen;
    private final int labels;
    private final Deque<String> lines = new ArrayDeque<>();
    private long rowCount;
    private boolean cut;

    /** @param screen how wide lines may be; 0 for as wide as they are */
    public ExpandedDrawing(RowSource rows, Palette palette, int screen) {
        this.rows = rows;
        this.palette = palette;
        this.screen = screen;
        int widest = 0;
        for (DrawingColumn column : rows.columns()) {
            widest = Math.max(widest, TextWidth.of(PrintableText.line(column.label())));
        }
        labels = widest;
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public boolean isCut() {
        return cut;
    }

    @Override
    public @Nullable String nextLine() throws SQLException {
        if (lines.isEmpty()) {
            List<Cell> row = rows.next();
            if (row == null) {
                return null;
            }
            rowCount++;
            draw(row);
        }
        return lines.remove();
    }

    private void draw(List<Cell> row) {
        String dash = palette.either("─", "-");
        lines.add(
                palette.paint(Role.DIM, dash.repeat(2) + " row " + rowCount + " " + dash.repeat(Math.max(2, labels))));
        for (int i = 0; i < row.size(); i++) {
            String label =
                    TextWidth.left(PrintableText.line(rows.columns().get(i).label()), labels);
            String before =
                    " " + palette.paint(Role.TITLE, label) + palette.paint(Role.DIM, palette.either(" │ ", " | "));
            Cell cell = row.get(i);
            String text = cell.text();
            if (text == null) {
                lines.add(before + palette.paint(Role.DIM, "NULL"));
                continue;
            }
            for (String line : PrintableText.lines(text).split("\n", -1)) {
                before = wrapped(before, line);
            }
            if (cell.whole() > text.length()) {
                cut = true;
                lines.add(before + palette.paint(Role.DIM, "(" + text.length() + " of " + cell.whole() + " shown)"));
            }
        }
    }

    /** Returns what stands before the lines that follow. */
    private String wrapped(String first, String line) {
        String next = " ".repeat(labels + 1) + palette.paint(Role.DIM, palette.either(" │ ", " | "));
        String before = first;
        int room = screen <= 0 ? Integer.MAX_VALUE : Math.max(10, screen - labels - 4);
        int from = 0;
        do {
            int to = Math.max(TextWidth.fitting(line, from, room), Math.min(line.length(), from + 1));
            lines.add(before + line.substring(from, to));
            before = next;
            from = to;
        } while (from < line.length());
        return next;
    }
}
