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
 * made when the first statement runs in it; one thread at a time uses it.
 *
 * <p>A failed transaction. Where one database would refuse everything until a rollback (PostgreSQL), so does this, on
 * all branches. Elsewhere it is failed only when a statement could not be undone on every branch that it reached, or a
 * branch's connection was lost. A failed transaction is rolled back when the user commits it, and the commit says so.
 */
public final class LogicTransaction {
    private final ShardingTransaction transaction;
    private final boolean toldOfEach;
    private final SessionVariables variablesBefore;
    private final List<PhysicalConnection> branches = new ArrayList<>(4);
    /** As {@link #branches}. */
    private final List<TransactionBranch> enlisted = new ArrayList<>(4);
    /** As {@link #branches}: the most that was done there and stands. */
    private final List<BranchUse> uses = new ArrayList<>(4);
    /** What the execution that is about to run, or ran last, raised of that. */
    private final List<RaisedUse> raised = new ArrayList<>(0);

    private final List<LogicSavepoint> savepoints = new ArrayList<>(0);
    private final List<Opening> openings = new ArrayList<>(0);
    private final List<Deployment> redefined = new ArrayList<>(0);
    private @Nullable Throwable failure;
    private int savepointIds;
    /** Whether names of savepoints that differ in their letters' case only are one; known when there is one. */
    private boolean namesInAnyCase;

    private boolean rolledBack;

    /**
     * A statement that every branch runs first.
     *
     * @param setsTransaction whether it says what the transaction is like; else it does something in the transaction
     */
    public record Opening(String sql, boolean setsTransaction) {
        /** As SET TRANSACTION: databases want it before the transaction, or in it, before all other statements. */
        public static Opening setsTransaction(String sql) {
            return new Opening(sql, true);
        }

        /** As SET LOCAL. */
        public static Opening within(String sql) {
            return new Opening(sql, false);
        }
    }

    /** @param before the most that was done on the branch before */
    private record RaisedUse(int branch, BranchUse before) {}

    /**
     * @param first what every branch runs first
     * @param variablesBefore what was set when it began
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
     * The pool on which it has begun on the data source of a pool: it goes on there though the data source has another
     * one by now, as only there it sees and locks what it wrote.
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
     * @return whether it has become one, so that nothing was done there before
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

    /** Whether a branch that has just joined may be rolled back by itself, and is then as it was when it joined. */
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

    /** Another execution begins: what those before it did stands. */
    public void begins() {
        if (!raised.isEmpty()) {
            raised.clear();
        }
    }

    /** The execution that began last has left nothing: it did not come about, or was undone. */
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
     * A statement is about to do that on a branch.
     *
     * @throws SQLException when the transaction must not; nothing has changed
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

    /** What every branch ran first, or will; not to be changed. */
    public List<Opening> openings() {
        return openings;
    }

    /** What is done on a branch. */
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

    /** What SET LOCAL did: what a connection besides the branches needs to compute as they do. */
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

    /** Why it can only be rolled back, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** It can only be rolled back from now on. */
    public void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            transaction.failed(cause);
        }
    }

    /** @throws SQLException when it can only be rolled back */
    public void checkUsable() throws SQLException {
        // its own reason comes first: a connection that was lost because the time was over
        transaction.checkActive();
        noteDefects();
        if (failure != null) {
            SQLException refused = SqlErrors.of(ErrorCode.TRANSACTION_FAILED, failure.getMessage());
            refused.initCause(failure);
            throw refused;
        }
    }

    /** What came of a driver that failed on a branch, and in no way that its database would know, is not committed. */
    private void noteDefects() {
        for (int i = 0; i < branches.size(); i++) {
            Throwable defect = branches.get(i).defect();
            if (defect != null) {
                fail(defect);
            }
        }
    }

    /** Whether nothing but statements that read and write happened in it. */
    public boolean isPlain() {
        return openings.isEmpty() && savepoints.isEmpty() && redefined.isEmpty();
    }

    /** Definitions were changed in it: a rollback takes them back. */
    public void redefined(Deployment deployment) {
        if (!redefined.contains(deployment)) {
            redefined.add(deployment);
        }
    }

    /** Whether definitions of that deployment were changed in it. */
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
            rolledBack = true;
            endCharacteristics();
        } finally {
            invalidateRedefined();
        }
    }

    /**
     * MariaDB's driver sends no end of a transaction in which nothing was done, as where its only write has failed:
     * what was said of it before it began would be of the next one then, whoever's that is.
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
                    // nobody else gets it
                    branch.defect(e);
                }
            }
        }
    }

    /** Whether a rollback has succeeded, so that its connections are as they were. */
    public boolean isRolledBack() {
        return rolledBack;
    }

    /** Somebody else has ended it. */
    public void over() {
        invalidateRedefined();
    }

    private void invalidateRedefined() {
        for (Deployment deployment : redefined) {
            deployment.definitionsChanged(List.of());
        }
    }

    /**
     * Sets a savepoint.
     *
     * @param name null for an unnamed one
     * @param variables what is set now
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
     * Undoes what happened since; the savepoint stays, younger ones are gone.
     *
     * @return the savepoint, or the youngest of its name, which is what databases go to
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

    /** Not in a failed transaction, where some branches would release it and others refuse to: it is needed there. */
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
        // drivers tell it by its name
        return savepoints.indexOf(savepoint(current.physicalName()));
    }
}
