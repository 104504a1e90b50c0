package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.engine.internal.session.transaction.LogicSavepoint;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.TransactionCourse;
import org.shardingjdbc.engine.internal.session.transaction.TransactionOrigin;
import org.shardingjdbc.engine.internal.session.transaction.TransactionPlans;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.TransactionState;

/**
 * Autocommit and the transaction of a session. A transaction is open from the moment that autocommit is switched off or
 * BEGIN is executed. It gets branches when statements reach data sources. One per session, made when something has to
 * do with transactions; what each execution looks at is in {@link SessionState}. Used by one thread at a time; where
 * several threads may use the session, with its lock held.
 */
public final class SessionTransactions {
    private final SessionState state;
    private final ConnectionLease.Lender connections;
    /** What the next transaction runs first on each branch; null until something is set for it. */
    private @Nullable List<LogicTransaction.Opening> nextOpening;
    /** Null until something asks which kind of transactions follow. */
    private @Nullable TransactionOrigin origin;
    /** Null until a transaction does something, or the next one is declared. */
    private @Nullable TransactionCourse course;
    /** Null until a transaction changes definitions, which only that transaction sees. */
    private @Nullable TransactionPlans ownPlans;

    private boolean autoCommit = true;
    private boolean begun;

    SessionTransactions(SessionState state, ConnectionLease.Lender connections) {
        this.state = state;
        this.connections = connections;
    }

    /** Where the transactions that follow come from. */
    public TransactionOrigin origin() {
        if (origin == null) {
            origin = new TransactionOrigin(state.deployments.transactions());
            state.ordinary = false;
        }
        return origin;
    }

    /**
     * Makes the session take part in a transaction that somebody else ends.
     *
     * @param surrounding stands for that transaction
     */
    void join(LogicTransaction part, Object surrounding) {
        state.transaction = part;
        origin().join(surrounding);
        autoCommit = false;
        state.open = true;
    }

    /**
     * The transaction in which the session took part is over.
     *
     * @param whole whether all branches ended in the same way; else their connections are not used again
     */
    void over(boolean whole) {
        LogicTransaction ended = state.transaction;
        state.transaction = null;
        if (ended == null) {
            return;
        }
        ended.over();
        if (state.fence != null) {
            state.fence.over(false);
        }
        for (PhysicalConnection branch : ended.branches()) {
            if (!whole) {
                branch.unfit();
            }
            branch.endBranch();
            connections.settle(branch);
        }
    }

    /**
     * Does before an execution what a single database would do by itself: begins or ends transactions, and refuses what
     * cannot run in this one.
     */
    void beforeExecution(StatementClass statementClass, DeployedPlan deployed) throws SQLException {
        boolean open = isOpen();
        if (open) {
            course().begins(statementClass);
        }
        checkOrigin();
        if (!statementClass.isOfRows() && (open || isJoined())) {
            origin().checkPossible(deployed.sql(), deployed.deployment().dialect());
        }
        willUse(BranchUse.of(statementClass), open);
        if (state.transaction == null) {
            return;
        }
        if (statementClass == StatementClass.DEFINITION
                && !deployed.deployment().dialect().sessions().transactionalDefinitions()) {
            origin().refuseWhereJoined("A definition, which commits by itself,");
            endNow(true);
            return;
        }
        state.transaction.checkUsable();
    }

    /**
     * Checks that a statement runs in the transaction of its thread, where threads may be in transactions of the
     * application's coordinator.
     */
    void checkOrigin() throws SQLException {
        if (origin != null || state.joining) {
            origin().check(state.transaction != null);
        }
    }

    /** Whether somebody else ends the transaction. */
    private boolean isJoined() {
        return origin != null && origin.isJoined();
    }

    /** Notes what the next execution does. */
    void willUse(BranchUse next) {
        willUse(next, isOpen());
    }

    private void willUse(BranchUse next, boolean open) {
        state.use = next;
        if (open) {
            course().willUse(next);
        }
        if (state.transaction != null) {
            state.transaction.begins();
        }
    }

    /** The execution that was about to begin does not happen, or has failed as a whole: it wrote nothing. */
    void leftNothing() {
        if (state.transaction != null) {
            state.transaction.leftNothing();
        }
    }

    /** @throws SQLException when there is a transaction and it can only be rolled back */
    void checkUsable() throws SQLException {
        if (state.transaction != null) {
            state.transaction.checkUsable();
        }
    }

    /** The plans of a transaction that changed definitions; null when the transaction uses the shared plans. */
    @Nullable
    TransactionPlans plansOfOwnDefinitions(Deployment deployment) {
        LogicTransaction current = state.transaction;
        if (current == null || !current.hasRedefined(deployment) || current.failure() != null) {
            return null;
        }
        if (ownPlans == null) {
            ownPlans = new TransactionPlans(connections);
        }
        return ownPlans;
    }

