package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An execution of an application's statement that rules may bound. One per execution. */
final class LimitedExecution {
    private static final Logger LOG = LoggerFactory.getLogger(LimitedExecution.class);

    private final LogicStatement statement;
    private final ShardPlan plan;
    private final String sql;

    /** What is executed. */
    @FunctionalInterface
    interface Body {
        void run() throws SQLException;
    }

    /** @param sql of the plan, for the log */
    LimitedExecution(LogicStatement statement, ShardPlan plan, String sql) {
        this.statement = statement;
        this.plan = plan;
        this.sql = sql;
    }

    /** Whether the execution is bounded as a whole: it is not part of one that is bounded. */
    static boolean isOne(LogicStatement statement, ShardPlan plan) {
        return plan.rules().routed() != null
                && statement.nesting() == 0
                && statement.results().bounds() == null;
    }

    /** Executes within the bounds. The bounds last as long as the results; after a failure there are none. */
    void run(Body body) throws SQLException {
        ExecutionLimits limits = plan.limits(0, statement.hints());
        if (limits.limits().isEmpty()) {
            body.run();
        } else {
            run(new ExecutionBounds(limits, this::warn), body);
        }
    }

    void run(ExecutionBounds bounds, Body body) throws SQLException {
        StatementResults results = statement.results();
        results.bounds(bounds);
        int own = statement.options().queryTimeoutSeconds;
        boolean completed = false;
        try {
            // this may be the second execution of the statement, whose time may be over already
            results.checkTime();
            body.run();
            bounds.took(results.took());
            completed = true;
        } catch (SQLException e) {
            throw bounds.named(e, results.took(), own);
        } catch (ShardingException e) {
            throw bounds.named(e);
        } catch (PlanningWork.PlanningStoppedException e) {
            throw new PlanningWork.PlanningStoppedException(bounds.named(e.reason(), results.took(), own));
        } finally {
            if (!completed) {
                results.bounds(null);
            }
        }
    }

    /** Warns where the execution goes to so many data nodes. */
    void tellOf(int nodes) {
        for (String warning : plan.limits(nodes, statement.hints()).warnings()) {
            warn(warning);
        }
    }

    private void warn(String warning) {
        statement.results().warnOnce(new SQLWarning(warning, "01000"));
        if (plan.experience().takeFirstWarning()) {
            LOG.warn("{}: {}", warning, shape());
        }
    }

    private String shape() {
        try {
            return Tokens.withoutLiterals(sql, statement.session().dialect());
        } catch (ShardingException unreadable) {
            return "a text that has no end";
        }
    }
}
