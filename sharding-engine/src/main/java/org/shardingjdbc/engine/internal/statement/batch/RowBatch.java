package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.parameter.SharedSources;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.FilledKeys;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.SideExecution;
import org.shardingjdbc.engine.internal.statement.logic.StartedUpdate;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.batch.BatchWork;
import org.shardingjdbc.engine.internal.task.batch.DriverBatches;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * Executes the batch of a PreparedStatement. Row sets of parameters enter; a count for each of them and the generated
 * keys in their order leave. Each row set is routed by itself; row sets for one data source with the same actual SQL
 * are one batch of the driver. One per executeBatch, used by one thread.
 *
 * <p>Order. Row sets that touch the same actual tables run in the order in which they were added, also when their
 * actual SQL differs (an IN list or rows that were divided among nodes). Row sets that touch different tables may
 * overtake each other, which nobody can see when the batch is done.
 */
public final class RowBatch {
    private final LogicStatement statement;
    private final ExecutionRequest request;
    private final DeployedPlan deployed;
    private final ShardPlan plan;
    private final ChosenUnits[] executions;
    /** The generated keys of each row set; null where no generator makes keys. */
    private final Object @Nullable [][] generated;

    private final DriverBatches batches = new DriverBatches();
    private final RowSets rowSets;
    private boolean inSteps;
    /** The side of all row sets. */
    private Side side = Side.ANY;

    /** @param request its plan is executed for each row set, in which all parameters are set */
    public RowBatch(LogicStatement statement, ExecutionRequest request, RowSets rowSets) throws SQLException {
        this.statement = statement;
        this.deployed = request.deployed();
        this.plan = (ShardPlan) deployed.plan();
        this.rowSets = FilledKeys.of(statement, plan.generatedKeys(), rowSets);
        this.request = request;
        this.executions = new ChosenUnits[rowSets.size()];
        this.generated = plan.generatedKeys() == null ? null : new Object[rowSets.size()][];
        if (!plan.statementClass().isUnknown() && request.returnsRows(plan)) {
            throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeBatch");
        }
        if (SideExecution.concerns(statement, plan)) {
            findSide();
        }
        route();
    }

    private void findSide() {
        Object[] values = new Object[rowSets.width()];
        for (int row = 0; row < executions.length; row++) {
            rowSets.values(row, values);
            Side own = SideExecution.of(statement, plan, values);
            side = row == 0 ? own : plan.rules().sides().together(side, own);
        }
    }

    private void route() throws SQLException {
        if (plan.besides() != null && !statement.accompanies(plan.besides().table())) {
            inSteps = true;
            return;
        }
        SharedSources sources = new SharedSources();
        HintValues hints = statement.hints();
        GeneratedKeys keysToMake = plan.generatedKeys();
        int width = rowSets.width();
        Object[] values = new Object[keysToMake == null ? width : width + keysToMake.count()];
        for (int row = 0; row < executions.length; row++) {
            rowSets.values(row, values);
            if (keysToMake != null) {
                Object[] made = keysToMake.generate();
                Objects.requireNonNull(generated, "there is a generator")[row] = made;
                System.arraycopy(made, 0, values, width, made.length);
            }
            executions[row] = routed(values, hints);
            if (executions[row] == null || plan.rules().variables() != null || asksLastKey()) {
                inSteps = true;
                return;
            }
            if (rowSets.withStreams(row)) {
                sources.count(rowSets.parameters(row), executions[row]);
            }
            batches.add(executions[row], row);
        }
        sources.spool(statement.spooled());
    }

    private boolean asksLastKey() {
        return plan.lastKey() != null && plan.lastKey().asked() != null;
    }

    /** The units of a row set; null when the row set takes several steps. */
    private @Nullable ChosenUnits routed(Object[] values, HintValues hints) {
        Decision<ChosenUnits> decision = plan.decide(values, hints);
        if (decision instanceof Decision.Refused<ChosenUnits> refused) {
            plan.steps(values, hints, refused.reason()).proved();
            return null;
        }
        return decision.proved();
    }

    /**
     * Runs the batch.
     *
     * @return a count for each row set
     * @throws java.sql.BatchUpdateException when a row set failed
     */
    public long[] execute() throws SQLException {
        return SideExecution.run(statement, plan, side, this::run);
    }

    private long[] run() throws SQLException {
        if (inSteps) {
            return new RowsOneByOne(statement, request, rowSets).execute();
        }
        BatchWork work = new BatchWork(
                batches.inOrder(),
                rowSets.stored(plan.rules().columns()),
                generated,
                statement.unitStatements(request.driverKeys(plan), 0));
        GroupedRun run = StartedUpdate.begin(statement, deployed, work, plan.statementClass());
        RowBatchResult result = new RowBatchResult(request, executions, generated, rowSets);
        StatementResults results = statement.results();
        try {
            StartedUpdate.executeBatch(statement, run, work);
            results.generated(result.keys(work));
            if (plan.lastKey() != null) {
                statement.session().lastKey().lose();
            }
            results.warn(plan.facts().warnings());
        } catch (SQLException e) {
            throw result.failure(e, work, run.isUndone());
        } finally {
            results.finish();
        }
        return result.counts(work);
    }
}
