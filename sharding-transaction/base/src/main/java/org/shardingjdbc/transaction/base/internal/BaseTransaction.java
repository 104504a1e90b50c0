package org.shardingjdbc.transaction.base.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.seata.core.exception.TransactionException;
import org.apache.seata.core.model.GlobalStatus;
import org.apache.seata.tm.TransactionManagerHolder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.IncompleteCommitException;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionBranch;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * A transaction whose branches commit one after the other, each with a record of what its rows were, by which Seata's
 * server has them undone when a later one fails. It is global from its first write on; one that only reads asks no
 * server. Part of the application's own global transaction where there is one: then the application ends that. Not
 * thread-safe; one thread at a time uses it.
 */
public final class BaseTransaction implements ShardingTransaction {
    private final SeataSettings settings;
    /** Of the application; null when the global transaction is ours. */
    private final String given;

    private final List<TransactionBranch> branches = new ArrayList<>(4);
    private String xid;
    private boolean defined;

    /** @param given the global transaction that the application runs; null when it runs none */
    public BaseTransaction(SeataSettings settings, String given) {
        this.settings = settings;
        this.given = given;
        xid = given;
    }

    @Override
    public boolean isToldOfEach() {
        return true;
    }

    @Override
    public void enlist(TransactionBranch branch) throws SQLException {
        AtConnection connection = AtConnection.of(branch);
        connection.enter(null);
        connection.plain().setAutoCommit(false);
        connection.enter(xid);
        branches.add(branch);
    }

    @Override
    public void reading(TransactionBranch branch) {
        AtConnection.of(branch).use(AtConnection.Use.PLAIN);
    }

    /** Asks whether a global transaction holds the rows. */
    @Override
    public void locking(TransactionBranch branch) throws SQLException {
        begin();
        AtConnection.of(branch).use(AtConnection.Use.LOCKS);
    }

    /** What is defined is committed and not undone: so not together with what is. */
    @Override
    public void defining(TransactionBranch branch) throws SQLException {
        if (xid != null) {
            throw undoable("a definition");
        }
        defined = true;
        AtConnection.of(branch).use(AtConnection.Use.PLAIN);
    }

    @Override
    public void writing(TransactionBranch branch) throws SQLException {
        begin();
        AtConnection.of(branch).use(AtConnection.Use.WRITES);
    }

    private static SQLException undoable(String what) {
        return TransactionErrors.of(ErrorCode.BASE_NOT_UNDOABLE, what + " is in one transaction with other writes");
    }

    private void begin() throws SQLException {
        if (defined) {
            throw undoable("a definition");
        }
        if (xid != null) {
            return;
        }
        try {
            xid = TransactionManagerHolder.get()
                    .begin(null, null, "sharding-jdbc", (int) TimeUnit.SECONDS.toMillis(settings.timeoutSeconds()));
        } catch (TransactionException | RuntimeException e) {
            throw SeataErrors.ofServer(e, settings, "no transaction was begun");
        }
        branches.forEach(branch -> AtConnection.of(branch).enter(xid));
    }

    @Override
    public void commit() throws SQLException {
        List<String> committed = new ArrayList<>();
        try {
            for (int i = 0; i < branches.size(); i++) {
                try {
                    AtConnection.of(branches.get(i)).commit();
                } catch (SQLException e) {
                    abandon(committed, i, e);
                }
                committed.add(branches.get(i).dataSourceName());
            }
            if (isOwn()) {
                commitGlobal(committed);
            }
        } finally {
            leave();
        }
    }

    private boolean isOwn() {
        return given == null && xid != null;
    }

