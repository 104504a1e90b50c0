package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
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
 * BEGIN is executed; it gets branches when statements reach data sources. One per session; used by one thread at a
 * time, with the session's lock held where that thread may not be the only one.
 */
public final class SessionTransactions {
    private final SessionState state;
    private final ConnectionLease.Lender connections;
    /** Null until a transaction is told how to begin. */
    private List<LogicTransaction.Opening> nextOpening;
    /** Null until something asks which transactions follow. */
    private TransactionOrigin origin;
    /** Null until a transaction does something, or the next one is declared. */
    private TransactionCourse course;
    /** What the statement does that is about to be executed, or was last. */
    BranchUse use = BranchUse.READ;

    /** What has begun to do something; null for nothing. */
    LogicTransaction transaction;

    /** Null until definitions change that only the transaction sees. */
    private TransactionPlans ownPlans;

    private boolean autoCommit = true;
    private boolean begun;
    /** Whether statements belong to a transaction that the user ends: follows from the two. */
    boolean open;

    SessionTransactions(SessionState state, ConnectionLease.Lender connections) {
        this.state = state;
        this.connections = connections;
    }

    /** Which transactions follow. */
    public TransactionOrigin origin() {
        if (origin == null) {
            origin = new TransactionOrigin(state.deployments.transactions());
            state.ordinary = false;
        }
        return origin;
    }

    /**
     * Takes part in a transaction that somebody else ends.
     *
     * @param surrounding what stands for it
     */
    void join(LogicTransaction part, Object surrounding) {
        transaction = part;
        origin().join(surrounding);
        autoCommit = false;
        open = true;
    }

    /** The transaction that it took part in is over. */
    void over(boolean whole) {
        LogicTransaction ended = transaction;
        transaction = null;
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

    /** Before an execution: what the database would do by itself when there is one. */
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
        if (transaction == null) {
            return;
        }
        if (statementClass == StatementClass.DEFINITION
                && !deployed.deployment().dialect().sessions().transactionalDefinitions()) {
            origin().refuseWhereJoined("A definition, which commits by itself,");
            endNow(true);
            return;
        }
        transaction.checkUsable();
    }

    /** A statement runs in the transaction of its thread, where threads may be in any. */
    void checkOrigin() throws SQLException {
        if (origin != null || state.joining) {
            origin().check(transaction != null);
        }
    }

    /** Whether somebody else ends the transaction. */
    private boolean isJoined() {
        return origin != null && origin.isJoined();
    }

    /** What comes next does that. */
    void willUse(BranchUse next) {
        willUse(next, isOpen());
    }

    private void willUse(BranchUse next, boolean open) {
        use = next;
        if (open) {
            course().willUse(next);
        }
        if (transaction != null) {
            transaction.begins();
        }
    }

    /** What was about to be executed does not come about, or has failed as a whole: it wrote nothing. */
    void leftNothing() {
        if (transaction != null) {
            transaction.leftNothing();
        }
    }

    /** Whether what is about to be executed, or was last, only reads. */
    boolean reads() {
        return use == BranchUse.READ;
    }

    /** @throws SQLException when there is a transaction and it can only be rolled back */
    void checkUsable() throws SQLException {
        if (transaction != null) {
            transaction.checkUsable();
        }
    }

    /** The plans of a transaction that changed definitions; null when it uses those of all. */
    TransactionPlans plansOfOwnDefinitions(Deployment deployment) {
        LogicTransaction current = transaction;
        if (current == null || !current.hasRedefined(deployment) || current.failure() != null) {
            return null;
        }
        if (ownPlans == null) {
            ownPlans = new TransactionPlans(connections);
        }
        return ownPlans;
    }

    /** Whether the transaction has reached the data source of that connection through it. */
    boolean isBranch(PhysicalConnection connection) {
        return transaction != null && transaction.branches().contains(connection);
    }

