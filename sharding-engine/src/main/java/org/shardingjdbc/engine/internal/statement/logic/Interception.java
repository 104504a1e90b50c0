package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.execution.InterceptedExecution;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.PlannedInterceptors;
import org.shardingjdbc.rule.internal.PlannedInterceptors.NamedInterceptor;

/**
 * Runs interceptors of rules around executions. The parts of an execution, such as its steps and the rows of a batch
 * that are executed one after the other, are already within it. Stateless.
 */
public final class Interception {
    private Interception() {}

    /** What is executed. */
    @FunctionalInterface
    public interface Body {
        void run() throws SQLException;
    }

    /**
     * Executes within the interceptors of the statement's rules. Without interceptors, or within them already, only
     * executes.
     */
    public static void run(LogicStatement statement, ShardPlan plan, Body body) throws SQLException {
        PlannedInterceptors interceptors = plan.rules().interceptors();
        Session session = statement.session();
        if (interceptors == null || session.isIntercepted()) {
            body.run();
            return;
        }
        session.intercepted(true);
        try {
            around(interceptors.interceptors(), statement.hints(), body);
        } catch (SQLException | RuntimeException | Error e) {
            // the execution itself may have succeeded
            statement.closeAfter(e);
            throw e;
        } finally {
            session.intercepted(false);
        }
    }

    private static void around(List<NamedInterceptor> interceptors, HintValues hints, Body body) throws SQLException {
        if (interceptors.isEmpty()) {
            body.run();
            return;
        }
        InterceptedExecution own = interceptors.get(0).interceptor().begin(hints);
        try {
            around(interceptors.subList(1, interceptors.size()), hints, body);
        } catch (SQLException | RuntimeException | Error e) {
            endAfter(e, own);
            throw e;
        }
        own.end(null);
    }

    private static void endAfter(Throwable failure, InterceptedExecution execution) {
        try {
            execution.end(failure);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
