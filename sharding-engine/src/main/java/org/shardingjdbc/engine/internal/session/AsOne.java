package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;

/**
 * Several statements of a session that succeed or fail as one statement would. In autocommit mode they are a
 * transaction of their own. In the user's transaction a failure undoes them by a savepoint, or leaves a transaction
 * that can only be rolled back, whichever the database does for one failed statement. One per session; used by one
 * thread at a time; calls may nest.
 */
final class AsOne {
    private final SessionState state;
    private final SessionTransactions transactions;

    AsOne(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    <T> T run(Session.Steps<T> steps) throws SQLException {
        if (!transactions.isOpen()) {
            return alone(steps);
        }
        return state.deployment().failureAbortsTransaction() ? failing(steps) : undone(steps);
    }

    private <T> T alone(Session.Steps<T> steps) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            transactions.begin();
        } finally {
            state.lock.unlock();
        }
        T result;
        try {
            result = steps.run();
        } catch (SQLException | RuntimeException | Error e) {
            try {
                end(false);
            } catch (SQLException rollback) {
                e.addSuppressed(rollback);
            }
            throw e;
        }
        end(true);
        return result;
    }

    private void end(boolean commit) throws SQLException {
        state.lock.lock();
        try {
            transactions.endNow(commit);
        } finally {
            state.lock.unlock();
        }
    }

    private <T> T failing(Session.Steps<T> steps) throws SQLException {
        LogicTransaction transaction = transactions.ensure();
        try {
            return steps.run();
        } catch (SQLException | RuntimeException | Error e) {
            transaction.fail(e);
            throw e;
        }
    }

    private <T> T undone(Session.Steps<T> steps) throws SQLException {
        Savepoint before = transactions.setSavepoint(null);
        LogicTransaction transaction = transactions.current();
        T result;
        try {
            result = steps.run();
            // who is told that it failed takes nothing for written
            transactions.release(before);
        } catch (SQLException | RuntimeException | Error e) {
            // The database may have rolled back the whole transaction, as it does with a victim of a deadlock.
            if (transactions.current() == transaction) {
                undo(transaction, before, e);
            }
            throw e;
        }
        return result;
    }

    private void undo(@Nullable LogicTransaction transaction, Savepoint before, Throwable cause) {
        boolean lost = Objects.requireNonNull(transaction, "it has begun").failure() != null;
        try {
            transactions.rollback(before);
            transactions.release(before);
        } catch (SQLException | RuntimeException | Error e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
            transaction.fail(cause);
        }
        if (lost) {
            transaction.fail(cause);
        }
    }
}
