package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
 * How the statements and the transaction of one session pass the {@link StatementFence} of their data source. A
 * statement enters the fence when it is planned and leaves when it was executed. A statement that wrote in a
 * transaction leaves with the transaction. On leaving, the session learns whether what was done still counts. One per
 * session of a data source with a registry; used by one thread at a time.
 */
final class SessionFence {
    private static final String NOTHING = "nothing was written";
    private static final String NO_FENCE = "only what passes a fence enters it";
    private static final String ROLLED_BACK = "it is rolled back";

    /** The execution of a statement. */
    @FunctionalInterface
    interface Execution<T> {
        T run() throws SQLException;
    }

    private final @Nullable StatementFence fence;
    private final Deployments deployments;
    private boolean running;
    /** The entry of the statement that runs; null while it has not entered. */
    private StatementFence.@Nullable Entry entered;

    private boolean writes;
    /** The entry of the first statement that wrote in the transaction; null for none. */
    private StatementFence.@Nullable Entry held;

    SessionFence(Deployments deployments) {
        this.fence = deployments.fence();
        this.deployments = deployments;
    }

    /**
     * Executes a statement, which enters by {@link #entered}.
     *
     * @param transaction gives the session's transaction that has begun to do something, or null
     * @throws SQLException what the statement throws; or that the statement does not count, as this instance was out of
     *     touch meanwhile
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

    /**
     * Enters the fence to write: for all statements of a batch, planned one after the other, or for a change of an
     * updatable row.
     */
    void enterWrite() {
        if (running && entered == null) {
            entered = Objects.requireNonNull(fence, NO_FENCE).enter();
            writes = true;
        }
    }

    /**
     * Plans the statement that runs, and enters the fence. The plan is of the configuration that counts after entering.
     * A statement that reaches no data source does not enter.
     *
     * @throws org.shardingjdbc.error.ShardingException when there is no plan, or the statement must not enter now
     */
    DeployedPlan entered(Supplier<DeployedPlan> planning) {
        DeployedPlan plan = planning.get();
        while (running && entered == null && reachesDataSources(plan)) {
            StatementFence.Entry entry = Objects.requireNonNull(fence, NO_FENCE).enter();
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
     * Keeps the transaction's first entry only: as long as the session holds that one, the fence counts later entries
     * as held too.
     */
    private void hold(StatementFence.Entry entry) {
        if (held == null) {
            held = entry;
        } else {
            entry.leave();
        }
    }

    /** Why the transaction must not be committed; null where it may be. */
    @Nullable
    SQLException refusesCommit() {
        return held == null || held.holds()
                ? null
                : SqlErrors.of(ErrorCode.CONFIGURATION_CHANGED_MEANWHILE, "the transaction", ROLLED_BACK);
    }

    /**
     * The transaction is over.
     *
     * @param committed whether it was committed here
     * @return the error that it was committed and may not count; null for none
     */
    @Nullable
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
