package org.shardingjdbc.jdbc.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * Planning that somebody can stop: the thread's interruption while a text is prepared, a cancel or a timeout while it
 * is executed for the first time. One at a time in a thread.
 */
final class WatchedPlanning {
    private final PlanningWork planning;
    private final PlanningWork.Watch before;

    private WatchedPlanning(PlanningWork planning, PlanningWork.Watch before) {
        this.planning = planning;
        this.before = before;
    }

    /** The statement's results are asked from now on, until {@link #end}. */
    static WatchedPlanning begin(StatementResults watch) {
        PlanningWork planning = PlanningWork.ofThread();
        return new WatchedPlanning(planning, planning.watch(watch));
    }

    void end() {
        planning.watch(before);
    }

    /** Whether a watch has stopped it. */
    static boolean isStopped(RuntimeException failure) {
        return failure instanceof PlanningWork.Stopped;
    }

    /** Why a watch has stopped it. */
    static SQLException reason(RuntimeException stopped) {
        return SqlErrors.from(((PlanningWork.Stopped) stopped).reason());
    }

    /** Plans, until the thread is interrupted. */
    static DeployedPlan plan(StatementHome home, String sql) throws SQLException {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.Watch before = planning.watch(WatchedPlanning::stopIfInterrupted);
        try {
            return home.session().plan(sql);
        } catch (PlanningWork.Stopped e) {
            throw SqlErrors.from(e.reason());
        } catch (RuntimeException e) {
            throw SqlErrors.unexpected(e, sql, home.session().dialect());
        } finally {
            planning.watch(before);
        }
    }

    private static void stopIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new PlanningWork.Stopped(new ShardingException(ErrorCode.INTERRUPTED, "planning"));
        }
    }
}
