package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.statement.batch.RowBatch;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.Interception;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.PlanExecutor;
import org.shardingjdbc.engine.internal.statement.logic.Redefinition;
import org.shardingjdbc.engine.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/** Executes the plans of all statements, those of the application and those of steps. Stateless. */
final class Executions implements PlanExecutor {
    static final PlanExecutor INSTANCE = new Executions();

    private Executions() {}

    @Override
    public void execute(LogicStatement statement, ExecutionRequest request) throws SQLException {
        StatementExecution.execute(statement, request, request.given());
    }

    @Override
    public long[] executeBatch(LogicStatement statement, ExecutionRequest request, RowSets rowSets)
            throws SQLException {
        ExecutionRequest now = request.of(WholeTableCheck.fresh(
                statement, request.deployed(), () -> statement.session().plans().plan(request.deployed())));
        try {
            long[][] counts = new long[1][];
            Interception.run(
                    statement,
                    (ShardPlan) now.deployed().plan(),
                    () -> counts[0] = new RowBatch(statement, now, rowSets).execute());
            return counts[0];
        } catch (SQLException e) {
            Redefinition.learn(now.deployed(), e);
            throw e;
        }
    }
}