    /**
     * Prepares a failed statement to be executed again, where the effect is as if it had not been executed before:
     * there is no transaction, or the failure left the transaction as it was, or the statement was the first one and
     * the transaction is begun again.
     *
     * @param first whether the transaction had not begun before the statement
     * @return false where the statement cannot be executed again
     */
    public boolean mayExecuteAgain(Deployment deployment, boolean first) {
        state.lock.lock();
        try {
            LogicTransaction current = state.transaction;
            if (current == null || current.failure() == null) {
                return current == null || !current.hasRedefined(deployment);
            }
            if (!first || isJoined() || !current.isPlain()) {
                return false;
            }
            boolean wasBegun = begun;
            endNow(false);
            begun = wasBegun;
            state.open = !autoCommit || begun;
            return true;
        } catch (SQLException e) {
            return false;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * The name of the data source that the transaction reached first, or null when the transaction has reached none.
     */
    public @Nullable String firstDataSource() {
        LogicTransaction current = state.transaction;
        return current == null || current.branches().isEmpty()
                ? null
                : current.branches().get(0).dataSourceName();
    }

    /**
     * Whether another connection must not read the tables: it would wait for this transaction, or not see what the
     * transaction made.
     */
    public boolean hidesTables() {
        return isOpen() && course().mayLockTables();
    }

    /** The type of the transactions that follow, in upper case. */
    public String type() {
        return origin().type();
    }

    /** Whether the transactions that follow are committed by all data sources or by none. */
    public boolean commitsTogether() {
        return origin().provider().isTwoPhase();
    }

    /**
     * Changes the type of the transactions that follow.
     *
     * @param type null for the configured one
     * @throws SQLException when no type has that name, when the type cannot start, or when a transaction has begun
     */
    public void type(@Nullable String type) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            origin().type(type, state.transaction != null);
        } finally {
            state.lock.unlock();
        }
    }

    /** Whether statements belong to a transaction that the user ends. */
    public boolean isOpen() {
        return state.open;
    }

    /** Whether a transaction was begun, by BEGIN or by a statement that reached a data source. */
    public boolean isBegun() {
        return begun || state.transaction != null;
    }

    /** Whether the transaction, if there is one, can only be rolled back. */
    public boolean isFailed() {
        LogicTransaction now = state.transaction;
        return now != null && now.failure() != null;
    }

    /** @see LogicTransaction#begunOn */
    ShardPool begunOn(ShardPool pool) {
        return state.transaction == null ? pool : state.transaction.begunOn(pool);
    }

    /** What the transaction did so far, including the statement that is about to be executed. */
    public TransactionState state() {
        return isOpen() ? course().state() : TransactionState.NONE;
    }

    /** What the transaction did so far. */
    TransactionCourse course() {
        if (course == null) {
            course = new TransactionCourse();
        }
        return course;
    }

    public boolean autoCommit() {
        return autoCommit;
    }

