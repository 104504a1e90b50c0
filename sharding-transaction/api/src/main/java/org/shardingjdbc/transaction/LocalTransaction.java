package org.shardingjdbc.transaction;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.LocalTransactionProvider.CrossShardWrites;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction whose branches commit one after the other in the order of the configuration, without a coordinator's
 * log. If the first commit fails, the others are rolled back and nothing is written anywhere. If a later one fails,
 * those before it are written and stay so: the rest is rolled back and {@link IncompleteCommitException} says which is
 * which. A failed commit counts as rolled back when the database itself answered, and as unknown when the connection
 * was lost.
 *
 * <p>Not thread-safe; one per transaction.
 */
final class LocalTransaction implements ShardingTransaction {
    private static final Logger LOG = LoggerFactory.getLogger(LocalTransaction.class);

    private final CrossShardWrites crossShardWrites;
    private final Map<String, Integer> order;
    private final List<TransactionBranch> branches = new ArrayList<>(4);
    /** The data sources where something stands written, in the order in which they were. */
    private final List<String> written = new ArrayList<>(2);

    /** @param order of the data sources, by their names; those that it does not know come last */
    LocalTransaction(CrossShardWrites crossShardWrites, Map<String, Integer> order) {
        this.crossShardWrites = crossShardWrites;
        this.order = order;
    }

    @Override
    public void writing(TransactionBranch branch) throws SQLException {
        if (!written.isEmpty() && crossShardWrites == CrossShardWrites.REFUSE) {
            throw TransactionErrors.of(ErrorCode.CROSS_SHARD_WRITE, written.get(0), branch.dataSourceName());
        }
        if (!written.isEmpty() && crossShardWrites == CrossShardWrites.WARN) {
            LOG.warn(
                    "A LOCAL transaction writes to data source {} and to {}: it is not whole if only one of them commits",
                    written.get(0),
                    branch.dataSourceName());
        }
        written.add(branch.dataSourceName());
    }

    @Override
    public void undone(TransactionBranch branch) {
        written.remove(branch.dataSourceName());
    }

    /** A table exists for all sessions or for none; a definition that failed halfway is run again. */
    @Override
    public void defining(TransactionBranch branch) {}

    @Override
    public void enlist(TransactionBranch branch) throws SQLException {
        branch.connection().setAutoCommit(false);
        branches.add(branch);
    }

    @Override
    public boolean branchesRollBackAlone() {
        return true;
    }

    @Override
    public void commit() throws SQLException {
        if (branches.size() > 1) {
            branches.sort(
                    Comparator.comparingInt(branch -> order.getOrDefault(branch.dataSourceName(), Integer.MAX_VALUE)));
        }
        List<String> committed = new ArrayList<>(branches.size());
        for (int i = 0; i < branches.size(); i++) {
            TransactionBranch branch = branches.get(i);
            try {
                branch.connection().commit();
            } catch (SQLException e) {
                abandon(committed, i, e);
            } catch (RuntimeException e) {
                abandon(committed, i, ConnectionLoss.by(e));
            }
            committed.add(branch.dataSourceName());
        }
    }

    /** After the failure of branch {@code failed}: rolls back the rest and throws what describes the whole. */
    private void abandon(List<String> committed, int failed, SQLException cause) throws SQLException {
        List<String> rolledBack = new ArrayList<>(branches.size());
        List<String> unknown = new ArrayList<>(1);
        boolean lost = ConnectionLoss.is(cause);
        String failedName = branches.get(failed).dataSourceName();
        (lost ? unknown : rolledBack).add(failedName);
        for (int i = failed; i < branches.size(); i++) {
            try {
                branches.get(i).connection().rollback();
            } catch (SQLException | RuntimeException e) {
                // A lost connection rolls back at its server; the first failure tells more.
                cause.addSuppressed(e);
            }
            if (i > failed) {
                rolledBack.add(branches.get(i).dataSourceName());
            }
        }
        if (committed.isEmpty() && (!lost || branches.size() == 1)) {
            throw cause;
        }
        throw new IncompleteCommitException(committed, rolledBack, unknown, cause);
    }

    private static boolean isClosed(TransactionBranch branch) {
        try {
            return branch.connection().isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void rollback() throws SQLException {
        List<SQLException> failures = new ArrayList<>(0);
        for (TransactionBranch branch : branches) {
            try {
                branch.connection().rollback();
            } catch (SQLException e) {
                if (isClosed(branch)) {
                    // Its database rolled back when the connection was lost.
                    continue;
                }
                failures.add(e);
            } catch (RuntimeException e) {
                failures.add(ConnectionLoss.by(e));
            }
        }
        if (!failures.isEmpty()) {
            SQLException first = failures.get(0);
            failures.subList(1, failures.size()).forEach(first::addSuppressed);
            throw first;
        }
    }
}
