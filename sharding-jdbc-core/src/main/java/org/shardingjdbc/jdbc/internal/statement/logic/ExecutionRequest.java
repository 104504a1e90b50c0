package org.shardingjdbc.jdbc.internal.statement.logic;

import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.key.PlanKeys;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.result.WantedResult;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/**
 * What is executed as a statement, and for what.
 *
 * @param given the parameters, all set; null for a statement without a PreparedStatement
 * @param keys which generated keys are asked for
 * @param wanted which results may come
 */
public record ExecutionRequest(DeployedPlan deployed, Parameters given, GeneratedKeyRequest keys, WantedResult wanted) {
    /** The same of another plan. */
    public ExecutionRequest of(DeployedPlan other) {
        return other == deployed ? this : new ExecutionRequest(other, given, keys, wanted);
    }

    /** The same with other parameters. */
    public ExecutionRequest with(Parameters others) {
        return new ExecutionRequest(deployed, others, keys, wanted);
    }

    /** Whether rows are its result, and not the keys that are asked for. */
    public boolean returnsRows() {
        ShardPlan plan = (ShardPlan) deployed.plan();
        return plan.returnsRows()
                && !PlanKeys.areRows(plan, keys, deployed.deployment().dialect());
    }

    /** Which keys the drivers are asked for. */
    public GeneratedKeyRequest driverKeys() {
        ShardPlan plan = (ShardPlan) deployed.plan();
        return PlanKeys.ofDrivers(plan, keys, deployed.deployment().dialect(), () -> deployed.deployment()
                .catalog()
                .table(plan.logicTables().get(0)));
    }
}
