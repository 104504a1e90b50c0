package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.pool.SideStatements;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionBranch;

/**
 * A transaction of the user: its branches, its savepoints, and whether it can still be committed. One per transaction,
 * made when the first statement runs in it; used by one thread at a time.
 *
 * <p><b>A failed transaction.</b> Where a single database would refuse everything until a rollback (PostgreSQL), so
 * does this transaction, on all branches. On other databases it fails only when a statement could not be undone on
 * every branch that the statement reached, or when a branch's connection was lost. When the user commits a failed
 * transaction, it is rolled back, and the commit throws an error that says so.
 */
public final class LogicTransaction {
    private final ShardingTransaction transaction;
    private final boolean toldOfEach;
    private final SessionVariables variablesBefore;
    private final List<PhysicalConnection> branches = new ArrayList<>(4);
    /** In the order of {@link #branches}. */
    private final List<TransactionBranch> enlisted = new ArrayList<>(4);
    /** In the order of {@link #branches}: the strongest use of each branch that was not undone. */
    private final List<BranchUse> uses = new ArrayList<>(4);
    /** What the execution that is about to run, or ran last, has changed in {@link #uses}. */
    private final List<RaisedUse> raised = new ArrayList<>(0);

    private final List<LogicSavepoint> savepoints = new ArrayList<>(0);
    private final List<Opening> openings = new ArrayList<>(0);
    private final List<Deployment> redefined = new ArrayList<>(0);
    private @Nullable Throwable failure;
    private int savepointIds;
    /**
     * Whether names of savepoints that differ only in the case of their letters are the same name. Set with the first
     * savepoint.
     */
    private boolean namesInAnyCase;

    private boolean rolledBack;

    /**
     * A statement that every branch runs first.
     *
     * @param setsTransaction whether the statement sets characteristics of the transaction; else it does something in
     *     it
     */
    public record Opening(String sql, boolean setsTransaction) {
        /**
         * As SET TRANSACTION: databases accept such a statement before the transaction, or in it before all other
         * statements.
         */
        public static Opening setsTransaction(String sql) {
            return new Opening(sql, true);
        }

        /** As SET LOCAL. */
        public static Opening within(String sql) {
            return new Opening(sql, false);
        }
    }

    /** @param before the strongest use of the branch before */
    private record RaisedUse(int branch, BranchUse before) {}

    /**
     * @param first what every branch runs first
     * @param variablesBefore the session's variables when the transaction began
     */
    public LogicTransaction(ShardingTransaction transaction, List<Opening> first, SessionVariables variablesBefore) {
        this.transaction = transaction;
        this.toldOfEach = transaction.isToldOfEach();
        this.variablesBefore = variablesBefore;
        this.openings.addAll(first);
    }

    public SessionVariables variablesBefore() {
        return variablesBefore;
    }

    public List<PhysicalConnection> branches() {
        return branches;
    }

    /**
     * The pool that the transaction already uses for the data source of {@code pool}, or {@code pool} itself. The
     * transaction goes on there even when the data source has another pool by now: only there it sees and locks what it
     * wrote.
     */
    public ShardPool begunOn(ShardPool pool) {
        for (int i = 0; i < branches.size(); i++) {
            ShardPool begun = branches.get(i).pool();
            if (begun == pool || begun.name().equals(pool.name())) {
                return begun;
            }
        }
        return pool;
    }

    /**
     * Makes the connection a branch unless it is one.
     *
     * @return whether the connection has become a branch, so that nothing was done there before
     */
    public boolean join(PhysicalConnection connection) throws SQLException {
        if (branches.contains(connection)) {
            return false;
        }
        TransactionBranch branch = new TransactionBranch(
                connection.dataSourceName(),
                connection.jdbc(),
                connection.pool().dialect().twoPhaseCommit());
        boolean setsNext = connection.pool().dialect().sessions().setsNextTransaction();
        begin(branch, connection, setsNext ? opening(Opening::setsTransaction) : List.of());
        branches.add(connection);
        enlisted.add(branch);
        uses.add(BranchUse.READ);
        connection.joined();
        try {
            run(connection, setsNext ? localSettings() : opening(each -> true));
            for (LogicSavepoint savepoint : savepoints) {
                savepoint.setOn(connection);
            }
        } catch (SQLException e) {
            fail(e);
            throw e;
        } catch (RuntimeException | Error e) {
            connection.defect(e);
            throw e;
        }
        return true;
    }

    /** Whether a branch that has just joined may be rolled back by itself, which leaves it as it was when it joined. */
    public boolean rollsBackAlone() {
        return isPlain() && transaction.branchesRollBackAlone();
    }

