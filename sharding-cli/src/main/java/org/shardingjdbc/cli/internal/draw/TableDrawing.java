package org.shardingjdbc.cli.internal.draw;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;

/**
 * Rows as a table, a line at a time: the first rows decide how wide the columns are, the others are read when their
 * line is asked for. Where the table is wider than the screen the widest columns give way. One per result; not
 * thread-safe.
 */
public final class TableDrawing implements Drawing {
    /** How many rows are looked at before the first line. */
    public static final int SAMPLE = 500;

    private static final int NARROWEST = 6;

    private final RowSource rows;
    private final Palette palette;
    private final int screen;
    private final Deque<List<Cell>> sample = new ArrayDeque<>();
    private final int[] widths;
    private long rowCount;
    private boolean cut;
    private int line;

    /**
     * @param screen how wide it may be; 0 for as wide as it is, where nothing is cut
     * @throws SQLException when the first rows cannot be read
     */
    public TableDrawing(RowSource rows, Palette palette, int screen) throws SQLException {
        this.rows = rows;
        this.palette = palette;
        this.screen = screen;
        List<DrawingColumn> columns = rows.columns();
        widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = TextWidth.of(PrintableText.line(columns.get(i).label()));
        }
        while (sample.size() < SAMPLE) {
            List<Cell> row = rows.next();
            if (row == null) {
                break;
            }
            sample.add(row);
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], TextWidth.of(text(row.get(i))));
            }
        }
        if (screen > 0) {
            shrink();
        }
    }

    /** The widest column becomes narrower until all fit, or none can. */
    private void shrink() {
        int tooMuch = total() - screen;
        while (tooMuch > 0) {
            int widest = 0;
            int second = 0;
            for (int i = 0; i < widths.length; i++) {
                if (widths[i] > widths[widest]) {
                    second = widths[widest];
                    widest = i;
                } else if (i != widest) {
                    second = Math.max(second, widths[i]);
                }
            }
            if (widths[widest] <= NARROWEST) {
                return;
            }
            int step = Math.min(tooMuch, Math.max(1, widths[widest] - Math.max(second, NARROWEST)));
            widths[widest] -= step;
            tooMuch -= step;
        }
    }

    private int total() {
        int sum = Math.max(0, widths.length - 1) * 3 + 2;
        for (int width : widths) {
            sum += width;
        }
        return sum;
    }

    /** Whether the table is wider than the screen though its columns are as narrow as may be. */
    public boolean isTooWide() {
        return screen > 0 && total() > screen;
    }

    /** Whether a value of a line so far was cut. */
    @Override
    public boolean isCut() {
        return cut;
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public @Nullable String nextLine() throws SQLException {
        line++;
        if (line == 1) {
            return header();
        }
        if (line == 2) {
            return rule();
        }
        List<Cell> row = sample.isEmpty() ? rows.next() : sample.remove();
        if (row == null) {
            return null;
        }
        rowCount++;
        return drawn(row);
    }

    private String header() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String label = fit(PrintableText.line(rows.columns().get(i).label()), i);
            String padded = rows.columns().get(i).numeric()
                    ? TextWidth.right(label, widths[i])
                    : i == widths.length - 1 ? label : TextWidth.left(label, widths[i]);
            text.append(i == 0 ? " " : separator()).append(palette.paint(Role.TITLE, padded));
        }
        return text.toString();
    }

    private String separator() {
        return palette.paint(Role.DIM, palette.either(" │ ", " | "));
    }

    private String rule() {
        StringBuilder text = new StringBuilder();
        String dash = palette.either("─", "-");
        for (int i = 0; i < widths.length; i++) {
            text.append(i == 0 ? "" : palette.either("┼", "+")).append(dash.repeat(widths[i] + 2));
        }
        return palette.paint(Role.DIM, text.toString());
    }

    private String drawn(List<Cell> row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Cell cell = row.get(i);
            String value = fit(text(cell), i);
            String padded = rows.columns().get(i).numeric()
                    ? TextWidth.right(value, widths[i])
                    : i == widths.length - 1 ? value : TextWidth.left(value, widths[i]);
            text.append(i == 0 ? " " : separator()).append(cell.isNull() ? palette.paint(Role.DIM, padded) : padded);
        }
        return text.toString();
    }

    private String fit(String text, int column) {
        if (screen <= 0) {
            return text;
        }
        String fitting = TextWidth.cut(text, widths[column], palette.cut());
        cut |= !fitting.equals(text);
        return fitting;
    }

    private String text(Cell cell) {
        String text = cell.text();
        return text == null ? "NULL" : PrintableText.line(text) + (isWhole(cell) ? "" : palette.cut());
    }

    private static boolean isWhole(Cell cell) {
        String text = cell.text();
        return text == null || cell.whole() <= text.length();
    }

    /** The lines that are left, for small tables. */
    public List<String> lines() throws SQLException {
        List<String> lines = new ArrayList<>();
        for (String next = nextLine(); next != null; next = nextLine()) {
            lines.add(next);
        }
        return lines;
    }
}
