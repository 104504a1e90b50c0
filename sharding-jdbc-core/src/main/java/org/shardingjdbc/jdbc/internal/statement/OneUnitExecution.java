package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.result.ExpectedResult;
import org.shardingjdbc.jdbc.internal.result.ShardResultSet;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * The executions of a plan on one unit, where nothing special is asked for: fills the statement's results from its
 * {@link OneUnitRun}. Stateless, so that a statement that is executed once makes nothing for it.
 */
final class OneUnitExecution {
    private OneUnitExecution() {}

    /** Whether {@link OneUnitRun} can execute it. */
    static boolean suits(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters set) {
        return execution.size() == 1
                && execution.merge() == null
                && (plan.isPlain() || suits(statement, request, plan))
                && statement.options().areOfExecutionsDefaults()
                && !set.withStreams()
                && statement.results().isOfItsOwn()
                && statement.session().listener() == null
                && (request.deployed().isPlain()
                        || !request.deployed().deployment().props().showSql());
    }

    /** Whether what is no plain read asks for nothing special. */
    private static boolean suits(LogicStatement statement, ExecutionRequest request, ShardPlan plan) {
        StatementClass statementClass = plan.statementClass();
        return !plan.transformsValues()
                && (statementClass == StatementClass.READ
                        || statementClass == StatementClass.WRITE
                        || statementClass == StatementClass.LOCKING_READ)
                && (!request.keys().wanted() || !request.driverKeys(plan).wanted())
                && !isOfSession(statement, plan);
    }

    /** Whether its connection or driver has to do with what the session remembers. */
    private static boolean isOfSession(LogicStatement statement, ShardPlan plan) {
        if (plan.variables() != null && !plan.variables().left().isEmpty()) {
            return true;
        }
        LastKeyUse use = plan.lastKey();
        return use != null
                && (use.asked() != null || statement.session().lastKey().isOfDriver(use));
    }

    /**
     * Executes.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param generated the keys behind them, or null
     */
    static void execute(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters set,
            Object[] generated)
            throws SQLException {
        OneUnitRun run = OneUnitRun.of(statement);
        StatementResults results = statement.results();
        run.begin(request.deployed(), execution, set, generated);
        results.begin(run);
        try {
            boolean returnsRows = plan.isPlain() || request.returnsRows(plan);
            run.execute(statement.shape().of(plan.statementClass()), returnsRows);
            ResultSet rows = run.rows();
            if (rows != null) {
                request.requireRows();
                Deployment deployment = request.deployed().deployment();
                ResultSet placed = statement.placed(rows, plan, deployment);
                results.show(new ShardResultSet(placed, results, deployment.names()), run);
            } else if (request.wanted() == ExpectedResult.ROWS && returnsRows) {
                new NoRows(statement).described(request.deployed());
            } else {
                request.requireCount();
                takeCount(statement.results(), run);
            }
            if (request.keys().wanted()) {
                results.generated(request.shownKeys(plan, null, generated, set == null ? null : set.values()));
            }
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    private static void takeCount(StatementResults results, OneUnitRun run) throws SQLException {
        results.count(run.updateCount());
        if (run.warning() != null) {
            results.warn(run.warning());
        }
        results.finish();
    }
}