    /** The rows are committed; the server has their records deleted, or, where it does not know, may undo them yet. */
    private void commitGlobal(List<String> committed) throws SQLException {
        GlobalStatus status;
        try {
            status = TransactionManagerHolder.get().commit(xid);
        } catch (TransactionException | RuntimeException e) {
            throw new IncompleteCommitException(
                    List.of(), List.of(), committed, SeataErrors.ofServer(e, settings, "the commit was not confirmed"));
        }
        switch (status) {
            case Committed, Committing, AsyncCommitting, CommitRetrying -> {
                // what is left to do is to forget the records
            }
            case Rollbacked, TimeoutRollbacked ->
                throw TransactionErrors.of(
                        ErrorCode.TRANSACTION_ROLLED_BACK, "the Seata server has rolled it back: " + status);
            default ->
                throw new IncompleteCommitException(
                        List.of(),
                        List.of(),
                        committed,
                        TransactionErrors.of(ErrorCode.TRANSACTION_COORDINATOR, "Seata's status " + status));
        }
    }

    /** After the failure of branch {@code failed}: undoes all and throws. */
    private void abandon(List<String> committed, int failed, SQLException cause) throws SQLException {
        // Seata tells its server that the branch failed, which then undoes nothing there, whatever the database did
        boolean lost = SeataErrors.mayHaveCommitted(cause);
        List<String> rolledBack = new ArrayList<>();
        for (int i = failed; i < branches.size(); i++) {
            if (!lost || i > failed) {
                rolledBack.add(branches.get(i).dataSourceName());
            }
            rollbackLocally(branches.get(i), cause);
        }
        List<String> unknown = lost ? List.of(branches.get(failed).dataSourceName()) : List.of();
        if (!isOwn()) {
            // where the application runs the global transaction, its rollback undoes what was committed
            throw committed.isEmpty() && !lost
                    ? cause
                    : new IncompleteCommitException(committed, rolledBack, unknown, cause);
        }
        GlobalStatus status;
        try {
            status = TransactionManagerHolder.get().rollback(xid);
        } catch (TransactionException | RuntimeException e) {
            cause.addSuppressed(SeataErrors.ofServer(e, settings, "the rollback was not confirmed"));
            throw undecided(committed, rolledBack, unknown, cause);
        }
        if (status == GlobalStatus.Rollbacked || status == GlobalStatus.TimeoutRollbacked) {
            rolledBack.addAll(0, committed);
            throw lost ? new IncompleteCommitException(List.of(), rolledBack, unknown, cause) : cause;
        }
        cause.addSuppressed(TransactionErrors.of(ErrorCode.TRANSACTION_COORDINATOR, "Seata's status " + status));
        throw undecided(committed, rolledBack, unknown, cause);
    }

    /** @param lost whose commit was not answered */
    private static SQLException undecided(
            List<String> committed, List<String> rolledBack, List<String> lost, SQLException cause) {
        List<String> unknown = new ArrayList<>(committed);
        unknown.addAll(lost);
        return unknown.isEmpty() ? cause : new IncompleteCommitException(List.of(), rolledBack, unknown, cause);
    }

    private static void rollbackLocally(TransactionBranch branch, SQLException cause) {
        try {
            AtConnection.of(branch).rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void rollback() throws SQLException {
        SQLException first = null;
        try {
            for (TransactionBranch branch : branches) {
                try {
                    AtConnection.of(branch).rollback();
                } catch (SQLException e) {
                    if (branch.connection().isClosed()) {
                        // its database has rolled back
                        continue;
                    }
                    if (first == null) {
                        first = e;
                    } else {
                        first.addSuppressed(e);
                    }
                }
            }
            if (isOwn()) {
                rollbackGlobal();
            }
        } finally {
            leave();
        }
        if (first != null) {
            throw first;
        }
    }

    /** Nothing was committed anywhere, so that nothing is lost when the server does not answer. */
    private void rollbackGlobal() {
        try {
            TransactionManagerHolder.get().rollback(xid);
        } catch (TransactionException | RuntimeException e) {
            SeataErrors.forgotten(xid, e);
        }
    }

    private void leave() {
        branches.forEach(branch -> AtConnection.of(branch).enter(null));
    }
}
