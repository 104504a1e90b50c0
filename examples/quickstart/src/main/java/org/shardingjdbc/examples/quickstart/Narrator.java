package org.shardingjdbc.examples.quickstart;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.cli.internal.draw.PlanDrawing;
import org.shardingjdbc.cli.internal.draw.PlanLine;

/** Runs statements on a sharded connection and prints what becomes of each, in at most 120 columns. */
final class Narrator {
    static final int WIDTH = 120;
    private static final String INDENT = "    ";

    private final Connection connection;
    private final PrintStream out;
    private final Palette palette;
    /** What was said of an operator once is not said again. */
    private final Set<String> said = new LinkedHashSet<>();

    private int step;

    Narrator(Connection connection, PrintStream out, Palette palette) {
        this.connection = connection;
        this.out = out;
        this.palette = palette;
    }

    /** Starts a new section. */
    void title(String title) {
        step++;
        out.println();
        out.println(palette.paint(Role.TITLE, "== " + step + ". " + title));
    }

    /** A sentence about what comes next. */
    void say(String text) {
        out.println();
        print(wrapped(text, WIDTH - 3), "   ");
    }

    /** Lines that are drawn already. */
    void draw(List<String> lines) {
        out.println();
        print(lines, INDENT);
    }

    /** Runs a query and prints the SQL, the data nodes, the merge and the rows. */
    void query(String sql, Object... parameters) throws SQLException {
        explain(sql, parameters);
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            head("rows");
            print(TextTable.lines(rows, palette, WIDTH - INDENT.length()), INDENT);
        }
    }

    /** Runs a statement that changes rows or the schema, and prints the same but a count instead of rows. */
    void update(String sql, Object... parameters) throws SQLException {
        explain(sql, parameters);
        try (PreparedStatement statement = prepare(sql, parameters)) {
            int count = statement.executeUpdate();
            if (!sql.startsWith("CREATE")) {
                head("changed");
                out.println(INDENT + (count == 1 ? "1 row" : count + " rows"));
            }
        }
    }

    /** Prints what a statement would do, without doing it. */
    void explain(String sql, Object... parameters) throws SQLException {
        written(sql);
        if (parameters.length > 0) {
            out.println(INDENT + "with " + Arrays.toString(parameters));
        }
        try (PreparedStatement statement = prepare("EXPLAIN SHARDING " + sql, parameters);
                ResultSet plan = statement.executeQuery()) {
            List<PlanLine> lines = PlanLine.read(plan);
            head("what is done");
            print(new PlanDrawing(palette, WIDTH - INDENT.length()).draw(lines), INDENT);
            for (int i = lines.size() - 1; i >= 0; i--) {
                String operator =
                        lines.get(i).isLeaf() ? "" : lines.get(i).text().split(" ")[0];
                if (said.add(operator) && !inWords(operator).isEmpty()) {
                    out.println(INDENT + palette.paint(Role.DIM, operator + ": " + inWords(operator)));
                }
            }
        }
    }

    /** Shows that a statement is refused. */
    void refuse(String sql) {
        written(sql);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
            throw new IllegalStateException("This must be refused: " + sql);
        } catch (SQLException e) {
            head("refused");
            print(wrapped(e.getMessage(), WIDTH - INDENT.length()), INDENT);
        }
    }

    private void written(String sql) {
        out.println();
        head("SQL as written");
        for (String line : sql.split("\n")) {
            for (String piece : wrapped(line, WIDTH - INDENT.length())) {
                out.println(INDENT + palette.paint(Role.SQL, piece));
            }
        }
    }

    private void head(String text) {
        out.println("  " + palette.paint(Role.NAME, text));
    }

    private void print(List<String> lines, String indent) {
        lines.forEach(line -> out.println(indent + line));
    }

    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
        breaks.setText(text);
        int start = 0;
        while (text.length() - start > width) {
            int end = breaks.preceding(start + width + 1);
            end = end <= start ? start + width : end;
            lines.add(text.substring(start, end).stripTrailing());
            start = end;
        }
        lines.add(text.substring(start));
        return lines;
    }

    /** What an operator does, for those who see it for the first time. */
    private static String inWords(String operator) {
        return switch (operator) {
            case "Concatenate" -> "The rows of the data nodes follow one another.";
            case "MergeSort" -> "Each data node sorts; the merge always takes the smallest of the next rows.";
            case "Aggregate" -> "Each data node sends one row of partial results; the merge makes one row of them.";
            case "Group" -> "Each data node sends its groups in order; the merge adds up equal groups on the fly.";
            case "Sort" -> "The finished groups are sorted as the statement asks.";
            case "Limit" -> "Rows before the offset are skipped, rows behind the limit are not even read.";
            case "Pull" -> "No data node can answer this alone: the rows that matter are copied to one of them.";
            case "Combine" -> "There the statement runs as it was written, over the copies.";
            case "Step" -> "Done in several steps, in one transaction; each may use what the one before has found.";
            case "Trim" -> "Columns that were added for the merge are removed.";
            default -> "";
        };
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
