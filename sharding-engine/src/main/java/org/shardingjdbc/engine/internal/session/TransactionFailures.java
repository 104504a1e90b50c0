package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.SideStatements;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;

/**
 * Decides what a failed execution does to the transaction of its session: the execution is undone by itself, the
 * database has rolled the transaction back, or only a rollback is possible. Stateless; used by one thread at a time.
 */
final class TransactionFailures {
    private final SessionState state;
    private final SessionTransactions transactions;

    TransactionFailures(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /**
     * An execution in the user's transaction failed.
     *
     * @param points the savepoints by which the execution can be undone, or null
     * @param whole whether all of the execution failed, so that its database has kept nothing of it
     * @return whether nothing of the execution is left, or will be when the transaction ends
     */
    boolean failed(
            Dialect dialect,
            ExecutionGroup[] groups,
            @Nullable StatementSavepoints points,
            boolean whole,
            Throwable cause) {
        state.lock.lock();
        try {
            return transactions.current() != null
                    && (failedWhole(dialect, cause) || undo(dialect, groups, points, whole, cause));
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * An execution of one task in the user's transaction failed, on that connection.
     *
     * @param whole whether all of the execution failed, so that its database has kept nothing of it
     */
    void failed(Dialect dialect, PhysicalConnection only, boolean whole, Throwable cause) {
        state.lock.lock();
        try {
            if (transactions.current() == null || failedWhole(dialect, cause)) {
                return;
            }
            if (!goesOn(dialect, only)) {
                fail(transactions.current(), cause);
            } else if (whole) {
                transactions.leftNothing();
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Whether the database undoes, or has undone, more than the failed execution: the whole transaction. */
    private boolean failedWhole(Dialect dialect, Throwable cause) {
        if (state.deployment().failureAbortsTransaction() || SqlErrors.isOutsideOfTransaction(cause)) {
            fail(transactions.current(), cause);
            return true;
        }
        if (cause instanceof SQLException sql && dialect.sessions().rolledBackTransaction(sql)) {
            transactions.rolledBack(cause);
            return true;
        }
        return false;
    }

    /**
     * Whether a branch can go on. A driver that undoes failed statements may not have undone this one, for example when
     * it failed while its rows were fetched.
     */
    private static boolean goesOn(Dialect dialect, PhysicalConnection branch) {
        if (branch.isBroken()) {
            return false;
        }
        if (!dialect.sessions().failureAbortsTransaction()) {
            return true;
        }
        try {
            SideStatements.run(branch.jdbc(), "SELECT 1");
            return true;
        } catch (SQLException e) {
            return false;
        } catch (RuntimeException e) {
            branch.defect(e);
            return false;
        }
    }

    /**
     * An execution on a connection of its own failed. For the transaction that counts as if the execution had been
     * inside.
     */
    void failedAside(Throwable cause) {
        state.lock.lock();
        try {
            if (transactions.isOpen() && state.deployment().failureAbortsTransaction()) {
                transactions.ensure().fail(cause);
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        } finally {
            state.lock.unlock();
        }
    }

    private static void fail(@Nullable LogicTransaction transaction, Throwable cause) {
        Objects.requireNonNull(transaction, "only what is in a transaction fails it")
                .fail(cause);
    }

    private boolean undo(
            Dialect dialect,
            ExecutionGroup[] groups,
            @Nullable StatementSavepoints points,
            boolean whole,
            Throwable cause) {
        LogicTransaction current = transactions.current();
        for (int i = 0; i < groups.length; i++) {
            PhysicalConnection branch = groups[i].connection();
            boolean undone = points != null && points.isSet(i);
            if (undone ? branch.isBroken() : !goesOn(dialect, branch)) {
                fail(current, cause);
                return true;
            }
        }
        if (points == null) {
            if (whole) {
                transactions.leftNothing();
            }
            return false;
        }
        try {
            points.rollback();
            transactions.leftNothing();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            fail(current, cause);
        } catch (RuntimeException e) {
            for (ExecutionGroup group : groups) {
                group.defect(e);
            }
            cause.addSuppressed(e);
            fail(current, cause);
        }
        return true;
    }
}
