package org.shardingjdbc.engine.internal.task;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.pull.PulledRows;

/**
 * The steps that make and fill tables, in the order in which they are added. Where a text of several statements may be
 * sent, consecutive statements are one step and one round trip, as long as they are not large. One per execution, used
 * by one thread.
 */
public final class PreparingSteps {
    /** The most rows of one INSERT by columns. */
    private static final int MOST_ROWS = 10_000;

    private final boolean together;
    private final List<CombinedWork.Step> steps = new ArrayList<>();
    private List<Part> open = new ArrayList<>();
    private long openBytes;

    /** A statement, and the rows that it inserts by columns. */
    private interface Part {
        String sql();

        default int rowCount() {
            return 0;
        }

        /**
         * Sets the parameters of the part.
         *
         * @param first the position of the first one
         * @return how many there are
         */
        default int write(PreparedStatement statement, int first) throws SQLException {
            return 0;
        }

        /** The part was executed. */
        default void done() {}
    }

    /** A statement without parameters. */
    private record Plain(String sql) implements Part {}

    private record Insert(String sql, PulledRows rows, int from, int to) implements Part {
        @Override
        public int rowCount() {
            return to - from;
        }

        @Override
        public int write(PreparedStatement statement, int first) throws SQLException {
            rows.writeColumns(from, to, statement, first);
            return rows.columnCount();
        }

        @Override
        public void done() {
            if (to == rows.size()) {
                rows.clear();
            }
        }
    }

    /** @param together whether a text of several statements may be sent */
    public PreparingSteps(boolean together) {
        this.together = together;
    }

    /** Runs a statement that returns nothing. */
    public void run(String sql) {
        // in a text with parameters a driver would take the one for a parameter, and the other ends a statement
        if (together && sql.indexOf('?') < 0 && sql.indexOf(';') < 0) {
            add(new Plain(sql), 0);
            return;
        }
        flush();
        steps.add(CombiningSteps.run(sql));
    }

    /**
     * Inserts rows into a table.
     *
     * @param stored whether the rows come from a table like it, so that its columns have the types of theirs
     */
    public void insert(String table, PulledRows rows, boolean stored) {
        if (rows.size() == 0) {
            return;
        }
        String byColumns = stored ? rows.insertByColumnsSql(table) : null;
        if (byColumns == null) {
            flush();
            steps.addAll(CombiningSteps.insert(table, rows));
            return;
        }
        long fitting = Math.max(1, CombiningSteps.MOST_BYTES / Math.max(1, rows.largestRow()));
        int atOnce = (int) Math.min(MOST_ROWS, fitting);
        for (int from = 0; from < rows.size(); from += atOnce) {
            int to = Math.min(rows.size(), from + atOnce);
            add(new Insert(byColumns, rows, from, to), (to - from) * rows.largestRow());
        }
    }

    private void add(Part part, long bytes) {
        if (!together || openBytes + bytes > CombiningSteps.MOST_BYTES) {
            flush();
        }
        open.add(part);
        openBytes += bytes;
    }

    private void flush() {
        if (!open.isEmpty()) {
            steps.add(new Together(open));
            open = new ArrayList<>();
            openBytes = 0;
        }
    }

    /** All steps that were added. */
    public List<CombinedWork.Step> all() {
        flush();
        return steps;
    }

    /** Some statements in one text. */
    private record Together(List<Part> parts) implements CombinedWork.Step {
        @Override
        public String sql() {
            StringJoiner text = new StringJoiner("; ");
            for (Part part : parts) {
                text.add(part.rowCount() == 0 ? part.sql() : part.sql() + ", ... (" + part.rowCount() + " rows)");
            }
            return text.toString();
        }

        @Override
        public long changes() {
            int rows = parts.stream().mapToInt(Part::rowCount).sum();
            return rows == 0 ? -1 : rows;
        }

        @Override
        public Statement open(PhysicalConnection connection) throws SQLException {
            StringJoiner text = new StringJoiner("; ");
            parts.forEach(part -> text.add(part.sql()));
            return connection.jdbc().prepareStatement(text.toString());
        }

        @Override
        public void execute(Statement statement) throws SQLException {
            PreparedStatement prepared = (PreparedStatement) statement;
            int position = 1;
            for (Part part : parts) {
                position += part.write(prepared, position);
            }
            prepared.execute();
            parts.forEach(Part::done);
        }
    }
}