    /**
     * Lets a statement that failed be executed again, where that can be as if it had not been executed: there is no
     * transaction, or the failure left it as it was, or the statement was its first and it is begun again.
     *
     * @param first whether the transaction had not begun before the statement
     * @return false where it cannot
     */
    public boolean mayExecuteAgain(Deployment deployment, boolean first) {
        state.lock.lock();
        try {
            LogicTransaction current = transaction;
            if (current == null || current.failure() == null) {
                return current == null || !current.hasRedefined(deployment);
            }
            if (!first || isJoined() || !current.isPlain()) {
                return false;
            }
            boolean wasBegun = begun;
            endNow(false);
            begun = wasBegun;
            open = !autoCommit || begun;
            return true;
        } catch (SQLException e) {
            return false;
        } finally {
            state.lock.unlock();
        }
    }

    /** The name of the data source that the transaction reached first, or null when it has reached none. */
    public String firstDataSource() {
        LogicTransaction current = transaction;
        return current == null || current.branches().isEmpty()
                ? null
                : current.branches().get(0).dataSourceName();
    }

    /**
     * Whether another connection must not look at the tables: it would wait for this transaction, or not see what it
     * made.
     */
    public boolean hidesTables() {
        return isOpen() && course().mayLockTables();
    }

    /** The type of the transactions that follow, in upper case. */
    public String type() {
        return origin().type();
    }

    /**
     * Changes the type of the transactions that follow.
     *
     * @param type null for that of the configuration
     * @throws SQLException when there is none of that name, when it cannot start, or when a transaction has begun
     */
    public void type(String type) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            origin().type(type, transaction != null);
        } finally {
            state.lock.unlock();
        }
    }

    /** Whether statements belong to a transaction that the user ends. */
    public boolean isOpen() {
        return open;
    }

    /** Whether there is one that can only be rolled back. */
    public boolean isFailed() {
        LogicTransaction now = transaction;
        return now != null && now.failure() != null;
    }

    /** @see LogicTransaction#begunOn */
    ShardPool begunOn(ShardPool pool) {
        return transaction == null ? pool : transaction.begunOn(pool);
    }

    /** What the transaction did so far, with the statement that is about to be executed. */
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

    /** Switches autocommit; a transaction that is open is committed. */
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
                open = !autoCommit || begun;
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Begins a transaction that lasts until it is committed or rolled back, in autocommit mode too. */
    void begin() {
        begun = true;
        open = true;
    }

    /**
     * Begins one for a client that asks for it.
     *
     * @throws IllegalStateException when one is open
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

    /** The transaction that statements belong to; begun when there is none. */
    LogicTransaction ensure() throws SQLException {
        if (transaction == null) {
            transaction = create();
            nextOpening = null;
        }
        return transaction;
    }

    /**
     * The statement that is about to be executed will run on that branch.
     *
     * @throws SQLException when the transaction must not do that there
     */
    void use(PhysicalConnection branch) throws SQLException {
        transaction.use(branch, use);
    }

    /** The transaction that has begun to do something, or null. */
    LogicTransaction current() {
        return transaction;
    }

    /** A transaction that is not the user's. */
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

    /** What was said of the transaction that is open, as by SET TRANSACTION. */
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
     * @throws SQLException when somebody else ends it, too; then nothing has changed
     */
    void endNow(boolean commit) throws SQLException {
        if (origin != null) {
            origin.refuseWhereJoined(commit ? "commit" : "rollback");
        }
        LogicTransaction ending = transaction;
        SQLException refused = commit && ending != null ? refusesCommit() : null;
        transaction = null;
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

    private void isOver() {
        if (course != null) {
            course.over();
        }
        begun = false;
        open = !autoCommit;
        if (state.side != null) {
            state.side.over();
        }
    }

    /** Why the transaction must not be committed, as who chooses databases says, or the registry; null for nothing. */
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
    public Savepoint setSavepoint(String name) throws SQLException {
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

    /** The database has rolled its branch back, whole. */
    void rolledBack(Throwable cause) {
        if (isJoined()) {
            transaction.fail(cause);
            return;
        }
        try {
            endNow(false);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** What failed executions do to the transaction. */
    TransactionFailures failures() {
        return new TransactionFailures(state, this);
    }

    /** Definitions were changed by an execution. */
    void redefined(Deployment deployment) {
        ownPlans = null;
        if (transaction != null) {
            transaction.redefined(deployment);
        }
    }
}
