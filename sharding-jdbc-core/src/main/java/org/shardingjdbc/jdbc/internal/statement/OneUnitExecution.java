package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.result.ShardResultSet;
import org.shardingjdbc.jdbc.internal.result.WantedResult;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * The executions of a plan on one unit, where nothing special is asked for: fills the statement's results from its
 * {@link OneUnitRun}. Kept with the {@link StatementExecution} of the plan.
 */
final class OneUnitExecution {
    private final LogicStatement statement;
    private final ExecutionRequest request;

    OneUnitExecution(LogicStatement statement, ExecutionRequest request) {
        this.statement = statement;
        this.request = request;
    }

    /** Whether {@link OneUnitRun} can execute it. */
    boolean suits(ShardPlan plan, ShardExecution execution, Parameters set) {
        return OneUnitRun.suits(plan, execution)
                && statement.options().areOfExecutionsDefaults()
                && !set.withStreams()
                && (!request.keys().wanted() || !request.driverKeys(plan).wanted())
                && statement.results().stepsStart() == 0
                && statement.session().listener() == null
                && !request.deployed().deployment().props().showSql();
    }

    /**
     * Executes.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param generated the keys behind them, or null
     */
    void execute(ShardPlan plan, ShardExecution execution, Parameters set, Object[] generated) throws SQLException {
        OneUnitRun run = OneUnitRun.of(statement);
        StatementResults results = statement.results();
        run.begin(request.deployed(), execution, set, generated);
        results.begin(run);
        try {
            boolean returnsRows = request.returnsRows(plan);
            run.execute(plan.statementClass(), returnsRows);
            ResultSet rows = run.rows();
            if (rows != null) {
                request.requireRows();
                results.show(
                        new ShardResultSet(
                                rows, results, request.deployed().deployment().names()),
                        run);
            } else if (request.wanted() == WantedResult.ROWS && returnsRows) {
                new NoRows(statement).described(request.deployed());
            } else {
                request.requireCount();
                takeCount(run);
            }
            if (request.keys().wanted()) {
                results.generated(request.shownKeys(plan, null, generated));
            }
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    private void takeCount(OneUnitRun run) throws SQLException {
        StatementResults results = statement.results();
        results.count(run.updateCount());
        if (run.warning() != null) {
            results.warn(run.warning());
        }
        results.finish();
    }
}
