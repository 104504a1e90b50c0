package org.shardingjdbc.cli.internal.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.draw.Drawing;
import org.shardingjdbc.cli.internal.draw.ErrorText;
import org.shardingjdbc.cli.internal.draw.ExpandedDrawing;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.cli.internal.draw.PlanDrawing;
import org.shardingjdbc.cli.internal.draw.PlanLine;
import org.shardingjdbc.cli.internal.draw.RowSource;
import org.shardingjdbc.cli.internal.draw.TableDrawing;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.output.ResultRows;
import org.shardingjdbc.cli.internal.output.RowWriter;
import org.shardingjdbc.cli.internal.output.RowWriter.Format;

/**
 * Runs statements on a connection and shows rows, counts, warnings and times. One per connection; runs on one thread,
 * cancelled by any.
 */
public final class StatementRunner {
    private static final int SHOWN_BYTES = 32;
    private static final int FETCH_SIZE = 500;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Connection connection;
    private final Screen screen;
    private final Look look;
    private volatile @Nullable Statement running;

    /** A runner that shows results on that screen. */
    public StatementRunner(Connection connection, Screen screen, Look look) {
        this.connection = connection;
        this.screen = screen;
        this.look = look;
    }

    /**
     * Runs a statement.
     *
     * @param expanded whether this one time rows stand one below the other
     */
    public void run(String sql, boolean expanded) throws SQLException {
        try (Statement statement = connection.createStatement();
                Ticker ticker = new Ticker(screen.output())) {
            statement.setFetchSize(FETCH_SIZE);
            running = statement;
            long start = System.nanoTime();
            boolean rows = statement.execute(sql);
            ticker.stop();
            long nanos = System.nanoTime() - start;
            results(statement, rows, nanos, expanded);
        } finally {
            running = null;
        }
    }

    private void results(Statement statement, boolean first, long nanos, boolean expanded) throws SQLException {
        boolean rows = first;
        while (true) {
            if (rows) {
                try (ResultSet result = statement.getResultSet()) {
                    rows(result, expanded, nanos);
                    warn(result.getWarnings());
                }
            } else {
                long count = statement.getLargeUpdateCount();
                if (count < 0) {
                    break;
                }
                tell(changed(count), nanos);
            }
            rows = statement.getMoreResults();
        }
        warn(statement.getWarnings());
        warn(connection.getWarnings());
        connection.clearWarnings();
    }

    private static String changed(long count) {
        return count == 0 ? "done, 0 rows changed" : count + (count == 1 ? " row changed" : " rows changed");
    }

    private void rows(ResultSet result, boolean expanded, long nanos) throws SQLException {
        Format format = expanded ? Format.EXPANDED : look.format();
        Output output = screen.output();
        Clock clock = new Clock(nanos);
        switch (format) {
            case CSV, TSV, JSON -> {
                RowWriter.write(new ResultRows(result, Integer.MAX_VALUE), format, output.out());
                if (format == Format.JSON) {
                    output.out().println();
                }
                output.out().flush();
            }
            case TABLE, EXPANDED -> {
                if (format == Format.TABLE && isPlan(result)) {
                    List<PlanLine> plan = PlanLine.read(result);
                    output.lines(new PlanDrawing(output.palette(), output.screen()).draw(plan));
                    tell(null, nanos);
                    return;
                }
                TimedDrawing drawing =
                        new TimedDrawing(drawing(new ResultRows(result, SHOWN_BYTES), format, output), clock);
                screen.show(drawing);
                tell(count(drawing), clock.nanos);
            }
        }
    }

    private String count(Drawing drawing) {
        String rows = drawing.rowCount() == 1 ? "1 row" : drawing.rowCount() + " rows";
        return (screen.leftEarly() ? "the first " : "")
                + rows
                + (drawing.isCut() ? "; values are cut to fit, \\x shows them whole" : "");
    }

    private static Drawing drawing(RowSource rows, Format format, Output output) throws SQLException {
        if (format == Format.EXPANDED) {
            return new ExpandedDrawing(rows, output.palette(), output.screen());
        }
        return new TableDrawing(rows, output.palette(), output.screen());
    }

    /** Shows rows that no statement returned. */
    public void show(RowSource rows) throws SQLException {
        Output output = screen.output();
        screen.show(drawing(rows, look.format(), output));
    }

    private static boolean isPlan(ResultSet result) throws SQLException {
        return result.getMetaData().getColumnCount() >= 5
                && result.getMetaData().getColumnLabel(1).equals("plan")
                && result.getMetaData().getColumnLabel(3).equals("actual_sql");
    }

    private void tell(@Nullable String what, long nanos) {
        if (look.quiet()) {
            return;
        }
        Output output = screen.output();
        String time = look.timing() ? String.format(Locale.ROOT, "%.3f s", nanos / NANOS_PER_SECOND) : "";
        String text = what == null ? time : what + (time.isEmpty() ? "" : " (" + time + ")");
        if (!text.isEmpty()) {
            output.out().println(output.palette().paint(Role.DIM, text));
            output.out().flush();
        }
    }

    private void warn(SQLWarning warnings) {
        Output output = screen.output();
        output.out().flush();
        ErrorText.of(warnings, output.errorPalette()).forEach(output.err()::println);
        output.err().flush();
    }

    /** Cancels the statement that runs, if one does. */
    public void cancel() {
        Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                screen.output().error(e);
            }
        }
    }

    /** What the database needed, without the time that the reader took. */
    private static final class Clock {
        private long nanos;

        Clock(long nanos) {
            this.nanos = nanos;
        }
    }

    /** A drawing whose reading is measured. */
    private record TimedDrawing(Drawing drawing, Clock clock) implements Drawing {
        @Override
        public @Nullable String nextLine() throws SQLException {
            long start = System.nanoTime();
            try {
                return drawing.nextLine();
            } finally {
                clock.nanos += System.nanoTime() - start;
            }
        }

        @Override
        public long rowCount() {
            return drawing.rowCount();
        }

        @Override
        public boolean isCut() {
            return drawing.isCut();
        }
    }
}
