package org.shardingjdbc.transaction.xa.internal;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * The transactions of a transaction manager as JTA knows them. JTA binds a transaction to a thread; here it belongs to
 * a connection, so the thread's own is put aside while one is begun, and it is ended as an object. Safe for all
 * threads.
 */
public final class JtaTransactions {
    private final TransactionManager manager;

    public JtaTransactions(TransactionManager manager) {
        this.manager = manager;
    }

    /** A new transaction, not of the calling thread. */
    public GlobalTransaction begin(int timeoutSeconds) throws SQLException {
        try {
            Transaction outer = manager.suspend();
            try {
                manager.setTransactionTimeout(timeoutSeconds);
                manager.begin();
                return new Jta(manager.suspend(), false);
            } finally {
                manager.setTransactionTimeout(0);
                if (outer != null) {
                    manager.resume(outer);
                }
            }
        } catch (SystemException | NotSupportedException | jakarta.transaction.InvalidTransactionException e) {
            throw refused(e);
        }
    }

    /**
     * The transaction of the calling thread, which the application has begun; empty when there is none, or it is
     * committed.
     *
     * @throws SQLException when its coordinator has rolled it back and the thread has not left it: what comes next was
     *     meant to be part of it
     */
    public Optional<Object> surrounding() throws SQLException {
        try {
            Transaction found = manager.getTransaction();
            if (found == null) {
                return Optional.empty();
            }
            int status = found.getStatus();
            if (status == Status.STATUS_ROLLEDBACK) {
                throw TransactionErrors.of(ErrorCode.TRANSACTION_GIVEN_UP);
            }
            return status == Status.STATUS_NO_TRANSACTION || status == Status.STATUS_COMMITTED
                    ? Optional.empty()
                    : Optional.of(found);
        } catch (SystemException e) {
            throw refused(e);
        }
    }

    /** Takes part in the transaction of the calling thread. */
    public GlobalTransaction join() throws SQLException {
        try {
            return new Jta(manager.getTransaction(), true);
        } catch (SystemException e) {
            throw refused(e);
        }
    }

    private static boolean isOver(int status) {
        return status == Status.STATUS_NO_TRANSACTION
                || status == Status.STATUS_COMMITTED
                || status == Status.STATUS_ROLLEDBACK;
    }

    private static boolean isUndecided(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof DecisionUnknownException) {
                return true;
            }
        }
        return false;
    }

    private static SQLException refused(Exception cause) {
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        return TransactionErrors.causedBy(cause, ErrorCode.TRANSACTION_COORDINATOR, String.valueOf(root.getMessage()));
    }

    private record Jta(Transaction transaction, boolean isForeign) implements GlobalTransaction {
        @Override
        public void enlist(XaBranch branch) throws SQLException {
            try {
                if (!transaction.enlistResource(branch)) {
                    throw new IllegalStateException("data source " + branch + " was not enlisted");
                }
            } catch (SystemException | RollbackException | RuntimeException e) {
                SQLException failure = branch.failure();
                throw failure == null ? refused(e) : failure;
            }
        }

        @Override
        public boolean isGivenUp() throws SQLException {
            try {
                return transaction.getStatus() != Status.STATUS_ACTIVE;
            } catch (SystemException e) {
                throw refused(e);
            }
        }

        @Override
        public void whenOver(Consumer<Outcome> told) throws SQLException {
            register(() -> {}, told);
        }

        @Override
        public void beforeCommit(Runnable task) throws SQLException {
            register(task, outcome -> {});
        }

        private void register(Runnable before, Consumer<Outcome> after) throws SQLException {
            try {
                transaction.registerSynchronization(new Synchronization() {
                    @Override
                    public void beforeCompletion() {
                        before.run();
                    }

                    @Override
                    public void afterCompletion(int status) {
                        after.accept(outcome(status));
                    }
                });
            } catch (SystemException | RollbackException | IllegalStateException e) {
                throw refused(e);
            }
        }

        private static Outcome outcome(int status) {
            return switch (status) {
                case Status.STATUS_COMMITTED -> Outcome.COMMITTED;
                case Status.STATUS_ROLLEDBACK -> Outcome.ROLLED_BACK;
                default -> Outcome.MIXED;
            };
        }

        @Override
        public Outcome commit() throws SQLException {
            try {
                transaction.commit();
                return Outcome.COMMITTED;
            } catch (RollbackException | HeuristicRollbackException e) {
                return isUndecided(e) ? Outcome.UNKNOWN : Outcome.ROLLED_BACK;
            } catch (HeuristicMixedException e) {
                return Outcome.MIXED;
            } catch (SystemException | IllegalStateException e) {
                if (isRolledBack()) {
                    return Outcome.ROLLED_BACK;
                }
                throw refused(e);
            }
        }

        @Override
        public void rollback() throws SQLException {
            try {
                if (!isOver(transaction.getStatus())) {
                    transaction.rollback();
                }
            } catch (SystemException | IllegalStateException e) {
                if (!isRolledBack()) {
                    throw refused(e);
                }
            }
        }

        /** By the coordinator, whose time was over, in the same moment. */
        private boolean isRolledBack() throws SQLException {
            try {
                return transaction.getStatus() == Status.STATUS_ROLLEDBACK;
            } catch (SystemException e) {
                throw refused(e);
            }
        }
    }
}
