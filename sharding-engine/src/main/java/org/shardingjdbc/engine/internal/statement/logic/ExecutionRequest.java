package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.catalog.MissingTables;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.generatedkey.PlanKeys;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * A plan that is executed as a statement, with its parameters and the results that are asked for.
 *
 * @param given the parameters, all set; null for a statement without a PreparedStatement
 * @param keys which generated keys are asked for
 * @param wanted which results may come
 */
public record ExecutionRequest(
        DeployedPlan deployed, @Nullable Parameters given, GeneratedKeyRequest keys, ExpectedResult wanted) {
    /** A request of a count, without parameters. */
    public static ExecutionRequest counting(DeployedPlan deployed) {
        return new ExecutionRequest(deployed, null, GeneratedKeyRequest.NONE, ExpectedResult.COUNT);
    }

    /** The same request for another plan. */
    public ExecutionRequest of(DeployedPlan other) {
        return other == deployed ? this : new ExecutionRequest(other, given, keys, wanted);
    }

    /** The same request with other parameters. */
    public ExecutionRequest with(Parameters others) {
        return new ExecutionRequest(deployed, others, keys, wanted);
    }

    /** @throws ShardingException when only a count may come */
    public void requireRows() {
        if (wanted == ExpectedResult.COUNT) {
            throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeUpdate");
        }
    }

    /** @throws ShardingException when only rows may come */
    public void requireCount() {
        if (wanted == ExpectedResult.ROWS) {
            throw new ShardingException(ErrorCode.RESULT_IS_NO_ROWS);
        }
    }

    /** Whether rows are the result of the plan or of the query in it, and not the requested keys. */
    public boolean returnsRows(ShardPlan plan) {
        return plan.facts().returnsRows()
                && !PlanKeys.areRows(plan, keys, deployed.deployment().dialect());
    }

    /** The keys that the drivers are asked for. */
    public GeneratedKeyRequest driverKeys(ShardPlan plan) {
        return PlanKeys.ofDrivers(plan, keys, deployed.deployment().dialect(), () -> written(plan));
    }

    /** The table for which a generator makes keys; null when nothing is known of it. */
    private @Nullable TableSchema written(ShardPlan plan) {
        LogicTable table =
                deployed.deployment().rules().table(plan.facts().logicTables().get(0));
        return table == null ? null : deployed.deployment().catalog().table(table);
    }

    /**
     * The keys that the application is shown, or null.
     *
     * @param ofDrivers the keys that drivers returned, or null
     * @param generated the keys that {@link ShardPlan#makeKeys} made
     * @param values of the parameters
     */
    public @Nullable GeneratedKeyRows shownKeys(
            ShardPlan plan,
            @Nullable GeneratedKeyRows ofDrivers,
            Object @Nullable [] generated,
            Object @Nullable [] values) {
        return PlanKeys.shown(plan, keys, deployed.deployment().dialect(), ofDrivers, generated, values);
    }

    /** The error of an execution. Where a table is missing, names the table that was probably meant. */
    public SQLException told(SQLException error) {
        return told(deployed, error);
    }

    /** The error of a plan's execution. Where a table is missing, names the table that was probably meant. */
    public static SQLException told(DeployedPlan deployed, SQLException error) {
        Deployment deployment = deployed.deployment();
        return MissingTables.told(
                error, deployed.sql(), deployment.rules(), deployment.catalog(), deployment.dialect());
    }
}
