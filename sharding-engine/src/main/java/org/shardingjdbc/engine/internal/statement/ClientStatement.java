package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionWay;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.observe.statement.ObservedExecution;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.batch.PreparedBatch;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.PlanExecutor;
import org.shardingjdbc.engine.internal.statement.logic.PreparedDescription;
import org.shardingjdbc.engine.internal.statement.logic.Redefinition;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * A statement of a client, whatever API it came through. SQL and parameters enter and are planned and executed;
 * observers see the execution, and it passes the fence where there is one; the results are filled. Not thread-safe, but
 * for a cancel.
 */
public abstract class ClientStatement extends LogicStatement {
    /** The last execution of a plan on shards, used again as most executions of a statement are alike; null before. */
    private @Nullable ShardsExecution shards;

    /** Whether the statement has been executed. From then on prepared statements may be kept for it. */
    protected boolean executed;

    protected ClientStatement(Session session, StatementShape shape, StatementOptions options) {
        super(session, shape, options);
    }

    @Override
    public final PlanExecutor executor() {
        return Executions.INSTANCE;
    }

    /** Executes something, reports it to observers, and passes the session's fence where there is one. */
    protected final <T> T observed(@Nullable String sql, Session.Steps<T> execution) throws SQLException {
        if (!session().isFenced()) {
            return ObservedExecution.run(session(), sql, execution);
        }
        try {
            return ObservedExecution.run(session(), sql, () -> session().fenced(execution));
        } catch (SQLException e) {
            if (results().rows() != null) {
                // rows were shown already when the fence said that the statement does not count
                closeAfter(e);
            }
            throw e;
        }
    }

    /**
     * Closes the statement if its database, which checks a text when it is prepared, does not know the text either.
     *
     * @param deployed the plan with which the statement is prepared
     * @throws SQLException what is wrong with the text
     */
    protected final void requireUnderstood(DeployedPlan deployed) throws SQLException {
        if (deployed.isPlain()) {
            return;
        }
        try {
            PreparedDescription.requireUnderstood(this, deployed);
        } catch (SQLException | RuntimeException e) {
            SQLException told = e instanceof SQLException known ? known : told((RuntimeException) e, text());
            InterruptiblePlanning.refused(this, told);
            try {
                close();
            } catch (SQLException failure) {
                told.addSuppressed(failure);
            }
            throw told;
        }
    }

    // ---- what is executed, as the kinds of statements have it

    /**
     * The current plan of what is executed next; called before each execution.
     *
     * @throws ShardingException when the SQL is wrong or refused
     */
    protected abstract DeployedPlan planNow();

    /** Plans, unless the execution is cancelled or its time is over. */
    protected final DeployedPlan planUntilStopped(Supplier<DeployedPlan> plan) {
        results.beginPlanning();
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.StopCheck before = planning.stopCheck(results);
        try {
            return plan.get();
        } finally {
            planning.stopCheck(before);
        }
    }

    /** Forgets statements prepared on shards, whose tables exist no more. */
    protected void forgetPrepared() throws SQLException {
        // Most statements keep nothing for the next execution.
    }

    /** Deletes the copies of streams that are not needed any more, if there are any. */
    protected void endUnneededStreams() {
        // Without parameters there are no copies.
    }

    // ---- its execution

    /**
     * Executes the statement by its current plan, and once more where that failed because its tables were redefined.
     *
     * <pre>
     * run ── planNow
     *     └── execute ── ShardsExecution      plans on shards, plain reads or not
     *                 └── StatementExecution  other plans: of the session, EXPLAIN, SHOW, commands
     * </pre>
     *
     * @param wanted which results the client can take
     * @param given the parameters, always the same object; null for a text without parameters, which is not prepared
     */
    protected final void run(GeneratedKeyRequest keys, ExpectedResult wanted, @Nullable Parameters given)
            throws SQLException {
        checkOpen();
        if (session.isObserved()) {
            @SuppressWarnings("NullAway") // it returns nothing
            Session.Steps<Void> execution = () -> {
                runNow(keys, wanted, given, true);
                return null;
            };
            observed(text(), execution);
        } else {
            runNow(keys, wanted, given, false);
        }
    }

    /** @param watched whether listeners may hear of the executions, or counters count them */
    private void runNow(GeneratedKeyRequest keys, ExpectedResult wanted, @Nullable Parameters given, boolean watched)
            throws SQLException {
        try {
            if (given != null) {
                given.requireAll();
            }
            results.closeAll();
            if (spooled != null) {
                endUnneededStreams();
            }
            DeployedPlan deployed = planNow();
            boolean first = session.isUntouched();
            try {
                execute(deployed, keys, wanted, given, watched);
            } catch (SQLException | ShardingException e) {
                // in a text of several statements each statement is repeated by itself
                boolean repeatable = deployed.way() != ExecutionWay.SEVERAL && (given == null || !given.withStreams());
                new Redefinition(this, first, repeatable).executeAgain(deployed, e, this::planNow, again -> {
                    forgetPrepared();
                    execute(again, keys, wanted, given, watched);
                });
            }
            executed = true;
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    private void execute(
            DeployedPlan deployed,
            GeneratedKeyRequest keys,
            ExpectedResult wanted,
            @Nullable Parameters given,
            boolean watched)
            throws SQLException {
        if (options.own) {
            results.beginPlanning();
        }
        ShardsExecution known = shards;
        if (known == null || !known.isFor(deployed, keys, wanted)) {
            if (deployed.way() != ExecutionWay.SHARDS) {
                ExecutionRequest request = new ExecutionRequest(deployed, null, keys, wanted);
                @SuppressWarnings("NullAway") // it returns nothing
                Session.Steps<Void> execution = () -> {
                    StatementExecution.execute(this, request, given);
                    return null;
                };
                untilStopped(execution);
                return;
            }
            known = new ShardsExecution(this, deployed, keys, wanted, given);
            shards = known;
        }
        known.execute(watched);
    }

    /**
     * Executes the prepared statement for each of several row sets; row sets for one data node go there together.
     *
     * @param rowSets at least one
     * @return a count for each row set; {@link java.sql.Statement#SUCCESS_NO_INFO} where a driver returns none
     * @throws java.sql.BatchUpdateException when a row set failed
     */
    protected final long[] runBatch(GeneratedKeyRequest keys, RowSets rowSets) throws SQLException {
        results.beginPlanning();
        return untilStopped(() -> session().asBatch(() -> PreparedBatch.execute(this, planNow(), keys, rowSets)));
    }
}
