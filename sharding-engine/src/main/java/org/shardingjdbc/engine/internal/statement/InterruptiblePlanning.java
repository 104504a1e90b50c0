package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.observe.statement.ObservedExecution;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/** Plans texts when they are prepared; an interrupt of the thread stops it. Stateless. */
public final class InterruptiblePlanning {
    private InterruptiblePlanning() {}

    /** Plans a text, until the thread is interrupted. */
    public static DeployedPlan plan(Session session, String sql) throws SQLException {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.StopCheck before = planning.stopCheck(InterruptiblePlanning::stopIfInterrupted);
        try {
            return session.plans().plan(sql);
        } catch (RuntimeException e) {
            RuntimeException reason = e instanceof PlanningWork.PlanningStoppedException stopped ? stopped.reason() : e;
            if (reason instanceof ShardingException refusal) {
                session.tally().refused(refusal.code());
            }
            SQLException gone = reason instanceof ShardingException ? null : session.gone(reason);
            SQLException told = gone == null ? SqlErrors.unexpected(reason, sql, session.dialect()) : gone;
            ObservedExecution.refused(session, sql, told);
            throw told;
        } finally {
            planning.stopCheck(before);
        }
    }

    /** A text was refused when it was prepared. */
    static void refused(LogicStatement prepared, SQLException reason) {
        ObservedExecution.refused(prepared.session(), prepared.text(), reason);
    }

    private static void stopIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.INTERRUPTED, "planning"));
        }
    }
}
