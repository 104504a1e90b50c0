package org.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.SideStatements;
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
final class LogicTransaction {
    private static final String SET_TRANSACTION = "SET TRANSACTION";

    private final ShardingTransaction transaction;
    private final SessionVariables variablesBefore;
    private final List<PhysicalConnection> branches = new ArrayList<>(4);
    private final List<LogicSavepoint> savepoints = new ArrayList<>(0);
    private final List<String> openingSql = new ArrayList<>(0);
    private final List<Deployment> redefined = new ArrayList<>(0);
    private Throwable failure;
    private int savepointIds;

    /**
     * @param openingSql statements that every branch runs first, such as SET TRANSACTION
     * @param variablesBefore what was set when it began
     */
    LogicTransaction(ShardingTransaction transaction, List<String> openingSql, SessionVariables variablesBefore) {
        this.transaction = transaction;
        this.variablesBefore = variablesBefore;
        this.openingSql.addAll(openingSql);
    }

    SessionVariables variablesBefore() {
        return variablesBefore;
    }

    List<PhysicalConnection> branches() {
        return branches;
    }

    /** Makes the connection a branch unless it is one. */
    void join(PhysicalConnection connection) throws SQLException {
        if (branches.contains(connection)) {
            return;
        }
        transaction.enlist(new TransactionBranch(connection.dataSourceName(), connection.jdbc()));
        branches.add(connection);
        try {
            for (String sql : openingSql) {
                SideStatements.run(connection.jdbc(), sql);
            }
            for (LogicSavepoint savepoint : savepoints) {
                savepoint.setOn(connection);
            }
        } catch (SQLException e) {
            fail(e);
            throw e;
        }
    }

    /** Runs a statement on all branches, and on those that join later: SET LOCAL, SET TRANSACTION. */
    void open(String sql) throws SQLException {
        for (PhysicalConnection branch : branches) {
            SideStatements.run(branch.jdbc(), sql);
        }
        openingSql.add(sql);
    }

    /** What SET LOCAL did: what a connection besides the branches needs to compute as they do. */
    List<String> localSettings() {
        List<String> local = new ArrayList<>(openingSql);
        local.removeIf(sql -> sql.regionMatches(true, 0, SET_TRANSACTION, 0, SET_TRANSACTION.length()));
        return local;
    }

    /** Why it can only be rolled back, or null. */
    Throwable failure() {
        return failure;
    }

    /** It can only be rolled back from now on. */
    void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    /** @throws SQLException when it can only be rolled back */
    void checkUsable() throws SQLException {
        if (failure != null) {
            SQLException refused = SqlErrors.of(ErrorCode.TRANSACTION_FAILED, failure.getMessage());
            refused.initCause(failure);
            throw refused;
        }
    }

    /** Whether nothing but statements that read and write happened in it. */
    boolean isPlain() {
        return openingSql.isEmpty() && savepoints.isEmpty() && redefined.isEmpty();
    }

    /** Definitions were changed in it: a rollback takes them back. */
    void redefined(Deployment deployment) {
        if (!redefined.contains(deployment)) {
            redefined.add(deployment);
        }
    }

    /** Whether definitions of that deployment were changed in it. */
    boolean hasRedefined(Deployment deployment) {
        return redefined.contains(deployment);
    }

    void commit() throws SQLException {
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
        } finally {
            invalidateRedefined();
        }
    }

    void rollback() throws SQLException {
        try {
            transaction.rollback();
        } finally {
            invalidateRedefined();
        }
    }

    private void invalidateRedefined() {
        for (Deployment deployment : redefined) {
            deployment.definitionsChanged(List.of());
        }
    }

    /** @param name null for an unnamed one */
    LogicSavepoint setSavepoint(String name, SessionVariables variables) throws SQLException {
        checkUsable();
        LogicSavepoint savepoint = new LogicSavepoint(++savepointIds, name, variables);
        try {
            for (PhysicalConnection branch : branches) {
                savepoint.setOn(branch);
            }
        } catch (SQLException e) {
            fail(e);
            throw e;
        }
        savepoints.add(savepoint);
        return savepoint;
    }

    /** The youngest savepoint of that name, or null. */
    LogicSavepoint savepoint(String name) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).physicalName().equalsIgnoreCase(name)) {
                return savepoints.get(i);
            }
        }
        return null;
    }

    /** Undoes what happened since; the savepoint stays, younger ones are gone. */
    void rollbackTo(Savepoint target) throws SQLException {
        int position = position(target);
        LogicSavepoint savepoint = savepoints.get(position);
        Throwable before = failure;
        try {
            for (PhysicalConnection branch : branches) {
                savepoint.rollbackOn(branch);
            }
            failure = null;
        } catch (SQLException e) {
            failure = before == null ? e : before;
            throw e;
        } finally {
            invalidateRedefined();
        }
        forgetAfter(position + 1);
    }

    void release(Savepoint target) throws SQLException {
        int position = position(target);
        LogicSavepoint savepoint = savepoints.get(position);
        for (PhysicalConnection branch : branches) {
            savepoint.releaseOn(branch);
        }
        forgetAfter(position);
    }

    private void forgetAfter(int position) {
        savepoints.subList(position, savepoints.size()).clear();
    }

    private int position(Savepoint savepoint) throws SQLException {
        int position = savepoint instanceof LogicSavepoint logic ? savepoints.indexOf(logic) : -1;
        if (position < 0) {
            String name = savepoint instanceof LogicSavepoint logic ? logic.physicalName() : String.valueOf(savepoint);
            throw SqlErrors.of(ErrorCode.SAVEPOINT_UNKNOWN, name);
        }
        return position;
    }
}
