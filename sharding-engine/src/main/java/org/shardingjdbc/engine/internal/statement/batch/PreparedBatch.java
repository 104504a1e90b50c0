package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionWay;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/** Executes the batch of a PreparedStatement, by the kind of its plan. Stateless. */
public final class PreparedBatch {
    private PreparedBatch() {}

    /** Executes a plan for each row set. Statements about the session have no driver batch. */
    public static long[] execute(
            LogicStatement statement, DeployedPlan deployed, GeneratedKeyRequest keys, RowSets rowSets)
            throws SQLException {
        if (deployed.plan() instanceof ShardPlan) {
            ExecutionRequest request = new ExecutionRequest(deployed, null, keys, ExpectedResult.COUNT);
            try {
                return statement.executor().executeBatch(statement, request, rowSets);
            } catch (SQLException e) {
                throw deployed.shielded(e);
            }
        }
        if (deployed.way() == ExecutionWay.SEVERAL) {
            return new SequenceBatch(statement, deployed, rowSets).execute();
        }
        ExecutionRequest counting = ExecutionRequest.counting(deployed);
        long[] counts = new long[rowSets.size()];
        for (int row = 0; row < counts.length; row++) {
            statement.executor().execute(statement, counting.with(rowSets.parameters(row)));
        }
        return counts;
    }
}
