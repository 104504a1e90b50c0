package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.StatementFence;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * How the statements and the transaction of one session pass the {@link StatementFence} of their data source: a
 * statement enters when it is planned and leaves when it was executed; one that wrote in a transaction leaves with the
 * transaction. Whoever leaves learns whether what it did still counts. One per session of a data source with a
 * registry; used by one thread at a time.
 */
final class SessionFence {
    private static final String NOTHING = "nothing was written";
    private static final String ROLLED_BACK = "it is rolled back";

    /** What a statement does. */
    @FunctionalInterface
    interface Execution<T> {
        T run() throws SQLException;
    }

    private final StatementFence fence;
    private final Deployments deployments;
    private boolean running;
    /** What the statement that runs has entered; null for nothing yet. */
    private StatementFence.Entry entered;

    private boolean writes;
    /** The entry of the first statement that wrote in the transaction; null for none. */
    private StatementFence.Entry held;

    SessionFence(Deployments deployments) {
        this.fence = deployments.fence();
        this.deployments = deployments;
    }

    /**
     * Executes a statement, which enters by {@link #entered}.
     *
     * @param transaction gives the session's transaction that has begun to do something, or null
     * @throws SQLException what it throws; or that it does not count, as this instance was out of touch meanwhile
     */
    <T> T run(Supplier<LogicTransaction> transaction, Execution<T> statement) throws SQLException {
        if (running) {
            return statement.run();
        }
        running = true;
        boolean done = false;
        try {
            T result = statement.run();
            done = true;
            return result;
        } finally {
            running = false;
            leave(transaction.get(), done);
        }
    }

    /** What runs writes: all statements of a batch, planned one after the other, or a change of an updatable row. */
    void enterWrite() {
        if (running && entered == null) {
            entered = fence.enter();
            writes = true;
        }
    }

    /**
     * The plan of the statement that runs, of the configuration that counts once it has entered. A statement that
     * reaches no data source does not enter.
     *
     * @throws org.shardingjdbc.error.ShardingException when there is no plan, or it must not enter now
     */
    DeployedPlan entered(Supplier<DeployedPlan> planning) {
        DeployedPlan plan = planning.get();
        while (running && entered == null && reachesDataSources(plan)) {
            StatementFence.Entry entry = fence.enter();
            if (plan.deployment() == deployments.current()) {
                entered = entry;
                writes = mayWrite(plan);
                return plan;
            }
            entry.leave();
            plan = planning.get();
        }
        return plan;
    }

    private static boolean reachesDataSources(DeployedPlan plan) {
        return !(plan.plan() instanceof SessionPlan || plan.plan() instanceof CommandPlan);
    }

    private static boolean mayWrite(DeployedPlan plan) {
        return !(plan.plan() instanceof ShardPlan shard) || shard.statementClass() != StatementClass.READ;
    }

    private void leave(LogicTransaction transaction, boolean done) throws SQLException {
        StatementFence.Entry entry = entered;
        entered = null;
        if (entry == null) {
            return;
        }
        if (writes && transaction != null) {
            hold(entry);
        } else {
            entry.leave();
        }
        if (!done || entry.holds()) {
            return;
        }
        if (transaction == null) {
            throw writes
                    ? SqlErrors.of(ErrorCode.WRITE_OUT_OF_TOUCH, "The statement")
                    : SqlErrors.of(ErrorCode.CONFIGURATION_CHANGED_MEANWHILE, "the statement", NOTHING);
        }
        SQLException told = SqlErrors.of(
                ErrorCode.CONFIGURATION_CHANGED_MEANWHILE, "the transaction", "it can only be rolled back");
        transaction.fail(told);
        throw told;
    }

    /**
     * The transaction keeps the first entry alone: as long as that is there, the fence counts later ones as there too.
     */
    private void hold(StatementFence.Entry entry) {
        if (held == null) {
            held = entry;
        } else {
            entry.leave();
        }
    }

    /** Why the transaction must not be committed; null where nothing is against it. */
    SQLException refusesCommit() {
        return held == null || held.holds()
                ? null
                : SqlErrors.of(ErrorCode.CONFIGURATION_CHANGED_MEANWHILE, "the transaction", ROLLED_BACK);
    }

    /**
     * The transaction is over.
     *
     * @param committed whether it was committed here
     * @return what is to be told of it: that it was committed and may not count; null for nothing
     */
    SQLException over(boolean committed) {
        StatementFence.Entry entry = held;
        held = null;
        if (entry == null) {
            return null;
        }
        entry.leave();
        return !committed || entry.holds() ? null : SqlErrors.of(ErrorCode.WRITE_OUT_OF_TOUCH, "The transaction");
    }
}
