package org.shardingjdbc.transaction;

import java.sql.SQLException;

/**
 * One transaction over the data sources that are enlisted in it. Not thread-safe; one thread at a time uses it. After
 * {@link #commit} or {@link #rollback} it is over, whether they threw or not, and none of its branches has anything
 * open.
 */
public interface ShardingTransaction {
    /**
     * Begins the transaction's branch on a connection, before anything is done there.
     *
     * @throws SQLException when it cannot begin; then it is not enlisted
     */
    void enlist(TransactionBranch branch) throws SQLException;

    /**
     * Commits every branch.
     *
     * @throws IncompleteCommitException when some branches were committed and others not, or when it is not known
     * @throws SQLException when it failed and no branch was committed
     */
    void commit() throws SQLException;

    /**
     * Rolls every branch back, all of them even when one fails.
     *
     * @throws SQLException the first failure, others suppressed
     */
    void rollback() throws SQLException;
}
