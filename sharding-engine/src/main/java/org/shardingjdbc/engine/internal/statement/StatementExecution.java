package org.shardingjdbc.engine.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionWay;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.session.SessionStatements;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.statement.sequence.SequenceExecution;
import org.shardingjdbc.engine.internal.statement.step.ComputedValue;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;

/**
 * Executes plans of statements; the kind of the plan decides how. Parameters enter, the statement's
 * {@link StatementResults} are filled. Stateless.
 */
public final class StatementExecution {
    private static final Parameters NO_PARAMETERS = new Parameters(0);

    private StatementExecution() {}

    /**
     * Executes a plan.
     *
     * @param request its own parameters are ignored
     * @param given the parameters, all set; null for a statement without a PreparedStatement
     * @throws ShardingException when it is refused
     */
    public static void execute(LogicStatement statement, ExecutionRequest request, @Nullable Parameters given)
            throws SQLException {
        DeployedPlan deployed = request.deployed();
        StatementPlan planned = deployed.plan();
        if (given == null) {
            requireNoParameters(deployed);
        }
        ExecutionWay way = deployed.way();
        if (way != ExecutionWay.SHARDS && way != ExecutionWay.SEVERAL) {
            count(statement);
        }
        switch (way) {
            case SHARDS -> onShards(statement, request, given);
            case SETTING -> set(statement, request, (SettingPlan) planned, given);
            case SESSION -> {
                request.requireCount();
                sessionStatements(statement, request).execute((SessionPlan) planned, values(given));
                statement.results().count(0);
            }
            case EXPLAIN -> {
                request.requireRows();
                show(
                        statement,
                        request,
                        ExplainResult.of((ExplainPlan) planned, given, statement, deployed.deployment()));
            }
            case SHOW -> show(statement, request, ShowResult.of((ShowPlan) planned, deployed, statement));
            case COMMAND -> CommandExecution.execute(statement, request, (CommandPlan) planned);
            case SEVERAL -> new SequenceExecution(statement, request, (SequencePlan) planned, given).run();
        }
    }

    /** @throws ShardingException where the SQL, which is not prepared, has placeholders */
    static void requireNoParameters(DeployedPlan deployed) {
        if (deployed.parameterCount() > 0) {
            throw new ShardingException(ErrorCode.PARAMETER_MISSING, 1, deployed.parameterCount());
        }
    }

    private static void onShards(LogicStatement statement, ExecutionRequest request, @Nullable Parameters given)
            throws SQLException {
        new ShardsExecution(statement, request.deployed(), request.keys(), request.wanted(), given).execute(true);
    }

    private static void count(LogicStatement statement) {
        Counters counters = statement.session().counters();
        if (counters != null) {
            counters.ofSession();
        }
    }

    private static void set(
            LogicStatement statement, ExecutionRequest request, SettingPlan plan, @Nullable Parameters given)
            throws SQLException {
        request.requireRows();
        sessionStatements(statement, request).execute(plan.setting(), values(given));
        onShards(statement, request, given);
    }

    private static SessionStatements sessionStatements(LogicStatement statement, ExecutionRequest request) {
        return new SessionStatements(statement.session(), new ComputedValue(statement, request));
    }

    private static Object[] values(@Nullable Parameters given) {
        return given == null ? NO_PARAMETERS.values() : given.values();
    }

    private static void show(LogicStatement statement, ExecutionRequest request, ResultSet rows) {
        request.requireRows();
        statement.results().show(rows, null);
    }
}
