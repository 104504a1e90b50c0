package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.step.StepsRunner;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * Runs an execution that was refused at once in steps that overcome the refusal, where there are such steps. One per
 * refusal.
 */
final class StepsExecution {
    /** At that depth, steps whose steps have steps make no progress. */
    private static final int DEEPEST_NESTING = 6;

    private final LogicStatement statement;
    private final ExecutionRequest request;

    /** @param request with its parameters */
    StepsExecution(LogicStatement statement, ExecutionRequest request) {
        this.statement = statement;
        this.request = request;
    }

    /**
     * Answers a query whose rows, when they came, had no known order; nobody has seen one of them yet.
     *
     * @throws ShardingException the refusal, when it is of another kind or no steps overcome it
     */
    void unmerged(ShardPlan plan, Object[] values, ShardingException refusal) throws SQLException {
        boolean unmergeable = refusal.code() == ErrorCode.MERGE_ORDER_UNKNOWN
                || refusal.code() == ErrorCode.MERGE_TYPE_NOT_COMPUTABLE
                || refusal.code() == ErrorCode.PARAMETER_NOT_EXACT;
        if (!unmergeable || plan.statementClass() != StatementClass.READ) {
            throw refusal;
        }
        run(plan, values, refusal);
    }

    /**
     * Runs the steps.
     *
     * @param values of the parameters, and the generated keys behind them
     * @throws ShardingException the refusal, when no steps overcome it
     */
    void run(ShardPlan plan, Object[] values, ShardingException refusal) throws SQLException {
        if (refusal.code().category() != ErrorCategory.UNSUPPORTED || statement.nesting() >= DEEPEST_NESTING) {
            throw refusal.again();
        }
        SteppedExecution steps = steps(plan, values, refusal).proved();
        Counters counters = statement.nesting() > 0 ? null : statement.session().counters();
        long begin = counters == null ? 0 : counters.begins(StatementRoute.STEPS, 0);
        try {
            @SuppressWarnings("NullAway") // they return nothing
            Session.Steps<Void> running = () -> {
                try {
                    new StepsRunner(statement, request).run(steps);
                } finally {
                    statement.endSteps();
                }
                return null;
            };
            statement.session().inSteps(running);
        } finally {
            if (counters != null) {
                counters.ended(StatementRoute.STEPS, begin);
            }
        }
    }

    private Decision<SteppedExecution> steps(ShardPlan plan, Object[] values, ShardingException refusal) {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.StopCheck before = planning.stopCheck(statement.results());
        try {
            return plan.steps(values, statement.hints(), refusal);
        } finally {
            planning.stopCheck(before);
        }
    }
}
