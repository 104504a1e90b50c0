package org.shardingjdbc.engine.internal.task;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.error.WarningChain;
import org.shardingjdbc.engine.internal.execute.driver.OpenWarnings;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.DriverCounts;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The work of an execution on any number of units. Each unit has a task, which leaves a result set or an update count,
 * and keys where they were asked for. A unit whose result is handed through by itself needs no task. One per execution;
 * see {@link ShardWork} about threads.
 */
public final class UnitsWork implements ShardWork, OpenWarnings {
    /** Longer texts, and texts with more parameters, are not sent together: a round trip costs little beside them. */
    private static final int LONGEST_TEXT = 50_000;

    private static final int MOST_PARAMETERS = 5_000;

    private final ChosenUnits execution;
    private final UnitStatements statements;
    private final @Nullable UnitParameters parameters;
    /** Of the first unit, which mostly is the only one. */
    private final Outcome first = new Outcome();
    /** Of all units; null when there is one. */
    private final Outcome @Nullable [] all;

    private final boolean withKeys;
    /** Null when nobody listens. */
    private @Nullable UnitListener listener;

    /** The result of a unit. */
    private static final class Outcome {
        /** Null where the unit has no statement of its own. */
        private @Nullable Statement open;
        /** Whether the driver has executed the unit's statement, whatever failed then. */
        private boolean executed;

        @SuppressWarnings("NullAway.Init")
        private DriverCounts counter;

        private @Nullable ResultSet rows;
        private long count;
        private @Nullable GeneratedKeyRows keys;
        private @Nullable SQLWarning warning;
    }

    /**
     * @param statements how a unit's statement is made
     * @param parameters null for SQL without a PreparedStatement
     */
    public UnitsWork(ChosenUnits execution, UnitStatements statements, @Nullable UnitParameters parameters) {
        this.execution = execution;
        this.statements = statements;
        this.parameters = parameters;
        this.withKeys = statements.keys().wanted();
        this.all = execution.size() == 1 ? null : outcomes(execution.size());
    }

    private Outcome[] outcomes(int units) {
        Outcome[] outcomes = new Outcome[units];
        outcomes[0] = first;
        for (int unit = 1; unit < units; unit++) {
            outcomes[unit] = new Outcome();
        }
        return outcomes;
    }

    private Outcome outcome(int unit) {
        return unit == 0 || all == null ? first : all[unit];
    }

    @Override
    public int size() {
        return execution.size();
    }

    @Override
    public int dataSource(int task) {
        return execution.dataSource(task);
    }

    @Override
    public String sql(int task) {
        return execution.sql(task);
    }

    @Override
    public List<Object> parameters(int task) {
        return parameters == null ? List.of() : parameters.describe(execution, task);
    }

    @Override
    public Statement open(PhysicalConnection connection, int task) throws SQLException {
        outcome(task).counter = connection.pool().counts();
        if (parameters == null) {
            return statements.create(connection);
        }
        PreparedStatement prepared = statements.prepare(connection, execution.sql(task));
        boolean bound = false;
        try {
            parameters.bind(prepared, execution, task);
            bound = true;
            return prepared;
        } finally {
            if (!bound) {
                statements.release(prepared);
            }
        }
    }

    @Override
    public void execute(Statement statement, int task) throws SQLException {
        Outcome outcome = outcome(task);
        outcome.open = statement;
        boolean rows = parameters == null
                ? statements.keys().execute(statement, execution.sql(task))
                : ((PreparedStatement) statement).execute();
        outcome.executed = true;
        if (rows) {
            outcome.rows = ObservedRows.of(statement.getResultSet(), listener, task);
        } else {
            outcome.count = outcome.counter.updateCount(statement);
            outcome.warning = statement.getWarnings();
        }
        if (withKeys) {
            outcome.keys = readKeys(statement, task);
        }
    }

    @Override
    public boolean failsWhole() {
        return all == null && !first.executed;
    }

    @Override
    public void tellTo(UnitListener told) {
        listener = told;
    }

    @Override
    public long changed(int task) {
        Outcome outcome = outcome(task);
        return outcome.rows == null ? Math.max(0, outcome.count) : -1;
    }

    /** The units that are executed. */
    public ChosenUnits execution() {
        return execution;
    }

    @Override
    public boolean maySendTogether(int[] tasks) {
        int length = 0;
        int placeholders = 0;
        for (int task : tasks) {
            length += execution.sql(task).length();
            placeholders += execution.parameterCount(task);
        }
        return !withKeys && length <= LONGEST_TEXT && placeholders <= MOST_PARAMETERS;
    }

    @Override
    public Statement openTogether(PhysicalConnection connection, int[] tasks) throws SQLException {
        if (parameters == null) {
            return statements.create(connection);
        }
        PreparedStatement prepared = statements.prepare(connection, text(tasks));
        boolean bound = false;
        try {
            int before = 0;
            for (int task : tasks) {
                parameters.bind(prepared, before, execution, task);
                before += execution.parameterCount(task);
            }
            bound = true;
            return prepared;
        } finally {
            if (!bound) {
                statements.release(prepared);
            }
        }
    }

