package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.error.ErrorCategory;
import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.jdbc.internal.execute.Planned;
import io.shardingjdbc.jdbc.internal.plan.ShardExecution;
import io.shardingjdbc.jdbc.internal.plan.ShardPlan;
import io.shardingjdbc.jdbc.internal.plan.StatementClass;
import io.shardingjdbc.jdbc.internal.plan.WholeTable;
import io.shardingjdbc.jdbc.internal.session.RunSettings;
import io.shardingjdbc.jdbc.internal.session.ShardRun;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The batch of a Statement: SQL texts enter, a count for each leaves. Consecutive texts that change rows run together,
 * each data source getting its part of them in order; whatever else stands between them (definitions, SET) runs by
 * itself, as what follows is planned with its effects. Not thread-safe.
 */
final class SqlBatch {
    private static final Parameters NO_PARAMETERS = new Parameters(0);

    private final ShardingStatement statement;
    private final List<String> texts = new ArrayList<>();
    /** Whose columns were asked for since definitions may have changed. */
    private final Set<WholeTable> checked = new HashSet<>();

    SqlBatch(ShardingStatement statement) {
        this.statement = statement;
    }

    void add(String sql) {
        texts.add(sql);
    }

    /**
     * Runs it.
     *
     * @return a count for each text
     * @throws BatchUpdateException when a text failed
     */
    long[] execute() throws SQLException {
        List<String> all = texts;
        long[] counts = new long[all.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        int next = 0;
        while (next < counts.length) {
            next = executeFrom(all, next, counts);
        }
        return counts;
    }

    /** Runs as many texts as belong together; returns where the next begin. */
    private int executeFrom(List<String> all, int first, long[] counts) throws SQLException {
        Planned planned = planned(all.get(first));
        SqlBatchWork work = new SqlBatchWork(statement.unitStatements(KeyRequest.NONE, 0));
        if (!isChange(planned) || !route(planned, first, work)) {
            executeAlone(planned, first, counts);
            return first + 1;
        }
        int end = first;
        Planned next = planned;
        while (next != null && (end == first || route(next, end, work))) {
            end++;
            next = end < all.size() ? planned(all.get(end)) : null;
            if (next != null && (!isChange(next) || next.deployment() != planned.deployment())) {
                next = null;
            }
        }
        executeTogether(planned, work, first, end, counts);
        return end;
    }

    private Planned planned(String sql) throws SQLException {
        Planned planned = statement.session().planOnce(sql);
        if (planned.plan() instanceof ShardPlan plan && !checked.containsAll(plan.wholeTables())) {
            planned = WholeTableCheck.fresh(
                    statement, planned, () -> statement.session().planOnce(sql));
            checked.addAll(((ShardPlan) planned.plan()).wholeTables());
        }
        return planned;
    }

    private static boolean isChange(Planned planned) {
        return planned.plan() instanceof ShardPlan plan
                && plan.statementClass() == StatementClass.WRITE
                && !plan.returnsRows();
    }

    /** Adds the units of a text; false when it takes several steps. */
    private boolean route(Planned planned, int text, SqlBatchWork work) {
        ShardPlan plan = (ShardPlan) planned.plan();
        if (plan.parameterCount() > 0) {
            throw new ShardingException(ErrorCode.PARAMETER_MISSING, 1, plan.parameterCount());
        }
        UnitParameters parameters =
                new UnitParameters(NO_PARAMETERS, StatementExecution.generate(plan.generatedKeys()));
        ShardExecution execution;
        try {
            execution = plan.route(parameters.values(), statement.hints());
        } catch (ShardingException refusal) {
            if (refusal.code().category() != ErrorCategory.UNSUPPORTED
                    || plan.stages(parameters.values(), statement.hints(), refusal) == null) {
                throw refusal;
            }
            return false;
        }
        for (int unit = 0; unit < execution.size(); unit++) {
            work.add(new SqlBatchWork.Step(text, execution, unit, parameters));
        }
        return true;
    }

    private void executeAlone(Planned planned, int text, long[] counts) throws SQLException {
        try {
            new StatementExecution(statement, planned, KeyRequest.NONE, WantedResult.COUNT).execute(null);
            counts[text] = Math.max(0, statement.answers().updateCount());
            statement.answers().closeAll();
            checked.clear();
        } catch (SQLException e) {
            Redefinition.learn(planned, e);
            throw failure(e, counts);
        }
    }

    private void executeTogether(Planned planned, SqlBatchWork work, int first, int end, long[] counts)
            throws SQLException {
        work.close();
        ShardRun run = statement
                .session()
                .start(planned, work, RunSettings.update(StatementClass.WRITE, statement.options.queryTimeoutSeconds));
        Answers answers = statement.answers();
        answers.begin(run);
        try {
            run.execute();
        } catch (SQLException e) {
            if (work.size() == 1 && !run.isUndone()) {
                work.copyCounts(counts);
            }
            Redefinition.learn(planned, e);
            throw failure(e, counts);
        } finally {
            answers.finish();
        }
        Arrays.fill(counts, first, end, 0);
        work.copyCounts(counts);
    }

    private static BatchUpdateException failure(SQLException error, long[] counts) {
        BatchUpdateException failure =
                new BatchUpdateException(error.getMessage(), error.getSQLState(), error.getErrorCode(), counts, error);
        if (error.getNextException() != null) {
            failure.setNextException(error.getNextException());
        }
        return failure;
    }
}