    private void begin(TransactionBranch branch, PhysicalConnection connection, List<String> before)
            throws SQLException {
        boolean begun = false;
        try {
            run(connection, before);
            transaction.enlist(branch);
            begun = true;
        } finally {
            if (!begun) {
                // a transaction may have begun there with these settings, and the next one would get them
                connection.unfit();
            }
        }
    }

    private static void run(PhysicalConnection connection, List<String> texts) throws SQLException {
        for (String sql : texts) {
            SideStatements.run(connection.jdbc(), sql);
        }
    }

    /**
     * Another execution begins: what the executions before it did can no longer be taken back by {@link #leftNothing}.
     */
    public void begins() {
        if (!raised.isEmpty()) {
            raised.clear();
        }
    }

    /** The execution that began last has left nothing: it did not happen, or was undone. */
    public void leftNothing() {
        for (RaisedUse each : raised) {
            uses(each.branch(), each.before());
        }
        raised.clear();
    }

    private void uses(int branch, BranchUse before) {
        boolean written = uses.get(branch) == BranchUse.WRITE && before != BranchUse.WRITE;
        uses.set(branch, before);
        if (written) {
            transaction.undone(enlisted.get(branch));
        }
    }

    /**
     * A statement is about to use a branch in that way.
     *
     * @throws SQLException when the transaction must not do that; nothing has changed
     */
    public void use(PhysicalConnection connection, BranchUse use) throws SQLException {
        int branch = branches.indexOf(connection);
        BranchUse before = uses.get(branch);
        boolean more = use.ordinal() > before.ordinal();
        if (more) {
            connection.aboutToWrite();
        }
        if (toldOfEach || more) {
            switch (use) {
                case WRITE -> transaction.writing(enlisted.get(branch));
                case DEFINE -> transaction.defining(enlisted.get(branch));
                case LOCK -> transaction.locking(enlisted.get(branch));
                case READ -> transaction.reading(enlisted.get(branch));
            }
        }
        if (more) {
            uses.set(branch, use);
            raised.add(new RaisedUse(branch, before));
        }
    }

    /** Runs a statement on all branches, and on those that join later: SET LOCAL, SET TRANSACTION. */
    public void open(Opening opening) throws SQLException {
        onEach(branch -> SideStatements.run(branch.jdbc(), opening.sql()));
        openings.add(opening);
    }

    /** What every branch ran first, or will run first; not to be changed. */
    public List<Opening> openings() {
        return openings;
    }

    /** A call on one branch. */
    @FunctionalInterface
    private interface BranchCall {
        void on(PhysicalConnection branch) throws SQLException;
    }

    private void onEach(BranchCall call) throws SQLException {
        for (PhysicalConnection branch : branches) {
            try {
                call.on(branch);
            } catch (RuntimeException | Error e) {
                branch.defect(e);
                throw e;
            }
        }
    }

    /** The SET LOCAL statements: a connection besides the branches needs them to compute as the branches do. */
    public List<String> localSettings() {
        return opening(each -> !each.setsTransaction());
    }

