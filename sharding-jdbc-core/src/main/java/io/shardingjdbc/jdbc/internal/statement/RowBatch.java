package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.jdbc.internal.execute.Planned;
import io.shardingjdbc.jdbc.internal.plan.ShardExecution;
import io.shardingjdbc.jdbc.internal.plan.ShardPlan;
import io.shardingjdbc.jdbc.internal.plan.StatementClass;
import io.shardingjdbc.jdbc.internal.session.RunSettings;
import io.shardingjdbc.jdbc.internal.session.ShardRun;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The execution of a PreparedStatement's batch: row sets of parameters enter, a count for each of them and the
 * generated keys in their order leave. Each row set is routed by itself; what goes to one data source with the same
 * actual SQL is one batch of the driver. One per executeBatch, used by one thread.
 *
 * <p>Order. Row sets that touch the same actual tables run in the order in which they were added, also when their
 * actual SQL differs (an IN list or rows that were divided among nodes). Row sets that touch different ones may
 * overtake each other, which nobody can see when the batch is done.
 */
final class RowBatch {
    private final ShardingStatement statement;
    private final Planned planned;
    private final ShardPlan plan;
    private final KeyRequest keys;
    private final ShardExecution[] executions;
    private final UnitParameters[] parameters;
    private final List<Object> generated = new ArrayList<>();
    private final BatchGroups groups = new BatchGroups();

    /** @param rowSets all parameters set */
    RowBatch(ShardingStatement statement, Planned planned, KeyRequest keys, List<Parameters> rowSets)
            throws SQLException {
        this.statement = statement;
        this.planned = planned;
        this.plan = (ShardPlan) planned.plan();
        this.keys = keys;
        this.executions = new ShardExecution[rowSets.size()];
        this.parameters = new UnitParameters[rowSets.size()];
        if (plan.statementClass() != StatementClass.UTILITY && plan.returnsRows()) {
            throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeBatch");
        }
        route(rowSets);
    }

    private void route(List<Parameters> rowSets) throws SQLException {
        SharedSources sources = new SharedSources();
        for (int row = 0; row < executions.length; row++) {
            Object[] made = StatementExecution.generate(plan.generatedKeys());
            if (made != null) {
                generated.addAll(Arrays.asList(made));
            }
            parameters[row] = new UnitParameters(rowSets.get(row), made);
            executions[row] = plan.route(parameters[row].values(), statement.hints());
            sources.count(rowSets.get(row), executions[row]);
            for (int unit = 0; unit < executions[row].size(); unit++) {
                groups.add(executions[row], row, unit);
            }
        }
        sources.spool(statement.spooled());
    }

    /**
     * Runs it.
     *
     * @return a count for each row set
     * @throws java.sql.BatchUpdateException when a row set failed
     */
    long[] execute() throws SQLException {
        StatementExecution execution = new StatementExecution(statement, planned, keys, WantedResult.COUNT);
        KeyRequest driverKeys = execution.driverKeys(plan);
        BatchWork work = new BatchWork(groups.inOrder(), parameters, statement.unitStatements(driverKeys, 0));
        ShardRun run = statement
                .session()
                .start(planned, work, RunSettings.update(plan.statementClass(), statement.options.queryTimeoutSeconds));
        Answers answers = statement.answers();
        answers.begin(run);
        try {
            run.execute();
            takeKeys(work);
        } catch (SQLException e) {
            BatchGroup only = work.size() == 1 ? work.group(0) : null;
            throw BatchFailure.of(e, executions.length, only != null && !run.isUndone(), only);
        } finally {
            answers.finish();
        }
        return counts(work);
    }

    private long[] counts(BatchWork work) {
        long[] counts = new long[executions.length];
        int groupCount = work.size();
        for (int group = 0; group < groupCount; group++) {
            BatchGroup members = work.group(group);
            for (int i = 0; i < members.size(); i++) {
                int row = members.row(i);
                if (executions[row].replicated() && members.unit(i) > 0) {
                    continue;
                }
                counts[row] = sum(counts[row], work.count(group, i));
            }
        }
        return counts;
    }

    /** A count that a driver does not tell makes the whole unknown. */
    private static long sum(long left, long right) {
        return left == Statement.SUCCESS_NO_INFO || right == Statement.SUCCESS_NO_INFO
                ? Statement.SUCCESS_NO_INFO
                : left + right;
    }

    private void takeKeys(BatchWork work) {
        if (!keys.wanted()) {
            return;
        }
        KeyRows ofDrivers = work.withKeys() ? keysInOrder(work) : null;
        boolean own = !generated.isEmpty() && (ofDrivers == null || ofDrivers.size() != generated.size());
        statement
                .answers()
                .generated(
                        own
                                ? KeyRows.made(plan.generatedKeys().generation().column(), generated.toArray())
                                : ofDrivers);
    }

    private KeyRows keysInOrder(BatchWork work) {
        KeyRows[][] ofUnits = new KeyRows[executions.length][];
        for (int row = 0; row < executions.length; row++) {
            ofUnits[row] = new KeyRows[executions[row].size()];
        }
        for (int group = 0; group < work.size(); group++) {
            BatchGroup members = work.group(group);
            KeyRows ofGroup = work.keys(group);
            int each = ofGroup.size() / members.size();
            boolean even = each * members.size() == ofGroup.size();
            for (int i = 0; i < members.size(); i++) {
                KeyRows part = even ? ofGroup.part(i * each, each) : ofGroup.part(0, i == 0 ? ofGroup.size() : 0);
                ofUnits[members.row(i)][members.unit(i)] = part;
            }
        }
        List<KeyRows> ordered = new ArrayList<>();
        for (int row = 0; row < executions.length; row++) {
            ordered.add(KeyRows.inOrder(executions[row], ofUnits[row]));
        }
        return KeyRows.together(ordered);
    }
}
