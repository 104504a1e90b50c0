package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * The executions of a plan around which there is nothing: it routes, and {@link OneUnitRun} acquires, binds, runs and
 * hands over. What is not for one unit, or is asked for more than rows, goes the way of all others. Stateless.
 *
 * <pre>
 * executeQuery ── PlainRead ── plan.decide          which unit
 *                     └─────── OneUnitRun ── lend    a connection of the session, or of the pool
 *                                        ├── bind    the parameters, as they were set
 *                                        ├── run
 *                                        └── show    the driver's rows, as the statement's result
 * </pre>
 */
final class PlainRead {
    private static final Parameters NO_PARAMETERS = new Parameters(0);

    private PlainRead() {}

    /**
     * Executes.
     *
     * @param given the parameters, all set; null for a statement without a PreparedStatement
     * @throws ShardingException when it is refused
     */
    static void execute(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters given)
            throws SQLException {
        try {
            request.requireRows();
            Parameters set = given == null ? NO_PARAMETERS : given;
            Decision<ShardExecution> routed = decide(statement, plan, set.values());
            ShardExecution execution = routed instanceof Decision.Proved<ShardExecution> proved ? proved.way() : null;
            if (execution != null && OneUnitRun.suits(statement, execution, set) && !plan.movable()) {
                read(statement, request, plan, execution, given);
            } else {
                new ShardsExecution(statement, request, plan, given).run(routed);
            }
        } catch (SQLException e) {
            throw request.told(e);
        }
    }

    /** The units of an execution, or why there are none. */
    static Decision<ShardExecution> decide(LogicStatement statement, ShardPlan plan, Object[] values) {
        try {
            return plan.decide(values, statement.hints());
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    private static void read(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters given)
            throws SQLException {
        Parameters bound = given == null && execution.parameterCount(0) > 0 ? NO_PARAMETERS : given;
        Counters counters = statement.session().counters();
        if (counters == null) {
            OneUnitRun.execute(statement, request, plan, execution, bound, null);
            return;
        }
        long begin = counters.begins(execution, plan, statement.nesting());
        try {
            OneUnitRun.execute(statement, request, plan, execution, bound, null);
        } finally {
            counters.ended(execution, plan, begin);
        }
    }
}