    private List<String> opening(Predicate<Opening> which) {
        if (openings.isEmpty()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(openings.size());
        for (Opening each : openings) {
            if (which.test(each)) {
                texts.add(each.sql());
            }
        }
        return texts;
    }

    /** Why the transaction can only be rolled back, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** The transaction can only be rolled back from now on. */
    public void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            transaction.failed(cause);
        }
    }

    /** @throws SQLException when the transaction can only be rolled back */
    public void checkUsable() throws SQLException {
        // the provider's own reason comes first, such as a connection that was lost because the time was over
        transaction.checkActive();
        noteDefects();
        if (failure != null) {
            SQLException refused = SqlErrors.of(ErrorCode.TRANSACTION_FAILED, failure.getMessage());
            refused.initCause(failure);
            throw refused;
        }
    }

    /** Fails the transaction where a driver failed on a branch in a way that its database does not know of. */
    private void noteDefects() {
        for (int i = 0; i < branches.size(); i++) {
            Throwable defect = branches.get(i).defect();
            if (defect != null) {
                fail(defect);
            }
        }
    }

    /** Whether only statements that read and write happened in the transaction. */
    public boolean isPlain() {
        return openings.isEmpty() && savepoints.isEmpty() && redefined.isEmpty();
    }

    /** The transaction changed definitions of that deployment. A rollback takes them back. */
    public void redefined(Deployment deployment) {
        if (!redefined.contains(deployment)) {
            redefined.add(deployment);
        }
    }

    /** Whether the transaction changed definitions of that deployment. */
    public boolean hasRedefined(Deployment deployment) {
        return redefined.contains(deployment);
    }

    public void commit() throws SQLException {
        noteDefects();
        if (failure != null) {
            SQLException refused = SqlErrors.of(ErrorCode.TRANSACTION_ROLLED_BACK, failure.getMessage());
            refused.initCause(failure);
            try {
                rollback();
            } catch (SQLException e) {
                refused.addSuppressed(e);
            }
            throw refused;
        }
        try {
            transaction.commit();
            endCharacteristics();
        } finally {
            invalidateRedefined();
        }
    }

    public void rollback() throws SQLException {
        try {
            transaction.rollback();
            endCharacteristics();
            rolledBack = true;
        } finally {
            invalidateRedefined();
        }
    }

    /**
     * Ends the characteristics that were set before the transaction began. MariaDB's driver does not send the end of a
     * transaction in which nothing was done, for example because its only write failed. Without that end the
     * characteristics would apply to the next transaction on the connection, whoever's that is.
     */
    private void endCharacteristics() {
        if (openings.isEmpty() || opening(Opening::setsTransaction).isEmpty()) {
            return;
        }
        for (PhysicalConnection branch : branches) {
            if (branch.pool().dialect().sessions().setsNextTransaction()) {
                try {
                    SideStatements.run(branch.jdbc(), "ROLLBACK");
                } catch (SQLException | RuntimeException e) {
                    // nobody else gets this connection
                    branch.defect(e);
                }
            }
        }
    }

    /** Whether a rollback has succeeded, so that the connections are as they were before the transaction. */
    public boolean isRolledBack() {
        return rolledBack;
    }

    /** Somebody else has ended the transaction. */
    public void over() {
        invalidateRedefined();
    }

    private void invalidateRedefined() {
        for (Deployment deployment : redefined) {
            deployment.definitionsChanged(List.of());
        }
    }

    /**
     * Sets a savepoint on all branches.
     *
     * @param name null for an unnamed one
     * @param variables the session's variables now
     * @param dialect of the branches
     */
    public LogicSavepoint setSavepoint(@Nullable String name, SessionVariables variables, Dialect dialect)
            throws SQLException {
        checkUsable();
        LogicSavepoint savepoint = new LogicSavepoint(++savepointIds, name, variables, uses);
        try {
            onEach(savepoint::setOn);
        } catch (SQLException e) {
            fail(e);
            throw e;
        }
        namesInAnyCase = !dialect.naming().quotesKeepCase();
        if (name != null && !dialect.sessions().keepsHiddenSavepoints()) {
            replace(savepoint(name), savepoint);
        }
        savepoints.add(savepoint);
        return savepoint;
    }

    private void replace(@Nullable LogicSavepoint older, LogicSavepoint by) {
        if (older != null) {
            older.replacedBy(by);
            savepoints.remove(older);
        }
    }

    /** The youngest savepoint of that name, or null. */
    public @Nullable LogicSavepoint savepoint(String name) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).isNamed(name, namesInAnyCase)) {
                return savepoints.get(i);
            }
        }
        return null;
    }

    /**
     * Undoes what happened since the savepoint. The savepoint stays, younger ones are gone.
     *
     * @return the savepoint, or the youngest of its name, which is what databases roll back to
     */
    public LogicSavepoint rollbackTo(Savepoint target) throws SQLException {
        int position = position(target);
        LogicSavepoint savepoint = savepoints.get(position);
        Throwable before = failure;
        try {
            onEach(savepoint::rollbackOn);
            if (failure != null) {
                failure = null;
                transaction.recovered();
            }
        } catch (SQLException e) {
            failure = before == null ? e : before;
            throw e;
        } finally {
            invalidateRedefined();
        }
        raised.clear();
        for (int i = 0; i < branches.size(); i++) {
            uses(i, savepoint.useBefore(i));
        }
        forgetAfter(position + 1);
        return savepoint;
    }

    /**
     * Releases the savepoint. Refused in a failed transaction, where some branches would release the savepoint and
     * others refuse: the user needs it there to recover.
     */
    public void release(Savepoint target) throws SQLException {
        int position = position(target);
        checkUsable();
        LogicSavepoint savepoint = savepoints.get(position);
        onEach(savepoint::releaseOn);
        forgetAfter(position);
    }

    private void forgetAfter(int position) {
        savepoints.subList(position, savepoints.size()).clear();
    }

    private int position(Savepoint savepoint) throws SQLException {
        LogicSavepoint current = savepoint instanceof LogicSavepoint logic ? logic.current() : null;
        if (current == null || !savepoints.contains(current)) {
            String name = savepoint instanceof LogicSavepoint logic ? logic.physicalName() : String.valueOf(savepoint);
            throw SqlErrors.of(ErrorCode.SAVEPOINT_UNKNOWN, name);
        }
        // drivers identify a savepoint by its name
        return savepoints.indexOf(savepoint(current.physicalName()));
    }
}
