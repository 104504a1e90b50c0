package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.parameter.RowSets;

/** Executes plans as statements, for steps, which are called by executions themselves. Stateless. */
public interface PlanExecutor {
    /**
     * Executes a plan; afterwards the statement's results are filled, or nothing is left open.
     *
     * @throws org.shardingjdbc.error.ShardingException when it is refused
     */
    void execute(LogicStatement statement, ExecutionRequest request) throws SQLException;

    /**
     * Executes a plan that writes, for one row set after the other.
     *
     * @param request its own parameters are ignored
     * @return a count for each row set
     */
    long[] executeBatch(LogicStatement statement, ExecutionRequest request, RowSets rowSets) throws SQLException;
}
