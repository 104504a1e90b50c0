package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.step.StepsRunner;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.rule.beside.WritesBeside;

/** Executes a write together with what rules write beside it, as one statement to the user. Stateless. */
final class BesideExecution {
    private BesideExecution() {}

    /**
     * Runs the write and what is beside it.
     *
     * @param request with its parameters
     * @param values of the parameters, and the generated keys behind them
     * @param write the write itself, which fills the statement's results
     */
    static void run(
            LogicStatement statement,
            ExecutionRequest request,
            WriteBeside besides,
            Object[] values,
            Session.Steps<Void> write)
            throws SQLException {
        if (besides.refusal() != null) {
            throw besides.refusal().again();
        }
        requireTogether(statement.session(), besides);
        requireOwnPlaces(statement, request, besides);
        @SuppressWarnings("NullAway") // they return nothing
        Session.Steps<Void> steps = () -> {
            statement.accompanied(besides.table());
            try {
                new StepsRunner(statement, request).runBeside(besides, values, write);
            } finally {
                statement.accompanied(null);
                statement.endSteps();
            }
            return null;
        };
        statement.session().inSteps(steps);
    }

    /** A hint that names the data source of the rows would send there what is beside them, too. */
    private static void requireOwnPlaces(LogicStatement statement, ExecutionRequest request, WriteBeside besides) {
        if (request.deployed().plan() instanceof ShardPlan plan
                && plan.hints(statement.hints()).dataSourceName() != null) {
            throw new ShardingException(
                    ErrorCode.BESIDE_VALUE_UNKNOWN,
                    besides.writers().get(0).name(),
                    besides.table(),
                    String.join(", ", besides.columns()),
                    "a hint names the data source of its rows");
        }
    }

    /**
     * Before anything is executed: what has to be committed together is refused in transactions that cannot do that.
     */
    private static void requireTogether(Session session, WriteBeside besides) {
        for (WritesBeside writer : besides.writers()) {
            if (writer.together() && !session.transactions().commitsTogether()) {
                throw new ShardingException(
                        ErrorCode.BESIDE_NOT_TOGETHER,
                        writer.name(),
                        besides.table(),
                        session.transactions().type());
            }
        }
    }
}
