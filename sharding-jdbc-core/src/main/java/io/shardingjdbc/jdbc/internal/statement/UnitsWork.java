package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.execute.DriverCounts;
import io.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import io.shardingjdbc.jdbc.internal.execute.ShardWork;
import io.shardingjdbc.jdbc.internal.plan.ShardExecution;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One execution of a statement: a task for each execution unit, which leaves a result set or an update count, and keys
 * where they were asked for. One per execution; see {@link ShardWork} about threads.
 */
final class UnitsWork implements ShardWork, OpenWarnings {
    private final ShardExecution execution;
    private final UnitStatements statements;
    private final UnitParameters parameters;
    private final ResultSet[] results;
    private final long[] counts;
    private final DriverCounts[] counters;
    private final KeyRows[] keys;
    private final SQLWarning[] warnings;
    private final Statement[] open;

    /**
     * @param statements how a unit's statement is made
     * @param parameters null for SQL without a PreparedStatement
     */
    UnitsWork(ShardExecution execution, UnitStatements statements, UnitParameters parameters) {
        this.execution = execution;
        this.statements = statements;
        this.parameters = parameters;
        int units = execution.size();
        this.results = new ResultSet[units];
        this.counts = new long[units];
        this.counters = new DriverCounts[units];
        this.keys = statements.keys().wanted() ? new KeyRows[units] : null;
        this.warnings = new SQLWarning[units];
        this.open = new Statement[units];
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
        counters[task] = connection.pool().counts();
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
        open[task] = statement;
        boolean rows = parameters == null
                ? statements.keys().execute(statement, execution.sql(task))
                : ((PreparedStatement) statement).execute();
        if (rows) {
            results[task] = statement.getResultSet();
        } else {
            counts[task] = counters[task].updateCount(statement);
            warnings[task] = statement.getWarnings();
        }
        if (keys != null) {
            keys[task] = readKeys(statement, task);
        }
    }

    private KeyRows readKeys(Statement statement, int task) throws SQLException {
        KeyRows told = KeyRows.read(statement);
        int[] rows = execution.insertedRows(task);
        boolean all = rows == null || counts[task] != rows.length || !statements.tellsFirstKeyOnly();
        return all ? told : told.expanded(1, rows.length, statement);
    }

    @Override
    public void close(Statement statement, int task) throws SQLException {
        try {
            if (results[task] != null) {
                results[task].close();
            }
        } finally {
            statements.release(statement);
        }
    }

    /** What a driver counted, in full where it can count so far. */
    static long updateCount(Statement statement) throws SQLException {
        try {
            return statement.getLargeUpdateCount();
        } catch (UnsupportedOperationException e) {
            return statement.getUpdateCount();
        }
    }

    /** Whether the units returned rows. */
    boolean hasRows() {
        return results[0] != null;
    }

    /** The units' result sets; only when {@link #hasRows}. */
    List<ResultSet> results() {
        return Arrays.asList(results);
    }

    /** The first unit's result set. */
    ResultSet firstResult() {
        return results[0];
    }

    /** The statement's update count: all units together, or one of them when they changed copies of the same rows. */
    long updateCount() {
        if (execution.replicated()) {
            return counts[0];
        }
        long sum = 0;
        for (long count : counts) {
            sum += Math.max(0, count);
        }
        return results.length == 1 ? counts[0] : sum;
    }

    /** Whether the copies of a row set turned out to differ. */
    boolean copiesDiffer() {
        if (execution.replicated()) {
            for (long count : counts) {
                if (count != counts[0]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The keys in the order of the rows that the application wrote; null when none were asked for. */
    KeyRows keys() {
        return keys == null ? null : KeyRows.inOrder(execution, keys);
    }

    /** The statement of the only unit, open as long as the execution is. */
    Statement onlyStatement() {
        return open[0];
    }

    /** What the units that returned no rows warned of. */
    List<SQLWarning> warnings() {
        List<SQLWarning> found = new ArrayList<>();
        for (SQLWarning warning : warnings) {
            if (warning != null) {
                found.add(warning);
            }
        }
        return found;
    }

    /** What the units warn of whose statements are still open, in their order; null when nothing. */
    @Override
    public SQLWarning openWarnings() throws SQLException {
        SQLWarning all = null;
        for (Statement statement : open) {
            SQLWarning warning = statement.getWarnings();
            if (all == null) {
                all = warning;
            } else if (warning != null) {
                all = new SQLWarning(all.getMessage(), all.getSQLState(), all.getErrorCode(), all);
                all.setNextWarning(warning);
            }
        }
        return all;
    }

    @Override
    public void clearWarnings() throws SQLException {
        for (Statement statement : open) {
            statement.clearWarnings();
        }
    }
}
