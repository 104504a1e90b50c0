package org.shardingjdbc.engine.internal.observe.statement;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.run.ExecutionListener;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.observe.ObservedStatement;
import org.shardingjdbc.engine.observe.ObservedUnits;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/** The execution of an application's statement that is observed. One per execution, used by one thread. */
public final class ObservedExecution implements ExecutionListener, ObservedStatement {
    private final Session session;
    private final @Nullable String sql;
    private final StatementObservers observers;

    private ObservedExecution(Session session, @Nullable String sql, StatementObserver[] observers) {
        this.session = session;
        this.sql = sql;
        this.observers = StatementObservers.begin(observers, this);
    }

    /**
     * Executes a statement, and reports to the observers.
     *
     * @param sql the text; of a batch the first one; null when there is none
     */
    public static <T> T run(Session session, @Nullable String sql, Session.Steps<T> execution) throws SQLException {
        StatementObserver @Nullable [] all = session.tally().observers().all();
        return all == null ? execution.run() : new ObservedExecution(session, sql, all).run(execution);
    }

    /** A statement was refused before it was executed. */
    public static void refused(Session session, @Nullable String sql, SQLException reason) {
        StatementObserver @Nullable [] all = session.tally().observers().all();
        if (all != null) {
            new ObservedExecution(session, sql, all).observers.returns(reason);
        }
    }

    private <T> T run(Session.Steps<T> execution) throws SQLException {
        @Nullable ExecutionListener before = session.listener();
        session.tellTo(this);
        @Nullable SQLException failure = null;
        try {
            return execution.run();
        } catch (SQLException e) {
            failure = e;
            throw e;
        } finally {
            session.tellTo(before);
            observers.returns(failure);
        }
    }

    @Override
    public String databaseName() {
        return session.deployment().databaseName();
    }

    @Override
    public String shape() {
        return sql == null ? "" : SqlErrors.shape(sql, session.dialect());
    }

    @Override
    public UnitListener begins(DeployedPlan deployed, ShardWork work) {
        return observers.executes(new ObservedUnits() {
            @Override
            public int size() {
                return work.size();
            }

            @Override
            public String shape(int unit) {
                return SqlErrors.shape(work.sql(unit), session.dialect());
            }
        });
    }

    @Override
    public void stepsBegin(DeployedPlan deployed, SteppedExecution steps) {
        // Each of them begins by itself.
    }

    @Override
    public void stepsEnd() {
        // The statement ends after them.
    }
}
