package org.shardingjdbc.engine.internal.task;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.pull.PulledRows;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;

/** Makes the steps of {@link CombinedWork}. Stateless. */
public final class CombiningSteps {
    /**
     * The most rows, parameters and bytes of one INSERT: databases bound both the parameters and the bytes of a
     * statement.
     */
    private static final int MOST_ROWS = 500;

    private static final int MOST_PARAMETERS = 5_000;
    static final long MOST_BYTES = 2L << 20;

    private CombiningSteps() {}

    /** A statement without parameters that returns nothing. */
    public static CombinedWork.Step run(String sql) {
        return new CombinedWork.Step() {
            @Override
            public String sql() {
                return sql;
            }

            @Override
            public Statement open(PhysicalConnection connection) throws SQLException {
                return connection.jdbc().createStatement();
            }

            @Override
            public void execute(Statement statement) throws SQLException {
                statement.execute(sql);
            }
        };
    }

    /** The steps that write rows into a table; no steps when there are no rows. */
    public static List<CombinedWork.Step> insert(String table, PulledRows rows) {
        long fitting = Math.min(MOST_PARAMETERS / rows.columnCount(), MOST_BYTES / Math.max(1, rows.largestRow()));
        int rowsPerInsert = (int) Math.max(1, Math.min(MOST_ROWS, fitting));
        int rest = rows.size() % rowsPerInsert;
        List<CombinedWork.Step> steps = new ArrayList<>(2);
        if (rows.size() > rest) {
            steps.add(new Insert(table, rows, new Portion(0, rows.size() - rest, rowsPerInsert)));
        }
        if (rest > 0) {
            steps.add(new Insert(table, rows, new Portion(rows.size() - rest, rows.size(), rest)));
        }
        return steps;
    }

    /** The query of the answer. */
    public static CombinedWork.Step query(Pull pulled, @Nullable Parameters given, UnitStatements statements) {
        NestedStatement combining = pulled.combining();
        return new Query(combining.sql(), pulled.shown(), combining.sources(), given, statements);
    }

    /** Some of the rows, a multiple of what one INSERT takes. */
    private record Portion(int from, int to, int rowsPerInsert) {}

    private record Insert(String table, PulledRows rows, Portion portion) implements CombinedWork.Step {
        @Override
        public String sql() {
            return rows.insertSql(table, 1) + ", ... (" + (portion.to - portion.from) + " rows)";
        }

        @Override
        public long changes() {
            return portion.to - portion.from;
        }

        @Override
        public int roundTrips() {
            return (portion.to - portion.from) / portion.rowsPerInsert;
        }

        @Override
        public Statement open(PhysicalConnection connection) throws SQLException {
            return connection.jdbc().prepareStatement(rows.insertSql(table, portion.rowsPerInsert));
        }

        @Override
        public void execute(Statement statement) throws SQLException {
            PreparedStatement insert = (PreparedStatement) statement;
            for (int row = portion.from; row < portion.to; row += portion.rowsPerInsert) {
                for (int i = 0; i < portion.rowsPerInsert; i++) {
                    rows.write(row + i, insert, 1 + i * rows.columnCount());
                }
                // Not as a batch: drivers show the values of a batch when it fails.
                insert.executeUpdate();
            }
            if (portion.to == rows.size()) {
                rows.clear();
            }
        }
    }

    /** @param shown what logs have in place of the query's text and values; null where they have these */
    @SuppressWarnings("ArrayRecordComponent")
    private record Query(
            String text,
            @Nullable String shown,
            int[] sources,
            @Nullable Parameters given,
            UnitStatements statements) implements CombinedWork.Step {
        @Override
        public String sql() {
            return shown == null ? text : shown;
        }

        @Override
        public List<Object> parameters() {
            if (shown != null) {
                return List.of();
            }
            List<Object> all = Objects.requireNonNull(given, "no parameters").describe();
            List<Object> own = new ArrayList<>(sources.length);
            for (int source : sources) {
                own.add(all.get(source));
            }
            return own;
        }

        @Override
        public Statement open(PhysicalConnection connection) throws SQLException {
            if (sources.length == 0) {
                return statements.create(connection);
            }
            PreparedStatement prepared = statements.prepare(connection, text);
            boolean bound = false;
            try {
                for (int i = 0; i < sources.length; i++) {
                    Objects.requireNonNull(given, "no parameters").replay(sources[i], prepared, i + 1);
                }
                bound = true;
                return prepared;
            } finally {
                if (!bound) {
                    prepared.close();
                }
            }
        }

        @Override
        public void execute(Statement statement) throws SQLException {
            if (sources.length == 0) {
                statement.execute(text);
            } else {
                ((PreparedStatement) statement).execute();
            }
        }
    }
}
