package org.shardingjdbc.engine.internal.task.batch;

import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The parts of a Statement's batch: a task for each data source, with its steps in order. Consecutive steps without
 * parameters of ours are one batch of the driver. One per execution; see {@link ShardWork} about threads.
 */
public final class SqlBatchWork implements ShardWork {
    /**
     * One unit of one text.
     *
     * @param text which text of the batch, 0-based
     */
    public record Step(int text, ChosenUnits execution, int unit, UnitParameters parameters) {
        String sql() {
            return execution.sql(unit);
        }

        boolean isPlain() {
            return execution.parameterCount(unit) == 0;
        }
    }

    private final UnitStatements statements;
    private final Map<Integer, List<Step>> byDataSource = new TreeMap<>();

    @SuppressWarnings("NullAway.Init")
    private int[] dataSources;

    @SuppressWarnings("NullAway.Init")
    private List<List<Step>> steps;

    @SuppressWarnings("NullAway.Init")
    private long[][] counts;

    @SuppressWarnings("NullAway.Init")
    private int[] done;

    @SuppressWarnings("NullAway.Init")
    private PhysicalConnection[] connections;

    public SqlBatchWork(UnitStatements statements) {
        this.statements = statements;
    }

    /** Adds a step; before {@link #close()}. */
    public void add(Step step) {
        byDataSource
                .computeIfAbsent(step.execution.dataSource(step.unit), dataSource -> new ArrayList<>())
                .add(step);
    }

    /** Ends the adding of steps. */
    public void close() {
        steps = List.copyOf(byDataSource.values());
        dataSources = new int[steps.size()];
        counts = new long[steps.size()][];
        done = new int[steps.size()];
        connections = new PhysicalConnection[steps.size()];
        int task = 0;
        for (int dataSource : byDataSource.keySet()) {
            counts[task] = new long[steps.get(task).size()];
            dataSources[task++] = dataSource;
        }
    }

    @Override
    public int size() {
        return steps.size();
    }

    @Override
    public int pieces() {
        int all = 0;
        for (List<Step> each : steps) {
            all += each.size();
        }
        return all;
    }

    @Override
    public int dataSource(int task) {
        return dataSources[task];
    }

    @Override
    public String sql(int task) {
        StringBuilder all = new StringBuilder();
        for (Step step : steps.get(task)) {
            if (all.length() > 0) {
                all.append("; ");
            }
            all.append(step.sql());
        }
        return all.toString();
    }

    @Override
    public Statement open(PhysicalConnection connection, int task) throws SQLException {
        connections[task] = connection;
        return statements.create(connection);
    }

    @Override
    public void execute(Statement statement, int task) throws SQLException {
        List<Step> own = steps.get(task);
        int from = 0;
        while (from < own.size()) {
            int to = from;
            while (to < own.size() && own.get(to).isPlain()) {
                to++;
            }
            if (to > from) {
                executePlain(statement, task, from, to);
                from = to;
            } else {
                executeWithParameters(task, from);
                from++;
            }
            done[task] = from;
        }
    }

    private void executePlain(Statement statement, int task, int from, int to) throws SQLException {
        List<Step> own = steps.get(task);
        if (to == from + 1) {
            statement.execute(own.get(from).sql());
            counts[task][from] = Math.max(0, connections[task].pool().counts().updateCount(statement));
            return;
        }
        for (int i = from; i < to; i++) {
            statement.addBatch(own.get(i).sql());
        }
        long[] ofDriver;
        try {
            ofDriver = connections[task].pool().counts().executeBatch(statement);
        } catch (BatchUpdateException e) {
            takeFailed(task, from, to, e.getLargeUpdateCounts());
            throw e;
        }
        for (int i = from; i < to; i++) {
            counts[task][i] = i - from < ofDriver.length ? ofDriver[i - from] : Statement.SUCCESS_NO_INFO;
        }
    }

    /**
     * Takes the counts of a failed driver batch. Some drivers go on after a failure, and some return the counts before
     * it.
     */
    private void takeFailed(int task, int from, int to, long[] told) {
        for (int i = from; i < to; i++) {
            counts[task][i] = i - from < told.length ? told[i - from] : Statement.EXECUTE_FAILED;
        }
        done[task] = to;
    }

    private void executeWithParameters(int task, int index) throws SQLException {
        Step step = steps.get(task).get(index);
        try (PreparedStatement prepared = statements.prepare(connections[task], step.sql())) {
            step.parameters.bind(prepared, step.execution, step.unit);
            prepared.execute();
            counts[task][index] = Math.max(0, connections[task].pool().counts().updateCount(prepared));
        }
    }

    /** Adds the counts of all executed steps to those of their texts; copies of the same rows count once. */
    public void copyCounts(long[] ofTexts) {
        for (int task = 0; task < steps.size(); task++) {
            for (int i = 0; i < done[task]; i++) {
                Step step = steps.get(task).get(i);
                if (step.execution.replicated() && step.unit > 0) {
                    continue;
                }
                long count = counts[task][i];
                if (count == Statement.EXECUTE_FAILED) {
                    continue;
                }
                boolean unknown = count < 0 || ofTexts[step.text] == Statement.SUCCESS_NO_INFO;
                ofTexts[step.text] = unknown ? Statement.SUCCESS_NO_INFO : Math.max(0, ofTexts[step.text]) + count;
            }
        }
        // a text one of whose units failed has failed
        for (int task = 0; task < steps.size(); task++) {
            for (int i = 0; i < done[task]; i++) {
                if (counts[task][i] == Statement.EXECUTE_FAILED) {
                    ofTexts[steps.get(task).get(i).text] = Statement.EXECUTE_FAILED;
                }
            }
        }
    }
}