    /**
     * The texts of several tasks as one. The line end before each semicolon ends a comment that the application's SQL
     * may end with.
     */
    private String text(int[] tasks) {
        StringBuilder text = new StringBuilder();
        for (int task : tasks) {
            text.append(text.length() == 0 ? "" : "\n;\n").append(execution.sql(task));
        }
        return text.toString();
    }

    @Override
    public void executeTogether(Statement statement, int[] tasks) throws SQLException {
        outcome(tasks[0]).open = statement;
        boolean rows = parameters == null ? statement.execute(text(tasks)) : ((PreparedStatement) statement).execute();
        for (int task : tasks) {
            if (!rows) {
                throw SqlErrors.of(ErrorCode.INTERNAL, "a result is missing of statements that were sent together");
            }
            outcome(task).rows = ObservedRows.of(statement.getResultSet(), listener, task);
            rows = statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
        }
        if (rows) {
            throw SqlErrors.of(ErrorCode.INTERNAL, "statements that were sent together have too many results");
        }
    }

    @Override
    public void closeTogether(Statement statement, int[] tasks) throws SQLException {
        SQLException failure = null;
        for (int task : tasks) {
            try {
                ResultSet rows = outcome(task).rows;
                if (rows != null) {
                    rows.close();
                }
            } catch (SQLException e) {
                failure = failure == null ? e : failure;
            }
        }
        statements.release(statement);
        if (failure != null) {
            throw failure;
        }
    }

    private GeneratedKeyRows readKeys(Statement statement, int task) throws SQLException {
        GeneratedKeyRows told = GeneratedKeyRows.read(statement);
        int[] rows = execution.insertedRows(task);
        String distance = statements.distanceOfUntoldKeys();
        return rows == null || outcome(task).count != rows.length || distance == null
                ? told
                : told.expanded(1, rows.length, statement, distance);
    }

    @Override
    public void close(Statement statement, int task) throws SQLException {
        try {
            ResultSet rows = outcome(task).rows;
            if (rows != null) {
                rows.close();
            }
        } finally {
            statements.release(statement);
        }
    }

    /** The count from a driver, as a long value where the driver can return one. */
    static long updateCount(Statement statement) throws SQLException {
        try {
            return statement.getLargeUpdateCount();
        } catch (UnsupportedOperationException e) {
            return statement.getUpdateCount();
        }
    }

    /** Whether the units returned rows. */
    public boolean hasRows() {
        return first.rows != null;
    }

    /** The units' result sets; only when {@link #hasRows}. */
    public List<ResultSet> results() {
        if (all == null) {
            return List.of(first.rows);
        }
        ResultSet[] results = new ResultSet[all.length];
        for (int unit = 0; unit < results.length; unit++) {
            results[unit] = all[unit].rows;
        }
        return Arrays.asList(results);
    }

    /** The first unit's result set. */
    public ResultSet firstResult() {
        return Objects.requireNonNull(first.rows, "the unit gave a count");
    }

    /** The statement's update count: all units together, or one of them when they changed copies of the same rows. */
    public long updateCount() {
        if (all == null || execution.replicated()) {
            return first.count;
        }
        long sum = 0;
        for (Outcome outcome : all) {
            sum += Math.max(0, outcome.count);
        }
        return sum;
    }

    /** Whether the copies of a row set turned out to differ. */
    public boolean copiesDiffer() {
        if (all != null && execution.replicated()) {
            for (Outcome outcome : all) {
                if (outcome.count != first.count) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The keys in the order of the rows that the application wrote; null when none were asked for. */
    public @Nullable GeneratedKeyRows keys() {
        if (!withKeys) {
            return null;
        }
        GeneratedKeyRows[] keys = new GeneratedKeyRows[execution.size()];
        for (int unit = 0; unit < keys.length; unit++) {
            keys[unit] = outcome(unit).keys;
        }
        return GeneratedKeyRows.inOrder(execution, keys);
    }

    /** The statement of the only unit, open as long as the execution is. */
    public Statement onlyStatement() {
        return Objects.requireNonNull(first.open, "not executed");
    }

    /** The warnings of the units that returned no rows. */
    public List<SQLWarning> warnings() {
        if (all == null) {
            return first.warning == null ? List.of() : List.of(first.warning);
        }
        List<SQLWarning> found = new ArrayList<>();
        for (Outcome outcome : all) {
            if (outcome.warning != null) {
                found.add(outcome.warning);
            }
        }
        return found;
    }

    /** The warnings of the units whose statements are still open, in their order; null when there are none. */
    @Override
    public @Nullable SQLWarning openWarnings() throws SQLException {
        WarningChain found = new WarningChain();
        for (int unit = 0; unit < execution.size(); unit++) {
            Statement statement = outcome(unit).open;
            if (statement != null) {
                found.add(statement.getWarnings());
            }
        }
        return found.first();
    }

    @Override
    public void clearWarnings() throws SQLException {
        for (int unit = 0; unit < execution.size(); unit++) {
            Statement statement = outcome(unit).open;
            if (statement != null) {
                statement.clearWarnings();
            }
        }
    }
}
