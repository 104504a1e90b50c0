package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.ChosenPools;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.explain.ChosenDatabases;
import org.shardingjdbc.engine.internal.explain.PlanExplainer;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.RememberedChoices;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.ExecutionFacts;

/**
 * Finds the database that stands for a data source in the session's present state. One per session, used under the
 * session's lock.
 */
final class SessionChoice {
    private final SessionState state;
    private final SessionTransactions transactions;
    private final ChosenPools.ChoiceFacts told = new ChosenPools.ChoiceFacts();

    SessionChoice(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /** The pool of the database that stands for a data source now. */
    ShardPool chosen(DeployedPlan deployed, int dataSource, StatementClass statementClass) throws SQLException {
        Deployment deployment = deployed.deployment();
        return begunOn(
                deployment.choice() == null && state.side().isProduction()
                        ? deployment.pool(dataSource)
                        : ChosenPools.of(deployment, dataSource, facts(deployed, statementClass)));
    }

    /** The pool that the open transaction already uses for the data source of {@code pool}, or {@code pool} itself. */
    ShardPool begunOn(ShardPool pool) {
        return transactions.begunOn(pool);
    }

    /**
     * An execution begins. A rule that watches databases may want to know whether the session wrote, and the session
     * whether its locks still hold.
     *
     * @param alone whether no other execution of the session is open
     */
    void begins(DeployedPlan deployed, StatementClass statementClass, boolean alone) throws SQLException {
        if (deployed.deployment().isWatched()) {
            if (state.held.pinned().length > 0) {
                requireLocks(deployed.deployment());
            }
            boolean mayWrite = !told.onlyReads(deployed.plan(), statementClass);
            state.begins(mayWrite, transactions.isOpen(), alone);
        }
    }

    /** The facts by which rules choose databases for an execution that is to run now. */
    ExecutionFacts facts(DeployedPlan deployed, StatementClass statementClass) {
        return told.of(
                deployed.plan(),
                statementClass,
                transactions.state(),
                remembered(),
                state.isDependent(),
                state.side().now(),
                state.written());
    }

    /** The choices that the transaction remembers; null where there is none. */
    private @Nullable RememberedChoices remembered() {
        if (!transactions.isOpen() || state.deployment().choice() == null) {
            return null;
        }
        boolean elsewhere = !transactions.origin().isJoined()
                && transactions.origin().type().equals("LOCAL");
        return transactions.course().choices(state.settings.readOnly(), elsewhere);
    }

    /** Explains plans as they would be executed now. The choices made for that are not remembered. */
    PlanExplainer explainer(Deployment deployment) {
        RememberedChoices choices = remembered();
        return new PlanExplainer(new ChosenDatabases(
                deployment,
                transactions.state(),
                choices == null ? null : choices.copy(),
                state.side().ofTransaction()));
    }

    /** The pool where a data source is written on the session's side. */
    ShardPool home(Deployment deployment, int dataSource) {
        return begunOn(ChosenPools.home(deployment, dataSource, state.side().ofScope()));
    }

    /** As {@link #home}, for a lease, which is no statement. The transaction remembers the choice. */
    ShardPool homeOfLease(Deployment deployment, int dataSource, BranchUse use) throws SQLException {
        if (use != BranchUse.READ && transactions.isOpen()) {
            state.side().ran();
        }
        RememberedChoices choices = remembered();
        if (choices != null) {
            choices.goHome();
        }
        try {
            return begunOn(ChosenPools.home(
                    deployment, dataSource, choices, state.side().ofScope()));
        } catch (ShardingException refused) {
            throw SqlErrors.from(refused);
        }
    }

    /**
     * Checks that the session's locks are on the databases where rows are written now. Where that has moved to another
     * database, the session gives up its locks there, and this is thrown once.
     */
    private void requireLocks(Deployment deployment) throws SQLException {
        ShardingException lost = null;
        for (PhysicalConnection each : state.held.pinned().clone()) {
            try {
                if (each != null) {
                    Objects.requireNonNull(deployment.choice(), "a rule chooses")
                            .requireHome(each.dataSourceName());
                }
            } catch (ShardingException moved) {
                lost = moved;
                each.unfit();
                if (!each.inUse()) {
                    state.held.giveBack(each);
                }
            }
        }
        if (lost != null) {
            throw SqlErrors.from(lost);
        }
    }
}
