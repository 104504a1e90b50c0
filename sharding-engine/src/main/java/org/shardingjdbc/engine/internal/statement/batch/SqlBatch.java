package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.error.WarningChain;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionWay;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.Redefinition;
import org.shardingjdbc.engine.internal.statement.logic.SideExecution;
import org.shardingjdbc.engine.internal.statement.logic.StartedUpdate;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.batch.SqlBatchWork;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Sides;
import org.shardingjdbc.transaction.IncompleteCommitException;

/**
 * The batch of a Statement: SQL texts enter, a count for each leaves. Consecutive texts that change rows run together;
 * each data source gets its part of them in order. Any other text between them (definitions, SET) runs by itself, as
 * the texts behind it are planned with its effects. Not thread-safe.
 */
public final class SqlBatch {
    private static final Parameters NO_PARAMETERS = new Parameters(0);

    private final LogicStatement statement;
    private final List<String> texts = new ArrayList<>();
    /** Whether a text may leave a key that the session remembers. */
    private boolean leavesKeys;

    /** The plans of the texts; null before they are executed. */
    @SuppressWarnings("NullAway.Init")
    private SqlBatchPlans plans;
    /** Of the texts that were executed by themselves: the next execution forgets those of the one before. */
    private final WarningChain warnings = new WarningChain();

    public SqlBatch(LogicStatement statement) {
        this.statement = statement;
    }

    /** The first text. */
    public String first() {
        return texts.get(0);
    }

    public void add(String sql) {
        texts.add(sql);
    }

    /**
     * Runs the batch.
     *
     * @return a count for each text
     * @throws BatchUpdateException when a text failed
     */
    public long[] execute() throws SQLException {
        List<String> all = texts;
        long[] counts = new long[all.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        try {
            plans = new SqlBatchPlans(statement, all);
            int next = 0;
            while (next < counts.length) {
                next = executeFrom(all, next, counts);
            }
        } catch (ShardingException e) {
            throw failure(SqlErrors.from(e), counts);
        } finally {
            statement.results().warn(warnings.first());
        }
        return counts;
    }

    /** Runs as many texts as belong together; returns the position of the next text. */
    private int executeFrom(List<String> all, int first, long[] counts) throws SQLException {
        DeployedPlan deployed = plans.of(first);
        SqlBatchWork work = new SqlBatchWork(statement.unitStatements(GeneratedKeyRequest.NONE, 0));
        if (!SqlBatchPlans.isChange(deployed) || !route(deployed, first, work)) {
            executeAlone(deployed, first, counts);
            return first + 1;
        }
        int end = first;
        Side side = side(deployed);
        DeployedPlan next = deployed;
        while (next != null && (end == first || route(next, end, work))) {
            end++;
            next = end < all.size() ? plans.of(end) : null;
            if (next != null
                    && (!SqlBatchPlans.isChange(next)
                            || next.deployment() != deployed.deployment()
                            || !Sides.areOne(side(next), side))) {
                next = null;
            }
        }
        int last = end;
        SideExecution.run(statement, (ShardPlan) deployed.plan(), side, () -> {
            executeTogether(deployed, work, first, last, counts);
            return counts;
        });
        return end;
    }

    private Side side(DeployedPlan deployed) {
        return SideExecution.of(statement, (ShardPlan) deployed.plan(), NO_PARAMETERS.values());
    }

    /**
     * Adds the units of a text. Returns false when the text takes several steps, or must be examined when its turn
     * comes.
     */
    private boolean route(DeployedPlan deployed, int text, SqlBatchWork work) {
        ShardPlan plan = (ShardPlan) deployed.plan();
        if (plan.parameterCount() > 0) {
            throw new ShardingException(ErrorCode.PARAMETER_MISSING, 1, plan.parameterCount());
        }
        if (plan.besides() != null || plan.rules().interceptors() != null) {
            return false;
        }
        UnitParameters parameters = new UnitParameters(NO_PARAMETERS, plan.makeKeys());
        Decision<ChosenUnits> decision = plan.decide(parameters.values(), statement.hints());
        if (decision instanceof Decision.Refused<ChosenUnits> refused) {
            plan.steps(parameters.values(), statement.hints(), refused.reason()).proved();
            return false;
        }
        ChosenUnits execution = decision.proved();
        if (plan.rules().variables() != null
                || plan.lastKey() != null && plan.lastKey().asked() != null) {
            return false;
        }
        leavesKeys |= plan.lastKey() != null;
        for (int unit = 0; unit < execution.size(); unit++) {
            work.add(new SqlBatchWork.Step(text, execution, unit, parameters));
        }
        return true;
    }

    private void executeAlone(DeployedPlan deployed, int text, long[] counts) throws SQLException {
        try {
            statement.executor().execute(statement, ExecutionRequest.counting(deployed));
            counts[text] = count(deployed);
            warnings.add(statement.results().warnings());
            statement.results().closeBetween();
            plans.mayHaveChanged();
        } catch (SQLException e) {
            Redefinition.learn(deployed, e);
            throw failure(plans.shielded(e), counts);
        }
    }

    private long count(DeployedPlan deployed) {
        long count = Math.max(0, statement.results().updateCount());
        return deployed.way() == ExecutionWay.SEVERAL ? SequenceBatch.count(deployed, count) : count;
    }

    private void executeTogether(DeployedPlan deployed, SqlBatchWork work, int first, int end, long[] counts)
            throws SQLException {
        work.close();
        GroupedRun run = StartedUpdate.begin(statement, deployed, work, StatementClass.WRITE);
        StatementResults results = statement.results();
        try {
            StartedUpdate.executeBatch(statement, run, work);
            if (leavesKeys) {
                statement.session().lastKey().lose();
            }
        } catch (SQLException e) {
            if (work.size() == 1 && !run.isUndone()) {
                work.copyCounts(counts);
            }
            Redefinition.learn(deployed, e);
            throw failure(plans.shielded(e), counts);
        } finally {
            results.finish();
        }
        Arrays.fill(counts, first, end, 0);
        work.copyCounts(counts);
    }

    private static SQLException failure(SQLException error, long[] counts) {
        if (error instanceof IncompleteCommitException) {
            return error;
        }
        BatchUpdateException failure =
                new BatchUpdateException(error.getMessage(), error.getSQLState(), error.getErrorCode(), counts, error);
        if (error.getNextException() != null) {
            failure.setNextException(error.getNextException());
        }
        return failure;
    }
}