    /** Switches autocommit. A switch commits a transaction that is open. */
    public void autoCommit(boolean on) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            if (on != autoCommit) {
                origin().refuseWhereJoined("setAutoCommit(true)");
                if (isOpen()) {
                    endNow(true);
                }
                autoCommit = on;
                state.open = !autoCommit || begun;
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Begins a transaction that lasts until it is committed or rolled back, in autocommit mode too. */
    void begin() {
        begun = true;
        state.open = true;
    }

    /**
     * Begins a transaction for a client that asks for one.
     *
     * @throws IllegalStateException when a transaction is open
     * @throws SQLException when the session is closed
     */
    public void beginNext() throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            if (isOpen()) {
                throw new IllegalStateException("a transaction is open");
            }
            begin();
        } finally {
            state.lock.unlock();
        }
    }

    /** The transaction to which statements belong; begins one when there is none. */
    LogicTransaction ensure() throws SQLException {
        if (state.transaction == null) {
            state.transaction = create();
            nextOpening = null;
        }
        return state.transaction;
    }

    /**
     * The statement that is about to be executed will run on that branch.
     *
     * @throws SQLException when the transaction must not run such a statement there
     */
    void use(PhysicalConnection branch) throws SQLException {
        Objects.requireNonNull(state.transaction, "no transaction has begun").use(branch, state.use);
    }

    /** The transaction that has begun to do something, or null. */
    @Nullable
    LogicTransaction current() {
        return state.transaction;
    }

    /** Makes a transaction, which this object does not keep. */
    LogicTransaction create() throws SQLException {
        List<LogicTransaction.Opening> opening = nextOpening == null ? List.of() : nextOpening;
        return new LogicTransaction(origin().provider().begin(), opening, state.settings.variables());
    }

    /** What the next transaction runs first on each branch. */
    List<LogicTransaction.Opening> nextOpening() {
        if (nextOpening == null) {
            nextOpening = new ArrayList<>(2);
        }
        return nextOpening;
    }

    /** The characteristics of the open transaction, as SET TRANSACTION gives them. */
    List<LogicTransaction.Opening> characteristics() {
        LogicTransaction begun = current();
        List<LogicTransaction.Opening> all = begun != null ? begun.openings() : nextOpening();
        return all.stream().filter(LogicTransaction.Opening::setsTransaction).toList();
    }

    public void commit() throws SQLException {
        end(true, "commit");
    }

    public void rollback() throws SQLException {
        end(false, "rollback");
    }

    private void end(boolean commit, String what) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            if (!isOpen()) {
                throw SqlErrors.of(ErrorCode.NOT_IN_TRANSACTION, what);
            }
            endNow(commit);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Ends the transaction, if there is one; afterwards the session has none, whatever is thrown.
     *
     * @throws SQLException also when somebody else ends the transaction; then nothing has changed
     */
    void endNow(boolean commit) throws SQLException {
        if (origin != null) {
            origin.refuseWhereJoined(commit ? "commit" : "rollback");
        }
        LogicTransaction ending = state.transaction;
        SQLException refused = commit && ending != null ? refusesCommit() : null;
        state.transaction = null;
        ownPlans = null;
        isOver();
        if (ending == null) {
            if (state.fence != null) {
                state.fence.over(false);
            }
            return;
        }
        boolean rolledBack = !commit || refused != null || ending.failure() != null;
        SQLException doubted = null;
        try {
            if (refused != null) {
                rollBack(ending, refused);
            } else if (commit) {
                ending.commit();
            } else {
                ending.rollback();
            }
        } catch (SQLException | RuntimeException | Error e) {
            rolledBack = true;
            if (!ending.isRolledBack()) {
                ending.branches().forEach(PhysicalConnection::unfit);
            }
            throw e;
        } finally {
            if (rolledBack) {
                state.restore(ending.variablesBefore());
            }
            for (PhysicalConnection branch : ending.branches()) {
                branch.endBranch();
                connections.settle(branch);
            }
            if (state.fence != null) {
                doubted = state.fence.over(!rolledBack);
            }
        }
        if (doubted != null) {
            throw doubted;
        }
    }

    /** Ends one whose beginning has failed with that, and forgets what was said of it. */
    void endUnbegun(Throwable cause) {
        nextOpening = null;
        try {
            endNow(false);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private void isOver() {
        if (course != null) {
            course.over();
        }
        begun = false;
        state.open = !autoCommit;
        if (state.side != null) {
            state.side.over();
        }
    }

    /**
     * Why the transaction must not be committed, by the choice of databases or by the registry; null where it may be.
     */
    @Nullable
    SQLException refusesCommit() {
        state.lock.lock();
        try {
            SQLException chosen = course().refusesCommit(state.deployment().choice());
            return chosen == null && state.fence != null ? state.fence.refusesCommit() : chosen;
        } finally {
            state.lock.unlock();
        }
    }

    private static void rollBack(LogicTransaction ending, SQLException instead) throws SQLException {
        try {
            ending.rollback();
        } catch (SQLException e) {
            instead.addSuppressed(e);
        }
        throw instead;
    }

    /** @param name null for an unnamed one */
    public Savepoint setSavepoint(@Nullable String name) throws SQLException {
        state.lock.lock();
        try {
            requireTransaction("setSavepoint");
            return ensure().setSavepoint(name, state.settings.variables(), state.dialect());
        } finally {
            state.lock.unlock();
        }
    }

    public void rollback(Savepoint savepoint) throws SQLException {
        state.lock.lock();
        try {
            requireTransaction("rollback to a savepoint");
            ownPlans = null;
            LogicSavepoint there = ensure().rollbackTo(savepoint);
            state.restore(there.variables());
        } finally {
            state.lock.unlock();
        }
    }

    public void release(Savepoint savepoint) throws SQLException {
        state.lock.lock();
        try {
            requireTransaction("releaseSavepoint");
            ensure().release(savepoint);
        } finally {
            state.lock.unlock();
        }
    }

    private void requireTransaction(String what) throws SQLException {
        state.checkOpen();
        if (!isOpen()) {
            throw SqlErrors.of(ErrorCode.NOT_IN_TRANSACTION, what);
        }
    }

    /** The database has rolled back the whole branch. */
    void rolledBack(Throwable cause) {
        if (isJoined()) {
            Objects.requireNonNull(state.transaction, "joined").fail(cause);
            return;
        }
        try {
            endNow(false);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Decides what failed executions do to the transaction. */
    TransactionFailures failures() {
        return new TransactionFailures(state, this);
    }

    /** An execution has changed definitions. */
    void redefined(Deployment deployment) {
        ownPlans = null;
        if (state.transaction != null) {
            state.transaction.redefined(deployment);
        }
    }
}
